/**
 * Redirections: the files and descriptors that a command reads from and writes to besides its operands. The
 * shell opens them before the command runs, but the output is known only afterwards. So `close` records the
 * writing in a second step.
 */
import type { HereDoc, Redirect, Redirection, Word as WordNode } from 'unbash';
import type { PathShape } from '../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { PathEffect } from '../../effect/effect.ts';
import { isEndless, isNowhere } from '../../effect/nowhere.ts';
import { filesBehind, type OpenFile, type OpenFiles } from '../../record/open-files.ts';
import { expandSingle, expandText, expandWord } from '../expand/expand.ts';
import { type Io, isSpent, type Shell, spanOf } from '../shell.ts';
import { alternativesOf, choiceOf, isWordList, keyOfValue, type VariableValue } from '../state/choice.ts';
import { keep } from '../state/keep.ts';
import type { ShellState } from '../state/state.ts';
import { textOnDisk } from '../use/written/disk-script.ts';
import { recordPassedOn } from '../use/written/passed-on.ts';
import {
  emptyStream,
  mergeOrigins,
  noOrigins,
  type Stream,
  streamOf,
  unknownStream,
  type Word,
  withOrigins,
  wordOf,
  wordOfShape,
} from '../word.ts';

/** What the redirections of one command open, and how its output reaches them. */
export interface Redirections {
  /** The new standard input; undefined if it is not redirected. */
  readonly stdin: Stream | undefined;
  /** Descriptors from 3 on that the command has open; undefined ones are closed. */
  readonly descriptors: ReadonlyMap<number, Stream | undefined>;
  /** Standard error goes to standard output. */
  readonly joined: boolean;
  /** The files that other descriptors than standard output are open for writing to. */
  readonly targets: ReadonlyMap<number, PathShape>;
  /** The files that each redirected descriptor is open for. */
  readonly files: OpenFiles;
  /** The redirection opens a file or uses a descriptor. If that fails, the command does not run. */
  readonly mayFail: boolean;
  /**
   * Records what was written; gives the output that is left for the next reader. `staysOpen`: more output may
   * follow.
   */
  close(output: Stream, command: number | undefined, staysOpen?: boolean): Stream;
}

/** The result for a command without redirections. */
const none: Redirections = {
  stdin: undefined,
  descriptors: new Map(),
  joined: false,
  targets: new Map(),
  files: new Map(),
  mayFail: false,
  close: (output) => output,
};

/**
 * Opens the redirections of a command in their order, and records the files that they read. `close` of the
 * result records the files that are written.
 */
