/**
 * Ways to delete a file by PowerShell and cmd.exe. A rule about the file is denied or unsure, never a plain no.
 * `UPDATE=1` writes the verdicts of windows-ways.txt anew, for a person to read. What windows-ordinary.txt has is a
 * plain no.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile, deriveFor } from '../../../src/compile/program.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { checkSources } from '../../check/case-file.ts';
import { shellEvent } from '../../variants/shell-event.ts';

const file = new URL('windows-ways.txt', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((text) => {
    const [head = '', ...lines] = text.trimEnd().split('\n');
    const [tool = '', verdict = ''] = head.split(' ');
    return { tool, verdict, script: lines.join('\n') };
  });

const text = `policy com.example.ways
defaults
  when unsure note
deny way
  when deletes "~/Documents" or deletes "~/Documents/**"`;
const { bundle } = checkSources([{ path: 'main.policy', text }]);
if (bundle === undefined) throw new Error('the policy of this test is not valid');
const program = compile(bundle);

function verdictOf(tool: string, script: string): string {
  const event = shellEvent(script, 'C:/Users/user/project', tool);
  const { effect, unsure } = evaluate(program, deriveFor(program, event));
  return effect === 'deny' ? 'certain' : unsure.length > 0 ? 'unsure' : 'no';
}

const verdicts = cases.map(({ tool, script }) => verdictOf(tool, script));
if (process.env.UPDATE === '1')
  writeFileSync(
    file,
    cases.map(({ tool, script }, at) => `=== ${tool} ${verdicts[at]}\n${script}\n`).join('\n'),
  );

// All at once: a test for each of the thousand takes as long as their scripts.
test('each way is denied or unsure, as it says', () => {
  const found = cases.map((each, at) => ({ ...each, verdict: verdicts[at] }));
  expect(found.filter(({ verdict }) => verdict === 'no')).toEqual([]);
  if (process.env.UPDATE !== '1')
    expect(found.filter(({ verdict }, at) => verdict !== cases[at]?.verdict)).toEqual([]);
});

/** Ordinary work, a command a line. A rule about another folder says no to all of it, and is not unsure. */
const ordinary = readFileSync(new URL('windows-ordinary.txt', import.meta.url), 'utf8')
  .split(/^=== /m)
  .slice(1)
  .flatMap((part) => {
    const [tool = '', ...scripts] = part.trimEnd().split('\n');
    return scripts.filter((script) => script !== '').map((script) => ({ tool, script }));
  });

test('ordinary work is a plain no', () => {
  expect(ordinary.length).toBeGreaterThan(0);
  expect(ordinary.filter(({ tool, script }) => verdictOf(tool, script) !== 'no')).toEqual([]);
});
