/** Reading a script of Windows from left to right: steps that the readers of PowerShell and of cmd.exe share. */
import { mostUnknowns, mostWindowsSteps, tooManyUnknowns, type WindowsUnknown } from './windows-script.ts';

/** A part of a script that is being read. Offsets are those of UTF-16. */
export interface TextReader {
  readonly text: string;
  /** Where the part ends. */
  readonly end: number;
  at: number;
  readonly unknowns: WindowsUnknown[];
  /** The place in the script that was given, if this text is a string in it. */
  readonly inside?: { readonly start: number; readonly end: number } | undefined;
}

/** The character at the present place; nothing at the end. */
export const character = (reader: TextReader): string =>
  reader.at < reader.end ? (reader.text[reader.at] ?? '') : '';

/** The place of a part in the script that was given. */
export const span = (reader: TextReader, start: number, end = reader.at): { start: number; end: number } =>
  reader.inside ?? { start, end };

/** Records a part that is not understood, with the reason. */
export function unknown(
  reader: TextReader,
  start: number,
  why: string,
  end = reader.at,
  sort?: 'budget',
): void {
  if (reader.unknowns.length > mostUnknowns) return;
  if (reader.unknowns.length === mostUnknowns) {
    reader.unknowns.push({ text: '…', why: tooManyUnknowns, ...span(reader, start, end), sort: 'budget' });
    return;
  }
  const text = reader.text.slice(start, Math.min(end, start + 200));
  reader.unknowns.push({ text, why, ...span(reader, start, end), sort });
}

/** Records an unknown for what is too long, too deep or too much to follow. */
export function givenUp(reader: TextReader, start: number, why: string, end = reader.at): void {
  unknown(reader, start, why, end, 'budget');
}

/** Matches a sticky pattern at the present place, without moving. */
export function matchHere(reader: TextReader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  return found !== null && found.index + found[0].length <= reader.end ? found : undefined;
}

/** Matches a sticky pattern at the present place, and moves behind it. Gives the text; undefined without a match. */
export function takeHere(reader: TextReader, pattern: RegExp): string | undefined {
  const found = matchHere(reader, pattern)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

/** The deepestNesting nesting that is read. */
export const deepestNesting = 60;

/** Counts a step. If there are too many, it records that once, and reading ends. */
export function hasSpentSteps(reader: TextReader & { readonly turns: { steps: number } }): boolean {
  const { turns } = reader;
  if (turns.steps++ < mostWindowsSteps) return false;
  if (turns.steps === mostWindowsSteps + 1)
    givenUp(reader, reader.at, 'the script does more than is followed', reader.end);
  reader.at = reader.end;
  return true;
}
