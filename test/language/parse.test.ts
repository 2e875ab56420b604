// Texts and their trees (cases/trees.txt), where nodes stand (cases/spans.txt), and what is left of broken texts
// (cases/recovery.txt: carets under what is wrong, then the tree). UPDATE=1 rewrites what follows `==>`.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from '../../src/language/parse.ts';
import { type Case, readCases, writeCases } from '../check/case-file.ts';
import { declarationsOf, showSpans, showTree, spansIn } from './show-tree.ts';

const treeOf = (text: string): string => showTree(parse({ path: 'any.policy', text }).policy);

const outcomes: Readonly<Record<string, (text: string) => string>> = {
  trees(text) {
    const { policy, diagnostics } = parse({ path: 'any.policy', text });
    return [...diagnostics.map(({ message }) => `error: ${message}`), showTree(policy)].join('\n');
  },
  spans(text) {
    return showSpans(
      text,
      declarationsOf(parse({ path: 'any.policy', text }).policy).flatMap((each) => spansIn(each)),
    );
  },
  recovery(text) {
    const { policy, diagnostics } = parse({ path: 'any.policy', text });
    const wrong = diagnostics.map(({ code, message, span }) => ({ name: `${code}: ${message}`, span }));
    return `${showSpans(text, wrong)}\n\n${showTree(policy)}`;
  },
};

for (const [name, outcome] of Object.entries(outcomes)) {
  const file = new URL(`cases/${name}.txt`, import.meta.url);
  const cases = readCases(readFileSync(file, 'utf8'));
  const actual = ({ sources }: Case): string => outcome(sources[0]?.text ?? '').trimEnd();
  if (process.env.UPDATE === '1') {
    writeFileSync(file, writeCases(cases, actual));
    continue;
  }
  describe(name, () => {
    test.each(cases)('$title', (each) => expect(actual(each)).toBe(each.expected));
  });
}

const policy = `policy com.example.dev # here
deny x
  when tool is "a" # and here
    or kind is shell
  reason "No."
`;

test('line ends are the same, however a system writes them', () => {
  const expected = treeOf(policy);
  expect(treeOf(policy.replaceAll('\n', '\r\n'))).toBe(expected);
  expect(treeOf(policy.replaceAll('\n', '\r'))).toBe(expected);
  expect(treeOf(policy.replaceAll('\n', '\n\n'))).toBe(expected);
});

test('a mark at the start of the file, spaces that look like others, and no line end at the end change nothing', () => {
  const expected = treeOf(policy);
  expect(treeOf(`\uFEFF${policy}`)).toBe(expected);
  expect(treeOf(policy.replaceAll('  ', '\u00A0\t'))).toBe(expected);
  expect(treeOf(policy.trimEnd())).toBe(expected);
});

test('a comment ends with its line, whatever ends the line', () => {
  expect(treeOf('# a comment\rdeny x when kind is shell')).toContain('rule');
});

test('errors stand on the same characters, however line ends are written', () => {
  const broken = 'deny x\n  when kind is\n  reason No.\n';
  const at = (text: string): string[] =>
    parse({ path: 'any.policy', text }).diagnostics.map(({ span }) => text.slice(span.start, span.end));
  expect(at(broken)).toEqual(['is', 'No']);
  expect(at(broken.replaceAll('\n', '\r\n'))).toEqual(['is', 'No']);
  expect(at(broken.replaceAll('\n', '\r'))).toEqual(['is', 'No']);
});

test('control characters outside texts are errors, not spaces', () => {
  const { diagnostics } = parse({ path: 'any.policy', text: 'deny x\u000b when\u0000 kind is shell\u202e' });
  expect(diagnostics.map(({ code }) => code)).toEqual([
    'stray-character',
    'stray-character',
    'stray-character',
  ]);
});
