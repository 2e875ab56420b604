// docs/fields.md, docs/verbs.md and docs/language.md: the tables are those of the source, and the examples run.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import { runScenarios } from '../../src/scenario/run-scenarios.ts';
import { runTests } from '../../src/scenario/run-suite.ts';
import { effectTable, objectWords, roles } from '../../src/vocabulary/effects.ts';
import { type FieldType, fieldTable } from '../../src/vocabulary/fields.ts';
import { listTypes } from '../../src/vocabulary/kinds.ts';
import { type Operand, operatorTable } from '../../src/vocabulary/operators.ts';
import { checkSources } from '../check/case-file.ts';

const text = readFileSync('docs/language.md', 'utf8');
const fields = readFileSync('docs/fields.md', 'utf8');
const verbs = readFileSync('docs/verbs.md', 'utf8');

/** Cells of the rows of the table of a page whose first heading is `heading`. */
function rowsOf(page: string, heading: string): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const typeName = (type: FieldType): string => (type === 'any' ? 'JSON' : type);
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

test('the table of fields is the one of the source', () => {
  expect(rowsOf(fields, 'field')).toEqual(
    fieldTable.map(({ spellings, type, optional, claim, meaning }) => [
      spellings.map((each) => `\`${each}\``).join(', '),
      typeName(type),
      yesNo(optional),
      yesNo(claim),
      meaning,
    ]),
  );
});

const operands: Readonly<Record<Operand, string>> = {
  pattern: 'a pattern',
  text: 'a text',
  regex: 'a regular expression',
  path: 'a directory',
  number: 'a number',
  nothing: 'nothing',
};

test('the table of operators is the one of the source', () => {
  expect(rowsOf(fields, 'operator')).toEqual(
    Object.values(operatorTable).map(({ operator, subjects, operand, example }) => [
      `\`${operator}\``,
      subjects.map(typeName).join(', '),
      operands[operand],
      `\`${example}\``,
    ]),
  );
});

test('the table of list types names all of them', () => {
  const named = rowsOf(text, 'word').flatMap(([words = '']) =>
    words.split(', ').map((word) => word.slice(1, -1)),
  );
  expect(named.sort()).toEqual(Object.keys(listTypes).sort());
});

test('the table of verbs is the one of the source', () => {
  expect(rowsOf(verbs, 'verb')).toEqual(
    Object.values(effectTable).map(({ verb, example, meaning }) => [
      `\`${verb.split(' to ')[0]}\``,
      `\`${example}\``,
      meaning,
    ]),
  );
});

test('the pages name every verb and every object of a rule', () => {
  const named = Object.values(effectTable).map(({ verb }) => verb.split(' to ')[0]);
  for (const page of [text, verbs])
    for (const word of [...named, ...Object.keys(objectWords)]) expect(page).toContain(`\`${word}\``);
});

test('the words for the words of commands are those of the source', () => {
  const [, list = ''] = /^The words are ([^.]+)\.$/m.exec(verbs) ?? [];
  expect(list.split(/,\s+/)).toEqual(roles.map((role) => `\`${role}\``));
});

test('every link to a place on the page leads somewhere', () => {
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});

const blocks = [...text.matchAll(/^```policy( fragment)?\n([\s\S]*?)^```$/gm)].map(
  ([, fragment, body = '']) => ({
    name: /(?:deny|watch|list|policy) +([\w.-]+)/.exec(body)?.[1] ?? '',
    policy: fragment === undefined || body.startsWith('policy') ? body : `policy com.example.dev\n${body}`,
  }),
);

describe('the examples', () => {
  test.each(blocks)('$name is right, and passes its tests', ({ policy }) => {
    const { bundle, diagnostics } = checkSources([{ path: 'main.policy', text: policy }]);
    expect(diagnostics).toEqual([]);
    const recorded = (): string => 'no events are recorded here';
    const program = bundle && compile(bundle);
    const results =
      program === undefined ? [] : [...runTests(program, recorded), ...runScenarios(program, recorded)];
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('and many of them have tests', () => {
    const tested = blocks.filter(({ policy }) => /^ +(?:denies|passes|unsure) /m.test(policy));
    expect(tested.length).toBeGreaterThan(5);
  });
});

test('what the page states about meaning holds', () => {
  const source = {
    path: 'stated.policy',
    text: readFileSync(new URL('stated.policy', import.meta.url), 'utf8'),
  };
  const { bundle, diagnostics } = checkSources([source]);
  // Each rule states one thing, whatever the others find.
  expect(diagnostics.filter(({ code }) => code !== 'covered-rule')).toEqual([]);
  const results = bundle === undefined ? [] : runTests(compile(bundle), () => 'no events are recorded here');
  expect(results.length).toBeGreaterThan(80);
  const failed = results.flatMap((result) => {
    const { start, end } = result.test.place.span;
    return result.passed
      ? []
      : [`${result.code}: ${source.text.slice(start, end)} (${'actual' in result ? result.actual : ''})`];
  });
  expect(failed).toEqual([]);
});
