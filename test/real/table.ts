/** The table of docs/harnesses.md: what came of each column with each harness, and why. What was not tried again stays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type ColumnName, columnNames, columns, type Problem } from './columns.ts';
import { type Harness, type HarnessName, harnesses, harnessNames } from './harnesses.ts';

const page = new URL('../../docs/harnesses.md', import.meta.url);
const begin = '<!-- real harnesses: written by `npm run campaign -- harnesses` -->';
const end = '<!-- end of real harnesses -->';

/** What is in a field of the table. */
export type Verdict = 'ok' | 'limit' | 'FAIL' | '–';

/** A row: a version, and what came of the columns that were tried with it. */
export interface Row {
  readonly version: string;
  readonly verdicts: Readonly<Partial<Record<ColumnName, Verdict>>>;
}

/** What problems mean for a harness: nothing, a limit that is known, or a failure. A limit that is gone is one too. */
export function verdictOf(
  harness: Harness,
  column: ColumnName,
  seen: readonly Problem[],
): { readonly verdict: Verdict; readonly why: string } {
  const limit = harness.limits?.[column];
  const isAsKnown = seen.join() === (limit?.seen ?? []).join();
  if (isAsKnown)
    return limit === undefined ? { verdict: 'ok', why: '' } : { verdict: 'limit', why: limit.why };
  const known = limit === undefined ? '' : `; known is: ${limit.seen.join(', ')}`;
  return { verdict: 'FAIL', why: `${seen.join(', ') || 'nothing is wrong any more'}${known}` };
}

/** The text between the marks of a page. */
function between(text: string): readonly [before: string, table: string, after: string] {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/harnesses.md has no table of real harnesses');
  return [text.slice(0, from + begin.length), text.slice(from + begin.length, to), text.slice(to)];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of a page. */
export function rowsOf(text: string): Readonly<Partial<Record<HarnessName, Row>>> {
  const lines = between(text)[1].split('\n');
  const titles = cellsOf(lines.find((line) => line.startsWith('| harness ')) ?? '').slice(2);
  const rows = harnessNames.flatMap((name) => {
    const line = lines.find((each) => each.startsWith(`| ${harnesses[name].name} |`));
    if (line === undefined) return [];
    const [, version = '', ...cells] = cellsOf(line);
    const verdicts = Object.fromEntries(titles.map((title, at) => [title, cells[at]]));
    return [[name, { version, verdicts }]];
  });
  return Object.fromEntries(rows);
}

/** The page with rows in the place of its own. Of a row with the same version, what was not tried again stays. */
export function withRows(text: string, rows: Readonly<Partial<Record<HarnessName, Row>>>): string {
  const [before, , after] = between(text);
  const old = rowsOf(text);
  const all = harnessNames.flatMap((name) => {
    const [was, is] = [old[name], rows[name]];
    const kept = is === undefined || was?.version === is.version ? was?.verdicts : {};
    const version = (is ?? was)?.version;
    return version === undefined
      ? []
      : [[name, { version, verdicts: { ...kept, ...is?.verdicts } }] as const];
  });
  return `${before}\n\n${tableOf(Object.fromEntries(all))}\n\n${after}`;
}

/** The table, and below it the limits that it names. */
export function tableOf(rows: Readonly<Partial<Record<HarnessName, Row>>>): string {
  const lines = [
    `| harness | version | ${columnNames.join(' | ')} |`,
    `| --- | --- | ${columnNames.map(() => '---').join(' | ')} |`,
  ];
  const limits: string[] = [];
  for (const name of harnessNames) {
    const [row, harness] = [rows[name], harnesses[name] as Harness];
    if (row === undefined) continue;
    const verdicts = columnNames.map((column) => row.verdicts[column] ?? '–');
    lines.push(`| ${harness.name} | ${row.version} | ${verdicts.join(' | ')} |`);
    for (const column of columnNames)
      if (row.verdicts[column] === 'limit')
        limits.push(`- ${harness.name}, ${column}: ${harness.limits?.[column]?.why}`);
  }
  const what = columnNames.map((column) => `- ${column}: ${columns[column].what}.`);
  return [...lines, '', ...what, '', ...limits].join('\n').trimEnd();
}

/** Writes rows into the page. */
export function writeRows(rows: Readonly<Partial<Record<HarnessName, Row>>>): void {
  writeFileSync(page, withRows(readFileSync(page, 'utf8'), rows));
}