export function openRedirections(
  redirections: readonly Redirection[],
  shell: Shell,
  state: ShellState,
  io: Io,
): Redirections {
  if (redirections.length === 0) return none;
  const { recorder } = shell;
  const openedBefore = recorder.opened;
  const files = new Map<number, readonly OpenFile[]>();
  /** A redirection sees the files that those before it have opened. */
  const opens = (descriptor: number, opened: readonly OpenFile[]): void => {
    files.set(descriptor, opened);
    recorder.opened = new Map([...recorder.opened, [descriptor, opened]]);
  };
  let stdin: Stream | undefined;
  const descriptors = new Map<number, Stream | undefined>();
  let joined = false;
  let toErrors = false;
  let errorsWereShown = false;
  let mayFail = false;
  const targets = new Map<number, PathShape>();
  const passed: { readonly number: number; readonly all: boolean }[] = [];
  const outputs: { target: Word; node: Redirect; all: boolean }[] = [];
  const open = (descriptor: number, stream: Stream): void => {
    if (descriptor === 0) stdin = stream;
    else descriptors.set(descriptor, stream);
  };
  for (const redirection of redirections) {
    const descriptor = descriptorOf(redirection, state);
    switch (redirection.type) {
      case 'HereString': {
        const word = redirection.target && expandSingle(redirection.target, shell, state, io);
        if (word !== undefined) {
          const pieces = [...word.shape.pieces, { kind: 'text', text: '\n' } as const];
          open(descriptor ?? 0, streamOf(joinPieces(pieces, word.shape.source), word));
        }
        break;
      }
      case 'HereDoc': {
        open(descriptor ?? 0, hereDocument(redirection, shell, state, io));
        break;
      }
      case 'Redirect': {
        if (redirection.target === undefined) break;
        const target = targetOf(redirection.target, shell, state, io);
        if (isDuplication(redirection, target)) {
          const number = Number.parseInt(staticText(target.shape) ?? '', 10);
          const closes = staticText(target.shape) === '-';
          // Only the first three descriptors are open in every shell.
          if (!closes && !(number <= 2)) mayFail = true;
          opens(
            descriptor ?? (redirection.operator === '<&' ? 0 : 1),
            closes ? [] : (recorder.opened.get(number) ?? []),
          );
          if (closes) {
            if (redirection.operator === '<&') open(descriptor ?? 0, emptyStream);
          } else if (redirection.operator === '<&') {
            open(
              descriptor ?? 0,
              descriptors.get(number) ?? givenBy(number, state, { ...io, stdin: stdin ?? io.stdin }),
            );
          } else if (redirection.operator === '>&' && number > 2)
            passed.push({ number, all: (descriptor ?? 1) === 1 });
          else if (number === 1 && descriptor === 2) joined = true;
          else if (number === 2 && (descriptor ?? 1) === 1) {
            toErrors = true;
            errorsWereShown = (targets.get(2) ?? state.targets.get(2)) === undefined;
          }
          break;
        }
        if (!isNowhere(target.shape)) mayFail = true;
        if (redirection.operator === '<' || redirection.operator === '<>') {
          open(descriptor ?? 0, readFrom(target, redirection, shell, state, io));
        }
        if (redirection.operator !== '<' && redirection.operator !== '<&') {
          outputs.push({ target, node: redirection, all: (descriptor ?? 1) === 1 });
          if (target.sink === undefined) targets.set(descriptor ?? 1, state.resolve(target.shape));
        }
        for (const each of descriptorsOf(redirection, descriptor))
          opens(each, openFiles(target, shell, state));
        break;
      }
      default:
        redirection satisfies never;
    }
  }
  recorder.opened = openedBefore;
  return {
    stdin,
    descriptors,
    joined,
    targets,
    files,
    mayFail,
    close(output, command, staysOpen = false) {
      // Errors go to the reader of standard output if the two are joined. Otherwise they are lost.
      const isLost = toErrors && !joined && !state.joined;
      let rest = isLost ? emptyStream : output;
      const errorsAreShown = (targets.get(2) ?? state.targets.get(2)) === undefined;
      if (isLost && errorsWereShown) shell.shown.push(output);
      for (const { number, all } of passed) {
        const path = targets.get(number) ?? state.targets.get(number);
        // The file may then hold this output, and what was written before.
        if (path !== undefined && all) addTo(path, output, state);
        // It may be what standard output was: `exec 3>&1`.
        else if (all) shell.shown.push(output);
        if (all) rest = emptyStream;
      }
      for (const { target, node, all } of outputs) {
        if (target.sink !== undefined) {
          const printed = target.sink.feed(all ? output : unknownStream(output));
          if (all) rest = printed;
          continue;
        }
        if (all && isStandardError(target)) {
          if (joined || state.joined) continue;
          if (errorsAreShown) shell.shown.push(output);
          rest = emptyStream;
          continue;
        }
        if (all && isTerminal(target)) shell.shown.push(output);
        const printed = all ? output : unknownStream({ sources: [], from: [] });
        const outside = openIn(shell, files);
        recorder.during(state.way, () =>
          writeTo(target, node, printed, command, staysOpen, shell, state, io),
        );
        closeIn(shell, outside);
        // Output that reaches standard output under another name still goes to its reader.
        if (all && node.operator !== '<>' && !isStandardOutput(target)) rest = emptyStream;
      }
      return rest;
    },
  };
}

/** The word behind the sign. In bash, braces that give more than one word are an error. */
function targetOf(node: WordNode, shell: Shell, state: ShellState, io: Io): Word {
  if (node.parts?.some(({ type }) => type === 'BraceExpansion') !== true)
    return expandSingle(node, shell, state, io);
  const words = expandWord(node, shell, state, io).filter(({ shape }) => staticText(shape) !== '');
  return words.length === 1 && words[0] !== undefined ? words[0] : wordOfShape(anyShape(node.text));
}

/** The descriptors that a redirection to or from a file opens. */
const descriptorsOf = ({ operator }: Redirect, descriptor: number | undefined): readonly number[] =>
  operator === '&>' || operator === '&>>' || (operator === '>&' && descriptor === undefined)
    ? [1, 2]
    : [descriptor ?? (operator === '<' || operator === '<>' ? 0 : 1)];

/** The files that this redirection opens for a descriptor. */
function openFiles(target: Word, shell: Shell, state: ShellState): readonly OpenFile[] {
  if (target.sink !== undefined || target.stream !== undefined) return [];
  if (isNowhere(target.shape)) return filesBehind(state.resolve(target.shape), shell.recorder.opened);
  return [{ path: target.shape, base: state.cwd }];
}

/**
 * Marks files as open from here on. Gives what the same descriptors were open for before; `closeIn` restores
 * that.
 */
