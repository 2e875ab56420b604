/** Loops. A loop over known words runs once for each; any other loop runs until its state no longer changes. */
import type { For, Select, While } from 'unbash';
import { anyShape, isOpen, staticText, textShape } from '../../../pattern/text/shape.ts';
import { costOfText, spend } from '../budget.ts';
import { expandWords } from '../expand/expand.ts';
import { textsChanged, textsNow, withText } from '../expand/file-text.ts';
import { type Io, type Shell, withInput } from '../shell.ts';
import { isPerhaps } from '../state/listed-words.ts';
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
  wordOf,
  wordOfShape,
} from '../word.ts';
import { concatenated, eachWay } from './printed.ts';

/** The most rounds that are followed. For the words after that, the variable of the loop is unknown. */
const mostRounds = 64;

/** Runs `for` and `select`: once for each known word, or else until the state no longer changes. */
export function walkFor(node: For | Select, shell: Shell, state: ShellState, io: Io): Stream {
  const listed = node.wordlist?.map((each) => each.text).join(' ') ?? '$@';
  return eachWay(shell, state, listed, (way) => loop(way, () => walkForIn(node, shell, way, io)));
}

function walkForIn(node: For | Select, shell: Shell, state: ShellState, io: Io): Stream {
  const name = node.name.value;
  const words = node.wordlist === undefined ? state.positional : expandWords(node.wordlist, shell, state, io);
  const isKnown = words !== undefined && node.type !== 'Select' && !words.some(({ splits }) => splits);
  const round = (word: Word): Stream => {
    // A loop variable that refers to another variable refers to each of the words in turn.
    const target = state.references.has(name) ? staticText(word.shape) : undefined;
    if (target !== undefined) state.references.set(name, target);
    else state.set(name, { ...word, splits: false, found: undefined });
    return oneRound(state, () => shell.walk(node.body, state, io));
  };
  const before = state.fork();
  const folded = isKnown ? globsOf(node, shell, state, io) : undefined;
  const rounds = (): readonly Stream[] => roundsOf(words ?? [], folded, round, shell);
  // A glob may find nothing, and an unknown list may be empty.
  const isWritten = node.wordlist?.every(({ parts }) => parts === undefined) === true;
  const isSure = isKnown && isWritten && words.every(({ shape }) => !isOpen(shape));
  const streams = isSure ? rounds() : state.perhapsDuring(rounds);
  if (isKnown && (words.length <= mostRounds || folded !== undefined)) return concatenated(streams, shell);
  // The person whom `select` asks may choose nothing, and an unknown list may be empty.
  state.join([state.fork(), before]);
  const unknown = repeat(shell, state, () => {
    if (!isKnown || words.length > mostRounds) state.set(name, wordOfShape(anyShape(`$${name}`)));
    return shell.walk(node.body, state, io);
  });
  return concatenated([...streams, unknown], shell);
}

/**
 * Runs a loop once for each word. If that is too much, and globs have found the words, one round for each glob covers the
 * names that are left.
 */
function roundsOf(
  words: readonly Word[],
  globs: readonly Word[] | undefined,
  round: (word: Word) => Stream,
  shell: Shell,
): readonly Stream[] {
  if (globs !== undefined && words.length > mostRounds) return globs.map(round);
  const streams: Stream[] = [];
  for (const [at, word] of words.slice(0, mostRounds).entries()) {
    const before = leftOf(shell);
    streams.push(round(word));
    const rest = words.length - at - 1;
    const after = leftOf(shell);
    const isTooMuch = after.some((left, sort) => ((before[sort] ?? left) - left) * rest > left / 2);
    if (globs !== undefined && isTooMuch) return [...streams, ...globs.map(round)];
  }
  return streams;
}

/** What is left for the call, of each sort. */
const leftOf = ({ budget, recorder }: Shell): readonly number[] => [
  budget.commands,
  budget.work,
  recorder.left,
];

