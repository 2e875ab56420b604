// What was measured, as a table of Markdown: bylaw's time, and of each other engine how many times that it takes. A
// cell never stays empty: where an engine has no figure, a note below says why.

import { digits, median, ratios, spread, time } from '../scripts/statistics.mjs';
import { engines } from './cases.mjs';

const headings = { rules: 'rules', mixed: 'rules', sizes: 'bytes of an event' };

/**
 * @typedef {{ table: string, title: string, plan: import('./workloads.mjs').Plan,
 *   taken: Record<string, import('./measure.mjs').Taken> }} Measured
 *
 * @param {readonly Measured[]} measured
 * @returns {string} one table for each sort of case, and the notes
 */
export function markdownTables(measured) {
  const notes = new Map();
  const tables = Object.keys(headings).flatMap((table) => {
    const rows = measured.filter((each) => each.table === table);
    return rows.length === 0 ? [] : [tableOf(table, rows, notes)];
  });
  const below = [...notes].map(([reason, number]) => `${number}. ${reason}.`);
  return [...tables, ...(below.length === 0 ? [] : [below.join('\n')])].join('\n\n');
}

function tableOf(table, rows, notes) {
  const columns = Object.keys(engines).filter((engine) =>
    rows.some(({ taken }) => taken[engine] !== undefined),
  );
  const lines = rows.map(({ title, plan, taken }) => [
    title,
    (table === 'sizes' ? plan.size : plan.rules).toLocaleString('en-US'),
    ...columns.map((engine) => cellOf(engine, taken, notes)),
  ]);
  return align([['workload', headings[table], ...columns.map((engine) => engines[engine])], ...lines]);
}

function cellOf(engine, taken, notes) {
  const one = taken[engine];
  if (one === undefined) return '';
  if (one.rounds === undefined) {
    const reason = `${engines[engine]}: ${one.cannot ?? one.leftOut ?? `failed: ${one.failed}`}`;
    if (!notes.has(reason)) notes.set(reason, notes.size + 1);
    return `– (${notes.get(reason)})`;
  }
  const own = taken.bylaw?.rounds;
  if (engine === 'bylaw' || own === undefined)
    return `${time(median(one.rounds))} ±${percent(spread(one.rounds))}`;
  const times = ratios(one.rounds, own);
  return `×${digits(median(times))} ±${percent(spread(times))}`;
}

const percent = (part) => `${Math.round(part * 100)}%`;

function align(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const [head, ...body] = rows.map((row) =>
    line(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))),
  );
  const rule = line(widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [head, rule, ...body].join('\n');
}
