// docs/diagnostics.md: a section for every code, and examples that give it and that do not.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import { runCodes, textCodes } from '../../src/language/diagnostic-codes.ts';
import { runSuite } from '../../src/scenario/run-suite.ts';
import { findWeakTests } from '../../src/scenario/weak-tests.ts';
import { checkSources, readSources } from './case-file.ts';

interface Section {
  readonly code: string;
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

const sections: readonly Section[] = readFileSync('docs/diagnostics.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const examples = (word: string): string[] =>
      [...text.matchAll(new RegExp(`^\`\`\`policy ${word}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
        ([, body = '']) => body,
      );
    return { code: text.slice(0, text.indexOf('\n')), wrong: examples('wrong'), right: examples('right') };
  });

/** Each right example is asked for its own code, and once more for all others. */
const given = new Map<string, readonly string[]>();
function codesGiven(example: string): readonly string[] {
  const codes = given.get(example) ?? codesOf(example);
  given.set(example, codes);
  return codes;
}

/** What a reader would be told about an example: its diagnostics, and tests of its that fail. */
function codesOf(example: string): readonly string[] {
  const sources = readSources(
    example.replace(/^# --- (\S+) ---$/gm, '--- $1').replace(/^(?!--- )/, '--- main.policy\n'),
  );
  const { bundle, diagnostics, tests } = checkSources(sources);
  const recorded = (): string => 'no events are recorded here';
  const program = bundle && compile(bundle);
  const results = program === undefined ? [] : runSuite(program, tests, recorded).results;
  const weak = program === undefined ? [] : findWeakTests(program, tests).map(({ code }) => code);
  const failing = results.some(({ passed }) => !passed) ? ['failing-test'] : [];
  return [...diagnostics.map(({ code }) => code), ...failing, ...weak];
}

const outsideOfTexts = [
  ...[
    'in-two-layers',
    'invalid-config',
    'misnamed-file',
    'no-policies',
    'not-tests',
    'outside-root',
    'over-budget',
    'skipped-test',
    'unreadable-file',
    'unused-event',
  ],
];

test('every code has a section, and every section is about a code, in the order of the alphabet', () => {
  const written = sections.map(({ code }) => code);
  const codes = [...textCodes, ...runCodes].sort();
  // One after the other, so that the message names the code and not two long lists.
  expect(codes.filter((code) => !written.includes(code))).toEqual([]);
  const misplaced = written.flatMap((code, at) => {
    const before = written[at - 1] ?? '';
    return code < before ? `${code} is behind ${before}, and belongs in front of it` : [];
  });
  expect(misplaced).toEqual([]);
  expect(written).toEqual(codes);
});

test('some file of the source gives each code that no example here shows', () => {
  const folders = ['src/host', 'src/scenario', 'src/check', 'src/language'];
  const source = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter(
      (path) => path.endsWith('.ts') && !path.includes('generated') && !path.endsWith('diagnostic-codes.ts'),
    )
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  expect(outsideOfTexts.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});

describe.each(sections)('$code', ({ code, wrong, right }) => {
  test.skipIf(outsideOfTexts.includes(code))('the wrong examples give it, and nothing else', () => {
    expect(wrong.length).toBeGreaterThan(0);
    for (const example of wrong) {
      const codes = [...new Set(codesGiven(example))];
      // More than are listed of something: there is that something, too.
      if (code.startsWith('too-many')) expect(codes).toContain(code);
      else expect(codes).toEqual([code]);
    }
  });

  test.skipIf(outsideOfTexts.includes(code))('the right examples do not', () => {
    expect(right.length).toBeGreaterThan(0);
    for (const example of right) expect(codesGiven(example)).not.toContain(code);
  });
});

test('the right examples are right altogether, but for the two that show how much is listed', () => {
  const others = sections.filter(({ code }) => !code.startsWith('too-many'));
  const wrong = others.flatMap(({ code, right }) =>
    right.flatMap((each) => (codesGiven(each).length > 0 ? [`${code}: ${codesGiven(each).join(', ')}`] : [])),
  );
  expect(wrong).toEqual([]);
});