function openIn({ recorder }: Shell, files: OpenFiles): OpenFiles {
  const before = new Map([...files.keys()].map((number) => [number, recorder.opened.get(number) ?? []]));
  if (files.size > 0) recorder.opened = overlaid(recorder.opened, files);
  return before;
}

const closeIn = ({ recorder }: Shell, before: OpenFiles): void => {
  if (before.size > 0) recorder.opened = overlaid(recorder.opened, before);
};

function overlaid(opened: OpenFiles, files: OpenFiles): OpenFiles {
  const all = new Map(opened);
  for (const [number, paths] of files) all.set(number, paths);
  return all;
}

const isStandardOutput = ({ shape }: Word): boolean =>
  /^(?:\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/.test(staticText(shape) ?? '');

const isStandardError = ({ shape }: Word): boolean =>
  /^(?:\/dev\/stderr|\/dev\/fd\/2|\/proc\/self\/fd\/2)$/.test(staticText(shape) ?? '');

const isTerminal = ({ shape }: Word): boolean =>
  /^\/dev\/(?:tty\w*|console|pts\/\w+)$/.test(staticText(shape) ?? '');

/** What a shell has open before one command redirects something. */
export interface Opened {
  readonly targets: ReadonlyMap<number, PathShape>;
  readonly descriptors: ReadonlyMap<number, Stream>;
  readonly joined: boolean;
  readonly files: OpenFiles;
}

/** Applies the redirections of one command. Gives what `restore` needs after it. */
export function redirect(redirections: Redirections, shell: Shell, state: ShellState): Opened {
  const { descriptors, joined, targets } = state;
  if (redirections !== none) keepOpen(redirections, undefined, state);
  return { descriptors, joined, targets, files: openIn(shell, redirections.files) };
}

/** Closes what one command has opened. */
export function restore(
  { descriptors, joined, targets, files }: Opened,
  shell: Shell,
  state: ShellState,
): void {
  closeIn(shell, files);
  state.descriptors = descriptors;
  state.targets = targets;
  state.joined = joined;
}

/** `exec <file 3<other 2>&1` without a command: the redirections stay in the shell. */
export function keepRedirections(redirections: Redirections, shell: Shell, state: ShellState): void {
  openIn(shell, redirections.files);
  keepOpen(redirections, redirections.stdin, state);
}

/** Adds the output of a descriptor to the file that it is open for. */
function addTo(path: PathShape, output: Stream, state: ShellState): void {
  const before = state.file(path);
  state.write(path, unknownStream(mergeOrigins(before, output)));
}

/** Opens descriptors; `input` is the new standard input, if it is redirected. */
function keepOpen(
  { stdin, descriptors, joined, targets }: Redirections,
  input: Stream | undefined,
  state: ShellState,
): void {
  if (stdin !== undefined) state.open(0, input);
  for (const [descriptor, stream] of descriptors) state.open(descriptor, stream);
  if (joined) state.joined = true;
  if (targets.size > 0) state.targets = new Map([...state.targets, ...targets]);
}

/** The number of the redirected descriptor; `{name}<file` takes a free one. */
function descriptorOf({ descriptor }: Redirection, state: ShellState): number | undefined {
  if (descriptor?.type !== 'FileDescriptorVariable') return descriptor?.value;
  const number = 10 + state.descriptors.size;
  const { name } = descriptor;
  const before = state.held(name);
  state.set(name, wordOf(`${number}`));
  // Where the file cannot be opened, the variable stays as it is: `>&$name` is a file then, if it holds no number.
  if (!alternativesOf(before).every(isNumber))
    state.put(name, choiceOf([state.held(name), before], keyOfValue));
  return number;
}

const isNumber = (value: VariableValue | undefined): boolean =>
  value === undefined || (!isWordList(value) && /^\d+$/.test(staticText(value.shape) ?? ''));

/** What can be read from a descriptor; unknown if the script did not open it. */
function givenBy(descriptor: number, state: ShellState, io: Io): Stream {
  if (descriptor === 0) return state.descriptors.get(0) ?? io.stdin ?? unknownStream(noOrigins);
  return state.descriptors.get(descriptor) ?? unknownStream(noOrigins);
}

/** The descriptor that a path refers to: `/dev/fd/3`. */
export function descriptorAt(path: string | undefined): number | undefined {
  if (path === undefined || !path.startsWith('/')) return undefined;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** `2>&1`, `>&-`: the target is a descriptor, not a file. */
function isDuplication({ operator }: Redirect, target: Word): boolean {
  if (operator !== '>&' && operator !== '<&') return false;
  const text = staticText(target.shape);
  return text === undefined ? operator === '<&' : /^(?:\d+-?|-)$/.test(text);
}

function hereDocument(node: HereDoc, shell: Shell, state: ShellState, io: Io): Stream {
  const { body, delimiter } = node;
  const word: Word =
    delimiter?.quoted === true
      ? expandText(body.text, undefined, shell, state, io)
      : expandText(body.text, body.parts, shell, state, io);
  const shape =
    node.operator === '<<-'
      ? {
          pieces: word.shape.pieces.map((piece) =>
            piece.kind === 'text' ? { ...piece, text: piece.text.replace(/^\t+/gm, '') } : piece,
          ),
          source: word.shape.source,
        }
      : word.shape;
  return streamOf(shape, word);
}

function readFrom(target: Word, node: Redirect, shell: Shell, state: ShellState, io: Io): Stream {
  if (target.stream !== undefined) return target.stream;
  const text = staticText(target.shape);
  const descriptor = text === '/dev/stdin' ? 0 : descriptorAt(text);
  const span = spanOf(io, node);
  const about = { certain: io.certain, span, command: undefined };
  if (descriptor !== undefined) {
    const given = givenBy(descriptor, state, io);
    const sources = shell.recorder.during(state.way, () =>
      filesBehind(state.resolve(target.shape), shell.recorder.opened).flatMap((file) =>
        shell.recorder.path({ ...about, ...file, use: 'read' }),
      ),
    );
    return sources.length === 0 ? given : unknownStream(mergeOrigins(given, { sources, from: [] }));
  }
  if (isNowhere(target.shape) && !isEndless(target.shape)) return emptyStream;
  const address = addressOf(target.shape);
  if (address !== undefined) {
    shell.recorder.connect(address, about);
    return unknownStream(target);
  }
  const record = { use: 'read', path: target.shape, base: state.cwd, ...about } as const;
  const effects = shell.recorder.during(state.way, () => shell.recorder.path(record));
  const [effect] = effects;
  const known = effect === undefined ? undefined : state.file(effect.path);
  if (known !== undefined) return withOrigins(known, mergeOrigins(known, { sources: effects, from: [] }));
  return { ...unknownStream({ sources: effects, from: [] }), isFile: true };
}

/** The address of `/dev/tcp/HOST/PORT`, also if the host is unknown; undefined for a file. */
function addressOf(target: Shape): Shape | undefined {
  const [first, ...rest] = target.pieces;
  if (first?.kind !== 'text' || !/^\/dev\/(?:tcp|udp)\//.test(first.text)) return undefined;
  if (rest.length === 0) return target;
  const start = { kind: 'text', text: `tcp://${first.text.slice('/dev/tcp/'.length)}` } as const;
  return { pieces: [start, ...rest], source: target.source };
}

function writeTo(
  target: Word,
  node: Redirect,
  output: Stream,
  command: number | undefined,
  staysOpen: boolean,
  shell: Shell,
  state: ShellState,
  io: Io,
): void {
  const about = { certain: io.certain, span: spanOf(io, node), command };
  const address = addressOf(target.shape);
  if (address !== undefined) {
    const host = shell.recorder.connect(address, about);
    if (host !== undefined) sendAll(output, host, about, shell);
    return;
  }
  const appends = node.operator === '>>' || node.operator === '&>>';
  const content = staticText(output.shape);
  const mayKeep = node.operator !== '>|' && state.modes.sparesFiles;
  const [effect] = shell.recorder.path({
    use: 'write',
    path: target.shape,
    base: state.cwd,
    content,
    appends: appends || node.operator === '<>',
    // Opening a file for writing creates it, or empties it if it exists.
    empties: content === '' && !mayKeep ? 'if there' : content === '' || staysOpen ? 'perhaps' : undefined,
    ...about,
  });
  if (node.operator === '<>' && effect !== undefined) {
    shell.recorder.path({ use: 'read', path: target.shape, base: state.cwd, ...about });
  }
  if (effect === undefined) return;
  const isSure = io.via.length === 0 && !mayKeep;
  const there = appends && !io.elsewhere ? textOnDisk(effect.path, shell) : undefined;
  // It overwrites only as much of the file as it prints.
  const written = node.operator === '<>' ? unknownStream(output) : output;
  keep(effect, written, { appends, isSure: isSure && node.operator !== '<>', there }, state, shell.recorder);
  recordPassedOn(output, effect, appends, shell);
}

function sendAll(
  output: Stream,
  host: NonNullable<ReturnType<Shell['recorder']['connect']>>,
  about: {
    readonly certain: boolean;
    readonly span: PathEffect['span'];
    readonly command: number | undefined;
  },
  shell: Shell,
): void {
  const { sources } = output;
  if (sources.length === 0) shell.recorder.send({ ...about, source: undefined, host });
  for (const source of sources) {
    if (isSpent(shell, about.span)) return;
    shell.recorder.send({ ...about, source, host });
  }
}
