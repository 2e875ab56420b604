/** Loops: over words that are known once for each; any other until what it leaves no longer changes. */

import type { For, Select, While } from 'unbash';
import { anyShape, isOpen, staticText, textShape } from '../../../pattern/shape.ts';
import { costOfText, spend } from '../budget.ts';
import { expandWords } from '../expand/expand.ts';
import { type Io, type Shell, withInput } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import {
  emptyStream,
  lengthOf,
  linesOf,
  mergeOrigins,
  originsOf,
  readingsOf,
  type Stream,
  unknownStream,
  type Word,
  wordOfShape,
} from '../word.ts';
import { concatenated, eachWay } from './printed.ts';

/** A loop over more words than this is followed so far; for the rest its variable is not known. */
const mostRounds = 64;

export function walkFor(node: For | Select, shell: Shell, state: ShellState, io: Io): Stream {
  const listed = node.wordlist?.map((each) => each.text).join(' ') ?? '$@';
  return eachWay(shell, state, listed, (way) => loop(way, () => walkForIn(node, shell, way, io)));
}

function walkForIn(node: For | Select, shell: Shell, state: ShellState, io: Io): Stream {
  const name = node.name.value;
  const words = node.wordlist === undefined ? state.positional : expandWords(node.wordlist, shell, state, io);
  const isKnown = words !== undefined && node.type !== 'Select' && !words.some(({ splits }) => splits);
  const round = (word: Word): Stream => {
    // A name that stands for another variable stands for each of the words, one after another.
    const target = state.references.has(name) ? staticText(word.shape) : undefined;
    if (target !== undefined) state.references.set(name, target);
    else state.set(name, { ...word, splits: false, found: undefined });
    return oneRound(state, () => shell.walk(node.body, state, io));
  };
  const before = state.fork();
  const rounds = (): readonly Stream[] => (words ?? []).slice(0, mostRounds).map(round);
  // A glob may find nothing, and a list that is not known may be empty.
  const isWritten = node.wordlist?.every(({ parts }) => parts === undefined) === true;
  const isSure = isKnown && isWritten && words.every(({ shape }) => !isOpen(shape));
  const streams = isSure ? rounds() : state.perhapsDuring(rounds);
  if (isKnown && words.length <= mostRounds) return concatenated(streams, shell);
  // Whoever is asked by `select` may choose none of them, and a list that is not known may be empty.
  state.join([state.fork(), before]);
  const unknown = repeat(shell, state, () => {
    if (!isKnown || words.length > mostRounds) state.set(name, wordOfShape(anyShape(`$${name}`)));
    return shell.walk(node.body, state, io);
  });
  return concatenated([...streams, unknown], shell);
}

/** A loop, behind which each way goes on that `break` leaves it by. */
export function loop(state: ShellState, run: () => Stream): Stream {
  const { loops, sureness } = state;
  const broken: ShellState[] = [];
  state.loops = [...loops, { broken, continued: [] }];
  const stream = run();
  state.loops = loops;
  if (broken.length > 0) {
    state.join([state.fork(), ...broken]);
    state.sureness = sureness;
  }
  return stream;
}

/** One round of a loop: where `continue` leaves it, the next one begins. */
function oneRound(state: ShellState, run: () => Stream): Stream {
  const { sureness } = state;
  const stream = run();
  const left = state.loops.at(-1)?.continued.splice(0) ?? [];
  if (left.length > 0) state.join([state.fork(), ...left]);
  state.sureness = sureness;
  return stream;
}

/** A loop that goes on until its state no longer changes is followed for so many rounds. */
const mostJoins = 3;

/** A loop of which it is not known how often it runs, or whether at all. */
export function repeat(shell: Shell, state: ShellState, run: () => Stream): Stream {
  const streams: Stream[] = [];
  for (let rounds = 0; ; rounds++) {
    const before = state.fork();
    streams.push(state.perhapsDuring(() => oneRound(state, run)));
    state.join([state.fork(), before]);
    if (state.isLike(before)) break;
    if (rounds > mostJoins) break;
    // It goes on changing: what changes may be anything.
    if (rounds === mostJoins) state.widen(before);
  }
  const [only] = streams;
  if (only !== undefined && streams.length === 1) return { ...only, shape: anyShape('…') };
  spend(shell.budget, originsOf(streams));
  return unknownStream(mergeOrigins(...streams));
}

export function walkWhile(node: While, shell: Shell, state: ShellState, io: Io): Stream {
  return loop(state, () => walkRounds(node, shell, state, io));
}

/** A loop that reads lines which are known runs once for each. */
function walkRounds(node: While, shell: Shell, state: ShellState, io: Io): Stream {
  if (io.stdin !== undefined) spend(shell.budget, costOfText(lengthOf(io.stdin.shape)));
  const lines = readsLines(node) ? linesRead(io.stdin) : undefined;
  if (lines === undefined || lines.length > mostRounds) {
    // Each round may find any of its lines.
    const inner = lines === undefined ? io : withInput(io, unknownStream(mergeOrigins(io.stdin)));
    return repeat(shell, state, () => {
      shell.walk(node.clause, state, inner);
      return shell.walk(node.body, state, inner);
    });
  }
  const before = state.fork();
  // `until`, and what is asked besides `read`, may end it before its first round.
  const isSure =
    node.kind === 'while' && node.clause.commands.length === 1 && io.stdin?.readings === undefined;
  const run = (): readonly Stream[] =>
    lines.map((line) => {
      const { readings: _, ...input } = io.stdin ?? emptyStream;
      const stdin = { ...input, shape: textShape(`${line}\n`) };
      return oneRound(state, () => {
        shell.walk(node.clause, state, withInput(io, stdin));
        return shell.walk(node.body, state, withInput(io, stdin));
      });
    });
  const streams = isSure ? run() : state.perhapsDuring(run);
  if (!isSure) state.join([state.fork(), before]);
  // What ends the loop has read nothing, or a line without an end.
  const after = state.fork();
  shell.walk(node.clause, after, withInput(io, emptyStream));
  const isWhole = staticText((io.stdin ?? emptyStream).shape)?.endsWith('\n') !== false || lines.length === 0;
  state.join(isSure && isWhole ? [after] : [state.fork(), after]);
  return concatenated(streams, shell);
}

/** The lines of the input, or of each text that it may be; undefined where one is not known. */
function linesRead(stdin: Stream | undefined): readonly string[] | undefined {
  const readings = readingsOf(stdin);
  if (readings === undefined) return linesOf(stdin);
  const all = readings.map(linesOf);
  const known = all.filter((lines) => lines !== undefined);
  return known.length === all.length ? [...new Set(known.flat())] : undefined;
}

function readsLines({ clause }: While): boolean {
  const command = clause.commands[0]?.command;
  return (
    command?.type === 'Command' &&
    (command.name?.value === 'read' || /\bread$/.test(command.name?.value ?? ''))
  );
}
