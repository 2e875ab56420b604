/**
 * Small edits of a command line: a word added, removed or replaced, another command behind it. They are made where the
 * analysis has found a command, and are guesses: the analysis of the edited text says what it does.
 */
import type { Command } from '../facts/effect/effect.ts';
import { shellQuoted } from './quote.ts';
import type { RepairCandidates } from './repair-candidates.ts';
import { sampleLines } from './sample-calls.ts';

/** At most so many edits of one text are tried. */
const mostEdits = 700;
/** At most so many commands of a text have their words changed. */
const mostCommands = 6;

interface Words {
  readonly start: number;
  readonly end: number;
  /** The program first. */
  readonly words: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

/** Edits of a text that a shell runs, in which these commands were found; the smallest first. */
export function shellEdits(
  text: string,
  commands: readonly Command[],
  of: RepairCandidates,
): readonly string[] {
  const found = commands.slice(0, mostCommands).flatMap((command) => locate(text, command) ?? []);
  const lines = sampleLines(of);
  const edits = new Set<string>();
  for (const words of found) for (const edit of wordEdits(text, words, of)) edits.add(edit);
  for (const line of lines) edits.add(line);
  for (const line of lines) edits.add(text.trim() === '' ? line : `${text} && ${line}`);
  for (const { start, end } of found.length > 1 ? found : [])
    for (const line of lines) edits.add(spliced(text, start, end, line));
  edits.delete(text);
  return [...edits].slice(0, mostEdits);
}

function* wordEdits(text: string, { end, words }: Words, of: RepairCandidates): Generator<string> {
  const more = [...of.options, ...of.operands.map(shellQuoted)];
  for (const word of more) yield spliced(text, end, end, ` ${word}`);
  const [program, ...rest] = words;
  // Some programs take options only before their operands.
  if (program !== undefined)
    for (const word of more) yield spliced(text, program.end, program.end, ` ${word}`);
  for (const word of rest) {
    yield spliced(text, word.start - 1, word.end, '');
    yield* withoutLetter(text, word);
  }
  const others = [
    ...of.options,
    ...of.operands.map(shellQuoted),
    ...of.paths.map(shellQuoted),
    ...of.hosts.map((host) => `https://${host}/`),
  ];
  for (const word of rest) for (const other of others) yield spliced(text, word.start, word.end, other);
  // One option is removed and another one added, since the first may rule out the second.
  for (const word of rest.filter((each) => each.text.startsWith('-')))
    for (const other of of.options)
      yield spliced(spliced(text, end, end, ` ${other}`), word.start - 1, word.end, '');
  if (of.verbs.has('elevates') && program !== undefined)
    yield spliced(text, program.start, program.start, 'sudo ');
  if (of.verbs.has('pipes'))
    for (const consumer of of.consumers) yield spliced(text, end, end, ` | ${consumer}`);
  if (of.opaque && program !== undefined) yield spliced(text, program.start, program.end, '$EXAMPLE');
}

/** `-nfd` without one of its letters. */
function* withoutLetter(text: string, { start, text: word }: Words['words'][number]): Generator<string> {
  if (!/^-[A-Za-z]{2,6}$/.test(word)) return;
  for (let at = 1; at < word.length; at++) yield spliced(text, start + at, start + at + 1, '');
}

const spliced = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, Math.max(0, start)) + by + text.slice(end);

/** The places of a command's words; undefined where the text does not contain them. */
function locate(text: string, { span, programWord, args }: Command): Words | undefined {
  if (span.end <= span.start || span.end > text.length) return undefined;
  const words: Words['words'][number][] = [];
  let from = span.start;
  for (const { source } of [programWord, ...args]) {
    if (source === '') continue;
    const start = text.indexOf(source, from);
    if (start < 0 || start + source.length > span.end) continue;
    from = start + source.length;
    words.push({ start, end: from, text: source });
  }
  return words.length === 0 ? undefined : { start: span.start, end: from, words };
}
