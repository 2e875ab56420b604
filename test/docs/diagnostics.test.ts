/**
 * The table at the top of docs/diagnostics.md has every code of the page, with a link, its severity and one
 * line. `UPDATE=1` writes it: a code that has no line yet gets the first sentence of its section.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = 'docs/diagnostics.md';
const table = /(<!-- codes: .*? -->\n)([\s\S]*?)(<!-- end of codes -->)/;

/** The line of each code that has one, as a person has written it. */
function linesOf(text: string): Map<string, string> {
  const rows = [...text.matchAll(/^\| \[([a-z-]+)\]\(#\1\) \| [a-z]+ \| (.+) \|$/gm)];
  return new Map(rows.map(([, code = '', line = '']) => [code, line]));
}

function writtenTable(text: string): string {
  const lines = linesOf(table.exec(text)?.[2] ?? '');
  const rows = text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = '', , ...rest] = section.split('\n');
      const [, severity = 'test', sentence = ''] =
        /^(?:(Error|Warning|Note)\b[^.]*\. )?([^.]*\.)/.exec(rest.join(' ')) ?? [];
      return `| [${code}](#${code}) | ${severity.toLowerCase()} | ${lines.get(code) ?? sentence} |`;
    });
  return ['', '| code | severity | what is wrong |', '| --- | --- | --- |', ...rows, '', ''].join('\n');
}

test('the table of codes has each section of the page, with its severity', () => {
  const text = readFileSync(page, 'utf8');
  const written = text.replace(
    table,
    (_, head: string, __, tail: string) => head + writtenTable(text) + tail,
  );
  if (process.env.UPDATE === '1') writeFileSync(page, written);
  expect(readFileSync(page, 'utf8'), 'its table is not of its sections: UPDATE=1 writes it').toBe(written);
  expect(linesOf(written).size).toBe(text.split(/^## /m).length - 1);
});