/** The words of a loop with their globs, as without a disk; undefined if the disk says nothing of them. */
function globsOf(
  { wordlist = [] }: For | Select,
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Word[] | undefined {
  const parts = wordlist.flatMap((word) => word.parts ?? []);
  const isPlain = parts.every(({ type }) => /^(?:Literal|Glob|SingleQuoted|SimpleExpansion)$/.test(type));
  if (!shell.recorder.disk.isReal || !isPlain || !parts.some(({ type }) => type === 'Glob')) return undefined;
  // What runs elsewhere finds no names on this disk.
  const words = expandWords(wordlist, shell, state, { ...io, elsewhere: true });
  return words.some(({ splits }) => splits) ? undefined : words;
}

/** Runs a loop, and joins every way that leaves it by `break` at its end. */
export function loop(state: ShellState, run: () => Stream): Stream {
  const { loops } = state;
  const { sureness } = state.certainty;
  const broken: ShellState[] = [];
  state.loops = [...loops, { broken, continued: [] }];
  const stream = run();
  state.loops = loops;
  if (broken.length > 0) {
    state.join([state.fork(), ...broken]);
    state.certainty.sureness = sureness;
  }
  return stream;
}

/** Runs one round of a loop. Ways that leave it by `continue` go on with the next round. */
function oneRound(state: ShellState, run: () => Stream): Stream {
  const { sureness } = state.certainty;
  const stream = run();
  const left = state.loops.at(-1)?.continued.splice(0) ?? [];
  if (left.length > 0) state.join([state.fork(), ...left]);
  state.certainty.sureness = sureness;
  return stream;
}

/** The most rounds of a loop that runs until its state no longer changes. */
const mostJoins = 3;

/**
 * Runs a loop whose number of rounds is unknown, and may be zero. The texts of files count as its state: a round may
 * read what the one before it wrote.
 */
export function repeat(shell: Shell, state: ShellState, run: () => Stream): Stream {
  const streams: Stream[] = [];
  for (let rounds = 0; ; rounds++) {
    const before = state.fork();
    const texts = textsNow(shell, state);
    streams.push(state.perhapsDuring(() => oneRound(state, run)));
    state.join([state.fork(), before]);
    // A second round adds no change to files from before the call: each of them may have changed already.
    const isSameText =
      rounds === 0 ? !textsChanged(texts, shell, state) : state.files.version === texts.version;
    if (state.isLike(before) && isSameText) break;
    if (rounds > mostJoins) break;
    // The state still changes, so everything that changes becomes unknown.
    if (rounds === mostJoins) {
      state.widen(before);
      if (!isSameText) state.files.widen();
    }
  }
  const [only] = streams;
  if (only !== undefined && streams.length === 1) {
    const { parts: _, listing: __, ...once } = only;
    return { ...once, shape: anyShape('…') };
  }
  spend(shell.budget, originsOf(streams));
  return unknownStream(mergeOrigins(...streams));
}

/**
 * Runs `while` and `until`: once for each line that is read, if the lines are known, or else until the state no
 * longer changes.
 */
export function walkWhile(node: While, shell: Shell, state: ShellState, io: Io): Stream {
  return loop(state, () => walkRounds(node, shell, state, io));
}

/** A loop that reads lines which are known runs once for each. */
function walkRounds(node: While, shell: Shell, state: ShellState, given: Io): Stream {
  const io = readsLines(node) ? withInput(given, withText(given.stdin, shell, given)) : given;
  if (io.stdin !== undefined) spend(shell.budget, costOfText(lengthOf(io.stdin.shape)));
  const lines = readsLines(node) ? linesRead(io.stdin) : undefined;
  if (lines === undefined || lines.length > mostRounds) {
    // Each round may read any of the lines.
    const inner = lines === undefined ? io : withInput(io, unknownStream(mergeOrigins(io.stdin)));
    return repeat(shell, state, () => {
      shell.walk(node.clause, state, inner);
      return shell.walk(node.body, state, inner);
    });
  }
  const before = state.fork();
  // With `until`, or with more than `read` in the condition, the loop may end before its first round.
  const isKnown = io.stdin?.readings === undefined && io.stdin?.listed === undefined;
  const isSure = node.kind === 'while' && node.clause.commands.length === 1 && isKnown;
  const { listed } = io.stdin ?? emptyStream;
  const inner =
    listed !== undefined && isPerhaps({ ...wordOf(''), among: listed }) ? { ...io, certain: false } : io;
  const run = (): readonly Stream[] =>
    lines.map((line) => {
      const { readings: _, listing: __, listed: ___, ...input } = io.stdin ?? emptyStream;
      const stdin = { ...input, shape: textShape(`${line}\n`) };
      return oneRound(state, () => {
        shell.walk(node.clause, state, withInput(inner, stdin));
        return shell.walk(node.body, state, withInput(inner, stdin));
      });
    });
  const streams = isSure ? run() : state.perhapsDuring(run);
  if (!isSure) state.join([state.fork(), before]);
  // The last `read` gets nothing, or a line without a line end.
  const after = state.fork();
  shell.walk(node.clause, after, withInput(io, emptyStream));
  const isWhole = staticText((io.stdin ?? emptyStream).shape)?.endsWith('\n') !== false || lines.length === 0;
  state.join(isSure && isWhole ? [after] : [state.fork(), after]);
  return concatenated(streams, shell);
}

/** The lines of the input, or of each text that it may be; undefined if one of them is unknown. */
function linesRead(stdin: Stream | undefined): readonly string[] | undefined {
  const readings = readingsOf(stdin);
  if (stdin?.listed !== undefined) return stdin.listed.between === '\n' ? stdin.listed.lines : undefined;
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
