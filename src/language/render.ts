/**
 * Diagnostics as text for people: place, message, the line with carets under
 * the words at fault, notes and help. The only place that draws.
 */
import type { Diagnostic } from './diagnostic.ts';
import { indexLines, type LineIndex, type Source, type Span } from './source.ts';

export interface RenderOptions {
  /** ANSI colours. */
  readonly color?: boolean;
}

/** Looks up the text of a file by its path below the policy root. */
export interface SourceLookup {
  (path: string): Source | undefined;
  /** What messages call the file; its path where there is no such function. */
  readonly shown?: (path: string) => string;
}

const widest = 120;

/** One diagnostic as lines of text, without a line end at its end. */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  lookup: SourceLookup,
  options: RenderOptions = {},
): string {
  const paint = painter(options.color ?? false);
  const kind = diagnostic.severity;
  const title = `${paint[kind](`${kind}[${diagnostic.code}]`)}: ${printable(diagnostic.message)}`;
  const lines = [title, ...excerpt(diagnostic.path, diagnostic.span, lookup, paint[kind], '^')];
  for (const note of diagnostic.notes) {
    lines.push(`note: ${printable(note.message)}`, ...excerpt(note.path, note.span, lookup, paint.note, '-'));
  }
  if (diagnostic.help !== undefined) lines.push(`${paint.help('help')}: ${printable(diagnostic.help)}`);
  return lines.join('\n');
}

/** `path:line:column` of a span's start. */
export function renderPlace(path: string, span: Span, lookup: SourceLookup): string {
  const source = lookup(path);
  const name = shownSource(path, lookup);
  if (source === undefined) return name;
  const { line, column } = linesOf(source).positionAt(span.start);
  return `${name}:${line}:${column}`;
}

/** What messages call a file. */
export const shownSource = (path: string, { shown }: SourceLookup): string => shown?.(path) ?? path;

/** The line a span starts on, with its number and carets under the span. */
function excerpt(
  path: string,
  span: Span,
  lookup: SourceLookup,
  paint: (text: string) => string = (text) => text,
  mark = '^',
): string[] {
  const source = lookup(path);
  const name = shownSource(path, lookup);
  if (source === undefined) return [`  --> ${name}`];
  const { line, column, lineText } = linesOf(source).positionAt(span.start);
  const gutter = ' '.repeat(String(line).length);
  const length = Math.max(1, Math.min(span.end - span.start, lineText.length - column + 1));
  const from = column > widest - 20 ? column - 40 : 0;
  const shown = lineText.slice(from, from + widest);
  const before = printable(lineText.slice(from, column - 1));
  const under = printable(lineText.slice(column - 1, column - 1 + length)).slice(0, widest);
  const carets = mark.repeat(Math.max(1, Math.min(under.length, widest - before.length)));
  return [
    `${gutter} --> ${name}:${line}:${column}`,
    `${gutter} |`,
    `${line} | ${printable(shown)}`,
    `${gutter} | ${' '.repeat(before.length)}${paint(carets)}`,
  ];
}

/** Control and direction-changing characters made visible: they must not reach a terminal. */
export function printable(text: string): string {
  return text.replace(/\t/g, '  ').replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return `\\u{${point.toString(16)}}`;
  });
}

const indexes = new WeakMap<Source, LineIndex>();

function linesOf(source: Source): LineIndex {
  let index = indexes.get(source);
  if (index === undefined) {
    index = indexLines(source.text);
    indexes.set(source, index);
  }
  return index;
}

function painter(color: boolean): Record<'error' | 'warning' | 'note' | 'help', (text: string) => string> {
  const paint =
    (code: string) =>
    (text: string): string =>
      color ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { error: paint('1;31'), warning: paint('1;33'), note: paint('36'), help: paint('1;32') };
}
