/** The tables of docs/cluster.md, whose rows are what a campaign found. */
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../../docs/cluster.md', import.meta.url);

/** Puts rows below the head of a table, between its marks. Throws where the page has no such marks. */
export function writeTable(
  name: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const [start, end] = [
    `<!-- ${name}: written by \`npm run campaign -- cluster\` -->`,
    `<!-- end of ${name} -->`,
  ];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/cluster.md has no place for the table ${name}`);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(page, `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`);
}
