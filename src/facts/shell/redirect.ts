/**
 * Redirections: what a command reads from and writes to beside its operands.
 * They are opened before the command runs, and what it printed is known only
 * after, so that writing is recorded in a second step.
 */
import type { HereDoc, Redirect, Redirection } from 'unbash';
import { joinPieces, showShape, staticText } from '../../pattern/shape.ts';
import type { PathEffect } from '../effect.ts';
import { expandSingle, expandText } from './expand.ts';
import { type Io, type Shell, spanOf } from './shell.ts';
import type { ShellState } from './state.ts';
import { emptyStream, mergeOrigins, type Stream, streamOf, unknownStream, type Word } from './word.ts';

export interface Redirections {
  /** What standard input is now; undefined where nothing was said of it. */
  readonly stdin: Stream | undefined;
  /** Records what was written; gives what is left for whoever reads on. */
  close(output: Stream, command: number | undefined): Stream;
  /** What the command writes to sockets of the shell's own: `/dev/tcp/host/port`. */
}

/** Writing to these is no write: nothing is kept. */
const nowhere = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+|console)$|^\/proc\/self\/fd\/\d+$/;

export function openRedirections(
  redirections: readonly Redirection[],
  shell: Shell,
  state: ShellState,
  io: Io,
): Redirections {
  let stdin: Stream | undefined;
  const outputs: { target: Word; node: Redirect; all: boolean }[] = [];
  for (const redirection of redirections) {
    const descriptor =
      redirection.descriptor?.type === 'FileDescriptor' ? redirection.descriptor.value : undefined;
    switch (redirection.type) {
      case 'HereString': {
        const word = redirection.target && expandSingle(redirection.target, shell, state, io);
        if (word !== undefined && (descriptor ?? 0) === 0) {
          stdin = streamOf(
            joinPieces([...word.shape.pieces, { kind: 'text', text: '\n' }], word.shape.source),
            word,
          );
        }
        break;
      }
      case 'HereDoc': {
        const stream = hereDocument(redirection, shell, state, io);
        if ((descriptor ?? 0) === 0) stdin = stream;
        break;
      }
      case 'Redirect': {
        if (redirection.target === undefined) break;
        const target = expandSingle(redirection.target, shell, state, io);
        if (isDuplication(redirection, target)) break;
        if (redirection.operator === '<' || redirection.operator === '<>') {
          const stream = readFrom(target, redirection, shell, state, io);
          if ((descriptor ?? 0) === 0) stdin = stream;
        }
        if (redirection.operator !== '<' && redirection.operator !== '<&') {
          outputs.push({ target, node: redirection, all: (descriptor ?? 1) === 1 });
        }
        break;
      }
      default:
        redirection satisfies never;
    }
  }
  return {
    stdin,
    close(output, command) {
      let rest = output;
      for (const { target, node, all } of outputs) {
        writeTo(
          target,
          node,
          all ? output : unknownStream({ sources: [], from: [] }),
          command,
          shell,
          state,
          io,
        );
        // What goes to standard output by another of its names still goes to whoever reads that.
        if (all && node.operator !== '<>' && !isStandardOutput(target)) rest = emptyStream;
      }
      return rest;
    },
  };
}

const isStandardOutput = ({ shape }: Word): boolean =>
  /^(?:\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/.test(staticText(shape) ?? '');

/** `2>&1`, `>&-`: one descriptor for another, and no file. */
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
  if (text !== undefined && nowhere.test(text))
    return text === '/dev/stdin' ? (io.stdin ?? emptyStream) : emptyStream;
  const span = spanOf(io, node);
  const about = { certain: io.certain, span, command: undefined };
  if (text?.startsWith('/dev/tcp/') === true || text?.startsWith('/dev/udp/') === true) {
    shell.recorder.connect(target.shape, about);
    return unknownStream(target);
  }
  const effects = shell.recorder.path({ use: 'read', path: target.shape, base: state.cwd, ...about });
  const [effect] = effects;
  const known = effect === undefined ? undefined : state.file(effect.path);
  if (known !== undefined) return { ...known, ...mergeOrigins(known, { sources: effects, from: [] }) };
  return { ...unknownStream({ sources: effects, from: [] }), isFile: true };
}

function writeTo(
  target: Word,
  node: Redirect,
  output: Stream,
  command: number | undefined,
  shell: Shell,
  state: ShellState,
  io: Io,
): void {
  const text = staticText(target.shape);
  if (text !== undefined && nowhere.test(text)) return;
  const about = { certain: io.certain, span: spanOf(io, node), command };
  if (text?.startsWith('/dev/tcp/') === true || text?.startsWith('/dev/udp/') === true) {
    const host = shell.recorder.connect(target.shape, about);
    if (host !== undefined) sendAll(output, host, about, shell);
    return;
  }
  const appends = node.operator === '>>' || node.operator === '&>>';
  const content = staticText(output.shape);
  const [effect] = shell.recorder.path({
    use: 'write',
    path: target.shape,
    base: state.cwd,
    content,
    ...about,
  });
  if (node.operator === '<>' && effect !== undefined) {
    shell.recorder.path({ use: 'read', path: target.shape, base: state.cwd, ...about });
  }
  if (effect !== undefined) keep(effect, output, appends, state);
}

/** What was written is there for whoever reads or runs it later in the same call. */
export function keep(effect: PathEffect, output: Stream, appends: boolean, state: ShellState): void {
  const before = appends ? state.file(effect.path) : undefined;
  if (before === undefined) {
    state.write(
      effect.path,
      appends
        ? { ...output, shape: { ...output.shape, pieces: [{ kind: 'any' }, ...output.shape.pieces] } }
        : output,
    );
    return;
  }
  const pieces = [...before.shape.pieces, ...output.shape.pieces];
  const shape = joinPieces(pieces, showShape(before.shape));
  state.write(effect.path, { ...streamOf(shape, mergeOrigins(before, output)), isFile: false });
}

export function sendAll(
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
  for (const source of sources) shell.recorder.send({ ...about, source, host });
}
