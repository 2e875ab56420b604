/** Code in any language, and patches: any text is read within its bounds, and what is found lies inside the text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanCode, scanLanguages } from '../../src/facts/code/scan.ts';
import { readPatch } from '../../src/facts/patch/patch.ts';
import { codePieces, codeText } from '../facts/code/arbitrary-code.ts';
import { patchLine } from '../facts/tool/arbitrary-patch.ts';
import { effort, sampled, seed, tell, timeout } from './effort.ts';

const texts = effort(10_000, 20);
const patches = effort(500_000, 1500);
const added = effort(50_000, 200);

test.each(scanLanguages)(
  'any text in %s gives findings in range, the same each time',
  { timeout },
  (language) => {
    let findings = 0;
    fc.assert(
      fc.property(codeText, (code) => {
        const found = scanCode(language, code);
        findings += found.length;
        expect(found.filter(({ start, end }) => start < 0 || end > code.length || start > end)).toEqual([]);
        expect(scanCode(language, code)).toEqual(found);
      }),
      { seed, numRuns: texts },
    );
    tell({ 'texts of code': texts, 'findings in code': findings });
  },
);

test('text of one piece over and over is read to its end or given up with a word', { timeout }, () => {
  const all = scanLanguages.flatMap((language) => codePieces.map((piece) => ({ language, piece })));
  const tried = sampled(all, 34);
  tell({ 'texts of one piece': tried.length });
  for (const { language, piece } of tried) {
    const findings = scanCode(language, piece.repeat(Math.ceil(4000 / piece.length)));
    expect(findings.length, `${language}: ${JSON.stringify(piece)}`).toBeLessThanOrEqual(1100);
  }
});

test('no text makes the reader of patches throw, and what it finds lies inside the text', { timeout }, () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.array(patchLine, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.join(end);
      for (const change of readPatch(text) ?? []) {
        changes++;
        expect(change.start).toBeGreaterThanOrEqual(0);
        expect(change.end).toBeLessThanOrEqual(text.length);
        expect(change.path).not.toBe('');
      }
    }),
    { numRuns: patches, seed },
  );
  tell({ patches, 'changes in patches': changes });
  expect(changes).toBeGreaterThan(patches / 20);
});

test('a file that a patch adds is written with what was added, whatever it is', { timeout }, () => {
  tell({ 'files added by patches': added });
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ maxLength: 20 }).filter((line) => !/[\r\n]/.test(line)),
        { minLength: 1, maxLength: 8 },
      ),
      (lines) => {
        const text = [
          '*** Begin Patch',
          '*** Add File: a',
          ...lines.map((line) => `+${line}`),
          '*** End Patch',
        ];
        expect(readPatch(text.join('\n'))).toMatchObject([
          { use: 'write', path: 'a', content: lines.join('\n') },
        ]);
        const diff = [
          '--- /dev/null',
          '+++ b/a',
          `@@ -0,0 +1,${lines.length} @@`,
          ...lines.map((line) => `+${line}`),
        ];
        expect(readPatch(diff.join('\n'))?.[0]).toMatchObject({
          use: 'write',
          path: 'a',
          content: lines.join('\n'),
        });
      },
    ),
    { numRuns: added, seed },
  );
});
