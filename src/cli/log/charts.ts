/** Small pictures of numbers for a terminal, and numbers as people read them. */
import type { Paint } from '../terminal/paint.ts';

const blocks = ' ▏▎▍▌▋▊▉█';

/** A bar of a part of the whole, in eighths of a character. */
export function bar(part: number, whole: number, width: number): string {
  const eighths = whole <= 0 ? 0 : Math.round((part / whole) * width * 8);
  const full = '█'.repeat(Math.floor(eighths / 8));
  // What there is any of is never drawn as nothing.
  const rest = eighths % 8 === 0 ? (eighths === 0 && part > 0 ? '▏' : '') : (blocks[eighths % 8] ?? '');
  return `${full}${rest}`;
}

const levels = '▁▂▃▄▅▆▇█';

/** One character for each number, as high as it is beside the others; a space for none. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values
    .map((value) => (value === 0 ? ' ' : (levels[Math.min(7, Math.floor((value / most) * 8))] ?? ' ')))
    .join('');
}

export interface ChartRow {
  readonly name: string;
  readonly count: number;
  /** Behind the number. */
  readonly note?: string;
}

/** Rows with bars, the longest first; `most` rows, and what the others come to. */
export function barChart(rows: readonly ChartRow[], most: number, paint: Paint): string {
  const sorted = rows.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const shown = sorted.slice(0, most);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  const digits = Math.max(0, ...shown.map(({ count }) => number(count).length));
  const largest = shown[0]?.count ?? 0;
  const lines = shown.map(
    ({ name, count, note = '' }) =>
      `  ${name.padEnd(width)}  ${number(count).padStart(digits)}  ${paint('blue', bar(count, largest, 24))}${note === '' ? '' : `  ${paint('faint', note)}`}\n`,
  );
  const rest = sorted.slice(most);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return `${lines.join('')}${rest.length === 0 ? '' : `  ${paint('faint', `and ${number(rest.length)} more, with ${number(others)} together`)}\n`}`;
}

export const number = (value: number): string => value.toLocaleString('en-US');

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(part > 0 && part / whole < 0.1 ? 1 : 0)} %`;

/** `17 µs`, `0.21 ms`, `120 ms`, `1.2 s`. */
export function showMicroseconds(microseconds: number): string {
  if (microseconds < 100) return `${Math.round(microseconds)} µs`;
  if (microseconds < 995_000) return `${twoDigits(microseconds / 1000)} ms`;
  return `${twoDigits(microseconds / 1e6)} s`;
}

const twoDigits = (value: number): string =>
  value < 99.5 ? value.toPrecision(2) : String(Math.round(value));
