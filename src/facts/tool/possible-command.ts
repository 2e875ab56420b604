/**
 * Texts that a tool may run, although no table says that it does. All effects of such a command are only possible.
 */
import type { PathShape } from '../../pattern/path/path-shape.ts';
import { Recorder } from '../record/recorder.ts';
import { analyzeShell, analyzeWords, type ShellContext } from '../shell/analyze.ts';
import { hasCommandMark, mayBeCommand } from './field-look.ts';
import { type ApplyContext, spanOfField } from './reading.ts';

/** The context of such a text. */
export interface Where {
  readonly field: readonly (string | number)[];
  /** The directories that relative paths are resolved against. */
  readonly bases: readonly (PathShape | undefined)[];
  /** Arguments beside a command. */
  readonly args: readonly string[];
}

/** A longer text is no command if only its look suggests one. */
const longestByLook = 65_536;

/** The most lines of a text that are looked at one by one. */
const mostLines = 64;

/**
 * Records a text that looks like a command, whatever the name of its field: its first word is a known program, or the
 * first word behind signs and words of a shell. If the text as a whole is none, a line of it may be one.
 */
export function runByLook(text: string, where: Where, context: ApplyContext, recorder: Recorder): void {
  if (text.length > longestByLook) return;
  if (runWhole(text, where, context, recorder)) return;
  for (const line of text.split('\n', mostLines)) {
    const command = line.slice(0, longestLine).replace(beforeCommand, '');
    if (command !== text) runWhole(command, where, context, recorder);
  }
}

const longestLine = 4096;

function runWhole(text: string, where: Where, context: ApplyContext, recorder: Recorder): boolean {
  const command = text.replace(shellWords, '');
  if (!mayBeCommand(command) || !isProgram(firstWord(command), context)) return false;
  const { effects } = analyzed(text, where, context, recorder);
  const [first] = effects.commands;
  const isCommand = hasCommandMark(text) || (first !== undefined && first.words.length > 0);
  if (isCommand) recorder.possibly(effects);
  return true;
}

/** What a shell allows in front of the first command: `(`, `{`, `$(`, `!`, `if`, `A=1`, lines of comments. */
const shellWords =
  /^(?:#[^\n]*\n|[\s({!`\\]|\$\(|[A-Za-z_]\w*=\S*\s+|(?:if|while|until|do|then|else|time)\s+|for\s[^;\n]{1,200};\s*do\s+){1,50}/;

/** What people and files put in front of a command: a prompt, a bullet, a key, a fence, quotes. */
const beforeCommand = /^(?:[\s*>$#`"'-]|[\w .-]{1,60}[:=](?!\/\/)|<[\w-]{1,40}>){1,20}/;

const firstWord = (text: string): string => text.trim().split(/[\s|;&<>]/, 1)[0] ?? '';

/** Whether a word is the name of a known program, or a path of one. */
export function isProgram(word: string, { knowledge }: ApplyContext): boolean {
  const name = word.replace(/^["']|["']$/g, '').replace(/^.*[/\\]/, '');
  const { programs, aliases, cmd, powershell } = knowledge;
  const folded = name.toLowerCase();
  return programs.has(name) || aliases.has(name) || cmd.has(folded) || powershell.has(folded);
}

/** Records separate words that may be a program with its arguments, whatever the name of their field. */
export function runWordsByLook(
  words: readonly string[],
  where: Where,
  context: ApplyContext,
  recorder: Recorder,
): void {
  const [first = ''] = words;
  if (words.length + where.args.length < 2 || /\s/.test(first) || !isProgram(first, context)) return;
  recorder.possibly(analyzed(words, where, context, recorder).effects);
}

/**
 * Records a text, or words, that may be a command. If its program is unknown, a text may also be code in another
 * language, with unknown effects. Separate words, and a single word, are no code.
 */
export function runPossibly(
  given: string | readonly string[],
  where: Where,
  context: ApplyContext,
  recorder: Recorder,
): void {
  const { effects } = analyzed(given, where, context, recorder);
  recorder.possibly(effects);
  if (typeof given !== 'string' || /^[\w./~:\\-]+$/.test(given.trim())) return;
  if (effects.commands.length > 0 && effects.commands.every(({ known }) => known)) return;
  recorder.unknown({
    sort: 'program',
    text: given.slice(0, 200),
    why: `the field \`${where.field.join('.').slice(0, 100)}\` may be a command or code, and what reads it is not known`,
    span: spanOfField({ field: where.field, value: given }),
  });
}

/** Records a command that reads a text of another field. */
export function runGiven(
  command: string,
  input: string,
  where: Where,
  context: ApplyContext,
  recorder: Recorder,
): void {
  if (command.length + input.length > longestByLook || /\n/.test(command.trim())) return;
  if (!isProgram(firstWord(command), context)) return;
  const end = endOfInput(input);
  const text = `${command.trim()} <<'${end}'\n${input}\n${end}\n`;
  recorder.possibly(analyzed(text, where, context, recorder).effects);
}

/** A word that is no line of the text. */
export function endOfInput(input: string): string {
  let end = 'END';
  while (input.includes(end)) end += 'X';
  return end;
}

/** Records what a shell would do with a text, or with words, in each of the directories. */
function analyzed(
  given: string | readonly string[],
  where: Where,
  context: ApplyContext,
  { disk }: Recorder,
): Recorder {
  const { roots, knowledge, tool } = context;
  const found = new Recorder(disk);
  const { args } = where;
  for (const cwd of where.bases) {
    const about: ShellContext = { cwd, roots, knowledge, tool, dialect: undefined, field: where.field };
    if (typeof given !== 'string') analyzeWords([...given, ...args], about, found);
    else if (args.length === 0) analyzeShell(given, about, found);
    else if (/\s/.test(given.trim())) analyzeShell(`${given} ${args.join(' ')}`, about, found);
    else analyzeWords([given.trim(), ...args], about, found);
  }
  return found;
}
