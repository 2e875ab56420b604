/**
 * Texts that a tool may run, of which nothing says that it does: what a shell would do
 * with one is possible, and no more than that.
 */
import type { PathShape } from '../../pattern/path-shape.ts';
import { Recorder } from '../recorder.ts';
import { analyzeShell, analyzeWords, type ShellContext } from '../shell/analyze.ts';
import { hasCommandMark, mayBeCommand } from './field-look.ts';
import { type ApplyContext, spanOf } from './reading.ts';

/** Where such a text stands. */
export interface Where {
  readonly field: readonly (string | number)[];
  /** What relative paths stand on. */
  readonly bases: readonly (PathShape | undefined)[];
  /** Words that stand beside a command. */
  readonly args: readonly string[];
}

/** A longer text is no command where nothing but its look says that it is one. */
const longestByLook = 65_536;

/** Records a command that looks like one, whatever its field is called: its first word is a program that is known. */
export function runByLook(text: string, where: Where, context: ApplyContext, recorder: Recorder): void {
  if (text.length > longestByLook || !mayBeCommand(text) || !beginsWithProgram(text, context)) return;
  const { effects } = analyzed(text, where, context, recorder);
  const [command] = effects.commands;
  const isCommand = hasCommandMark(text) || (command !== undefined && command.words.length > 0);
  if (isCommand) recorder.possibly(effects);
}

function beginsWithProgram(text: string, { knowledge }: ApplyContext): boolean {
  const [first = ''] = text.trim().split(/[\s|;&<>]/, 1);
  const name = first.replace(/^.*[/\\]/, '');
  const { programs, aliases, cmd, powershell } = knowledge;
  const folded = name.toLowerCase();
  return programs.has(name) || aliases.has(name) || cmd.has(folded) || powershell.has(folded);
}

/**
 * Records a text, or words, that may be a command. Where a word stands for a program
 * that is not known it may as well be code of another language, and what that does is
 * unknown; words, and one word alone, are no code.
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
    span: spanOf({ field: where.field, value: given }),
  });
}

/** What a shell would do with a text, or with words, in each of the directories. */
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
