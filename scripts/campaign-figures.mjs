// The table of the last figures in docs/development/campaigns.md: a row for each campaign, in order of the names.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build/root.mjs';

const page = join(root, 'docs', 'development', 'campaigns.md');
const start = '<!-- figures: written by `npm run campaign` -->';
const end = '<!-- end of figures -->';
const head = [
  '| campaign | date | first seed | rounds | tried | minutes | rounds with findings |',
  '| --- | --- | --: | --: | --- | --: | --: |',
];

/** Puts a campaign in the place of its row, or adds it. Throws where the page has no table. */
export function writeFigures(campaign) {
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), campaign));
}

/** The page with the row of a campaign. */
export function withFigures(text, { name, date, seed, rounds, figures, minutes, found }) {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no table of figures`);
  const tried = Object.entries(figures).map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
  const row = `| ${name} | ${date} | ${seed} | ${rounds} | ${tried.join(', ')} | ${minutes} | ${found.length} |`;
  const rows = text
    .slice(from + start.length, to)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !head.includes(line) && !line.startsWith(`| ${name} |`));
  const table = [...head, ...[...rows, row].sort()].join('\n');
  return `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`;
}
