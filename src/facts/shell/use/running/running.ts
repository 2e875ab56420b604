/** A command while it is being run: what the files of this folder share. */
import type { HostShape } from '../../../../pattern/host.ts';
import type { PathShape } from '../../../../pattern/path/path-shape.ts';
import { type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { Command, CommandOperand, InputSpan, PathEffect } from '../../../effect/effect.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import type { Invocation, UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { type Directory, enteredAt } from '../../../record/directory.ts';
import type { Io, Shell } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';
import type { Origins, Stream, Word } from '../../word.ts';

/** A command that is being run, with what its parts have found so far. */
export interface Running {
  readonly invocation: Invocation;
  /** The operands of the command for rules. The contents of its scripts are added while they run. */
  readonly operands: CommandOperand[];
  /** The words after the program. */
  readonly words: readonly Word[];
  /** Its index in `Effects.commands`. */
  readonly command: number;
  readonly shell: Shell;
  readonly state: ShellState;
  /** The shell that it starts, as the files which that shell reads first have left it. */
  readonly started?: ShellState;
  readonly io: Io;
  readonly span: InputSpan;
  /** The directory that its paths are relative to; undefined if it is unknown. */
  readonly base: Directory | undefined;
  /** It works on everything below the folders that it names. */
  readonly recursive: boolean;
  /** The files that it reads, with the origins of their content. */
  readonly reads: PathEffect[];
  /** Files that it writes. Their content is known once all words are read. */
  readonly writes: PathEffect[];
  /** Origins of the content of files that it reads. */
  readonly held: Origins[];
  /** The data that it sends, also where only its settings name the host. */
  readonly uploads: Origins[];
  /** What it sends if it names a host, and copies on this machine otherwise: `rsync a b`. */
  readonly carried: Origins[];
  /** The hosts that it sends to. */
  readonly hosts: HostShape[];
  /** The hosts that may get what it sends: proxies, and others that its words and its variables name. */
  readonly mayGet: HostShape[];
  /** Names of hosts that the settings of ssh may have for others. */
  readonly sshNames: { readonly name: string; readonly certain: boolean }[];
  /** Outputs of what it runs, which it passes on. */
  readonly outputs: Stream[];
}

/** Records that the output of commands goes into another command. */
export function recordPipes(
  from: readonly number[],
  to: number,
  shell: Shell,
  io: Io,
  span: InputSpan,
): void {
  for (const each of from)
    if (each !== to) shell.recorder.pipe({ from: each, to, certain: io.certain, span });
}

/** Whether one of the uses is this one. */
export function isFor(uses: readonly Use[], wanted: Use['name']): boolean {
  for (const { name } of uses) if (name === wanted) return true;
  return false;
}

/** Whether a script runs before the one on standard input, and not instead of it: `sqlite3 -cmd …`. */
export const comesFirst = (program: string, { option }: UsedValue): boolean =>
  option !== undefined && mannersOf(program).begins?.includes(option) === true;

/** Whether a word means standard input. */
export const readsInput = (text: string | undefined): boolean =>
  text === '-' || text === '/dev/stdin' || text === '/dev/fd/0' || text === '/proc/self/fd/0';

/** Whether a command reads code besides its script: by an option, as the module `python -m code`, or always. */
export function isConsole({ invocation: { program, options } }: Running): boolean {
  const { consoles } = mannersOf(program);
  if (consoles === undefined) return false;
  const reads = (name: string | undefined): boolean => name !== undefined && consoles.includes(name);
  return (
    reads(program) ||
    options.some(
      ({ names, value }) => names.some(reads) || (names.includes('-m') && value && reads(staticText(value))),
    )
  );
}

/** Whether a command runs what standard input gives it, where no word is its script. */
export function runsInput(running: Running): boolean {
  const { traits, options } = running.invocation;
  // `python -m json.tool` runs a module, for which standard input is data.
  if (traits.stdin === 'code') return !options.some(({ names }) => names.includes('-m'));
  return traits.stdin === 'shell' || isConsole(running);
}

/**
 * Whether the command has one of the options that a trait lists, or lacks a required one (`!`). If the trait
 * lists the option with `=`, the option needs a value, which is given then.
 */
export function given(
  names: readonly string[],
  { invocation: { options, values } }: Pick<Running, 'invocation'>,
): { readonly value?: Shape } | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  if (names.includes('?')) return {};
  if (first.startsWith('!')) {
    const excuses = [first.slice(1), ...names.slice(1)];
    return options.some((option) => option.names.some((name) => excuses.includes(name))) ? undefined : {};
  }
  if (
    names.includes('-') &&
    values.some(({ option, value }) => option === undefined && staticText(value) === '-')
  )
    return {};
  for (const { names: own, value } of options) {
    if (own.some((name) => names.includes(name))) return {};
    if (value !== undefined && own.some((name) => names.includes(`${name}=`))) return { value };
  }
  return undefined;
}

/** The directory that inner commands start from: its own, or an unknown one. */
export const baseOfRun = ({ invocation, base }: Running): Directory | undefined =>
  given(invocation.traits.leaves, { invocation }) === undefined ? base : { anchor: 'floating', segments: [] };

/**
 * The directory that the paths of a word are relative to: that of the shell, or one that an option in front of
 * it names.
 */
export function baseAt(
  at: number,
  { values }: Invocation,
  { cwd }: Pick<ShellState, 'cwd'>,
  { recorder: { disk } }: Shell,
): Directory | undefined {
  let base = cwd;
  for (const value of values)
    if (value.at < at && isFor(value.uses, 'cwd')) base = enteredAt(value.value, base, disk);
  return base;
}

/**
 * The directory that the record of a command keeps; none if the command runs on another machine, or the
 * directory is unknown.
 */
export function directoryOf(
  path: Directory | undefined,
  { modes: { mayBeElsewhere } }: Pick<ShellState, 'modes'>,
  { elsewhere }: Io,
  { recorder: { disk } }: Shell,
): Pick<Command, 'directory'> {
  if (path === undefined || elsewhere) return {};
  const real = disk.realOf(path);
  const others = real === undefined ? [] : [real];
  return { directory: { path, others, ...(mayBeElsewhere ? { mayBeOther: mayBeElsewhere } : {}) } };
}

/** Records an unknown for a script that the call itself writes, or may have written, if its content is unknown. */
export function checkScript(
  path: PathShape,
  { source }: Shape,
  known: Stream | undefined,
  { shell, state, span }: Running,
  isOpen = state.isOpen(path),
): void {
  // What an archive holds is not in its text: `python3 a.pyz`.
  const isHidden =
    known !== undefined &&
    (!known.isFile || /\.(?:zip|pyz|egg|whl)$/.test(source)) &&
    staticText(known.shape) === undefined;
  if (isOpen)
    shell.unknown('file', source, 'the script in this file depends on what the call does before', span);
  if (known === undefined && state.mayBeWritten(path))
    shell.unknown('file', source, 'the call may write this script', span);
  if (isHidden) shell.unknown('file', source, 'what the call writes into this script is not known', span);
}

/** Whether any word may become several. */
export function anySplits(words: readonly Word[]): boolean {
  for (const { splits } of words) if (splits) return true;
  return false;
}
