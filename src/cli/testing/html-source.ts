/** The text of a policy file with what was seen of it: a row for each line, its parts marked, and a note behind. */
import { tokensOf } from '../../language/scan.ts';
import type { LineIndex, Span } from '../../language/source.ts';
import { clauseKeywords, declarationKeywords } from '../../language/words.ts';
import { effectVerbs } from '../../vocabulary/effects.ts';
import type { CoverageMark, CoveredFile, Status } from './coverage-marks.ts';
import { html } from './html-text.ts';

/** The rows of a table body. `anchor` comes before the number of a line in its id. */
export function sourceRows({ source, lines, marks }: CoveredFile, anchor: string): string {
  const marksOf = byLine(marks, lines);
  const wordsOf = byLine(wordsIn(source.text), lines);
  const raws = source.text.split('\n');
  if (raws.at(-1) === '') raws.pop();
  let start = 0;
  const rows = raws.map((raw, index) => {
    const number = index + 1;
    const line = { number, start, text: raw.replace(/\r$/, '') };
    start += raw.length + 1;
    return row(line, marksOf.get(number) ?? [], wordsOf.get(number) ?? [], anchor);
  });
  return rows.join('\n');
}

interface Line {
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

/** Each thing under every line that it touches. */
function byLine<Item extends { readonly span: Span }>(
  items: readonly Item[],
  lines: LineIndex,
): ReadonlyMap<number, readonly Item[]> {
  const found = new Map<number, Item[]>();
  for (const item of items) {
    const last = lines.positionAt(Math.max(item.span.start, item.span.end - 1)).line;
    for (let line = lines.positionAt(item.span.start).line; line <= last; line++) {
      const known = found.get(line);
      if (known === undefined) found.set(line, [item]);
      else known.push(item);
    }
  }
  return found;
}

function row(line: Line, marks: readonly CoverageMark[], words: readonly Word[], anchor: string): string {
  const own = marks.filter(({ span }) => span.start >= line.start);
  const status = worst(own);
  const id = `${anchor}-${line.number}`;
  const sign = status === undefined ? '' : `<span title="${statusWords[status]}">${signs[status]}</span>`;
  return [
    `<tr id="${id}"${status === undefined ? '' : ` class="${status}"`}>`,
    `<th scope="row"><a href="#${id}">${line.number}</a></th>`,
    `<td class="sign">${sign}</td>`,
    `<td class="code"><code>${codeOf(line, marks, words)}</code></td>`,
    `<td class="note">${html(notesOf(own).join('; '))}</td></tr>`,
  ].join('');
}

const signs: Readonly<Record<Status, string>> = { full: '✓', part: '◐', none: '✕' };
const statusWords: Readonly<Record<Status, string>> = {
  full: 'seen in full',
  part: 'seen in part',
  none: 'never seen',
};

/** A line is in full where everything on it is, and not at all where nothing is. */
function worst(marks: readonly CoverageMark[]): Status | undefined {
  if (marks.length === 0) return undefined;
  if (marks.every(({ status }) => status === 'full')) return 'full';
  return marks.every(({ status }) => status === 'none') ? 'none' : 'part';
}

/**
 * The note beside a line: the result of its rule, the values that the tests of its clauses lack, the number of entries.
 */
function notesOf(marks: readonly CoverageMark[]): string[] {
  const noted = marks.filter(
    ({ kind, status, words }) =>
      kind === 'rule' || (kind === 'clause' && (status !== 'full' || /excused/.test(words))),
  );
  const entries = marks.filter(({ kind }) => kind === 'entry');
  const unseen = entries.filter(({ status }) => status !== 'full').length;
  return [
    ...noted.map(({ words }) => words.replace(/^every value seen; /, '')),
    ...(unseen === 0 ? [] : [`${unseen} of ${entries.length} never matched`]),
  ];
}

// ── the text ──────────────────────────────────────────────────────────────────────────────

/** Cut where marks and words begin and end; of marks inside one another the innermost shows. */
function codeOf(line: Line, marks: readonly CoverageMark[], words: readonly Word[]): string {
  const end = line.start + line.text.length;
  const clip = (at: number): number => Math.min(Math.max(at, line.start), end);
  const cuts = new Set([line.start, end]);
  for (const { span } of [...marks, ...words]) cuts.add(clip(span.start)).add(clip(span.end));
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered
    .slice(0, -1)
    .map((from, index) => {
      const to = ordered[index + 1] ?? end;
      const covers = ({ span }: { readonly span: Span }): boolean => span.start <= from && span.end >= to;
      return piece(
        line.text.slice(from - line.start, to - line.start),
        marks.findLast(covers),
        words.find(covers),
      );
    })
    .join('');
}

function piece(text: string, mark: CoverageMark | undefined, word: Word | undefined): string {
  const classes = [
    ...(mark === undefined ? [] : [mark.kind, mark.status]),
    ...(word === undefined ? [] : [word.kind]),
  ];
  if (classes.length === 0) return html(text);
  const title = mark === undefined ? '' : ` title="${html(mark.words)}"`;
  return `<span class="${classes.join(' ')}"${title}>${html(text)}</span>`;
}

interface Word {
  readonly span: Span;
  readonly kind: 'comment' | 'text' | 'word';
}

const strong: ReadonlySet<string> = new Set([
  ...[...declarationKeywords, ...clauseKeywords, ...effectVerbs],
  ...['and', 'or', 'not', 'except', 'with', 'without', 'given', 'denies', 'passes', 'unsure', 'skip'],
]);

/** Comments, texts and keywords, in order. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let behind = 0;
  const comments = (end: number): void => {
    for (let at = text.indexOf('#', behind); at >= 0 && at < end; ) {
      const stop = text.indexOf('\n', at);
      words.push({ span: { start: at, end: stop < 0 ? text.length : stop }, kind: 'comment' });
      at = stop < 0 ? -1 : text.indexOf('#', stop);
    }
  };
  for (const span of tokensOf(text, { start: 0, end: text.length })) {
    comments(span.start);
    behind = span.end;
    const token = text.slice(span.start, span.end);
    if (token.startsWith('"') || (token.startsWith('/') && token.length > 1))
      words.push({ span, kind: 'text' });
    else if (strong.has(token)) words.push({ span, kind: 'word' });
  }
  comments(text.length);
  return words;
}
