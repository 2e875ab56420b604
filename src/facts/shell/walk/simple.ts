/**
 * Runs a simple command as it is written: assignments, redirections and words. This file expands the words;
 * `invoke.ts` says what the command then does.
 */
import type { ArrayValue, Assignment, Command as CommandNode, Word as WordNode } from 'unbash';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
} from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import type { Taken } from '../../effect/way.ts';
import { filesBehind } from '../../record/open-files.ts';
import { costOfText, spend } from '../budget.ts';
import { evaluateAgain } from '../expand/evaluate-again.ts';
import { expandSingle, expandSubscript, expandWord, parameterValue } from '../expand/expand.ts';
import { maybeSeveral } from '../expand/parameter.ts';
import { boundedWords, mostArguments } from '../expand/word-builder.ts';
import { type Io, type Shell, spanOf, textOf, withInput } from '../shell.ts';
import {
  alternativesOf,
  choiceOf,
  isWordList,
  keyedList,
  keyOfValue,
  type List,
  mixedList,
} from '../state/choice.ts';
import { alternativesIn, withoutOrder } from '../state/listed-words.ts';
import type { ShellFunction } from '../state/shell-function.ts';
import type { ShellState } from '../state/state.ts';
import { waysOf } from '../state/ways.ts';
import { computePending, runPending, runVariable } from '../use/written/running-variable.ts';
import {
  boundedShape,
  emptyStream,
  type GlobWays,
  lengthOf,
  mergeOrigins,
  originsOf,
  originsOfOne,
  type Stream,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from '../word.ts';
import { descriptorAt, keepRedirections, openRedirections, redirect, restore } from './redirect.ts';

/** Runs a command, once for each state that its words may depend on. */
export function runSimple(node: CommandNode, shell: Shell, state: ShellState, io: Io): Stream {
  if (!state.mayChoose) return runOnce(node, shell, state, io);
  const ways = waysOf(state, textOf(io, node));
  const [only] = ways;
  if (ways.length === 1 && only !== undefined) return runOnce(node, shell, only, io);
  const streams = ways.map((way) => runOnce(node, shell, way, io));
  state.join(ways);
  return oneOf(streams);
}

function runOnce(node: CommandNode, shell: Shell, state: ShellState, io: Io): Stream {
  const { name } = node;
  const aliases = name === undefined || io.depth >= 30 ? undefined : aliasesOf(name, state);
  if (name === undefined || aliases === undefined) return runPlain(node, shell, state, io);
  // It is unknown whether the shell expands aliases: a script does not, a terminal does.
  const plain = state.branch();
  const ways: ShellState[] = [plain];
  const streams = [runPlain(node, shell, plain, io)];
  for (const alias of aliases) {
    const way = state.branch();
    ways.push(way);
    streams.push(runAlias(alias, node, name, shell, way, io));
  }
  state.join(ways);
  return oneOf(streams);
}

/** The command with the text of an alias in the place of its name. */
function runAlias(
  alias: Word,
  node: CommandNode,
  name: WordNode,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const redirections = openRedirections(node.redirects, shell, state, io);
  const inner = withInput(io, redirections.stdin ?? state.descriptors.get(0) ?? io.stdin);
  const rest = io.source.text.slice(name.end, node.end);
  const last = alias.shape.pieces[alias.shape.pieces.length - 1];
  const next = node.args[0];
  // If the alias ends in a blank, the next word may be an alias too.
  if (
    last?.kind === 'text' &&
    /\s$/.test(last.text) &&
    next?.type === 'Word' &&
    state.aliases.has(next.value)
  )
    shell.unknown(
      'code',
      next.text,
      'the alias before it makes the shell expand an alias here too',
      spanOf(io, node),
    );
  if (/<</.test(showShape(alias.shape)))
    shell.unknown('code', name.text, 'the alias begins a here-document in what follows', spanOf(io, node));
  const pieces = [...alias.shape.pieces, { kind: 'text', text: ` ${rest}` } as const];
  const text = wordOfShape(joinPieces(pieces, alias.shape.source), alias);
  // An alias is not expanded inside its own text.
  const held = state.aliases.get(name.value);
  state.aliases.delete(name.value);
  const whole = spanOf(io, node);
  const run = (): Stream => shell.runText(text, state, { ...inner, source: { ...io.source, whole } });
  const output = redirections.mayFail ? state.unsurely(run) : run();
  if (held !== undefined) state.aliases.set(name.value, held);
  return output;
}

function runPlain(node: CommandNode, shell: Shell, state: ShellState, io: Io): Stream {
  const redirections = openRedirections(node.redirects, shell, state, io);
  const inner = withInput(io, redirections.stdin ?? state.descriptors.get(0) ?? io.stdin);
  const assignments = assignmentsOf(node);
  const { name } = node;
  if (name === undefined) {
    const refused = assignments.find((each) => state.mayRefuse(each.name));
    // The rest of the line is left out then, or of the script, also from inside a loop or a function.
    if (refused !== undefined) {
      state.mayEnd();
      shell.unknown(
        'code',
        refused.text,
        'a variable that cannot be set ends the line or the script',
        spanOf(inner, node),
      );
    }
    for (const assignment of assignments) assign(assignment, shell, state, inner);
    runPending(state, shell, inner, spanOf(io, node));
    // `$(<file)` is the content of the file; the output of `<file` alone is not used.
    const output = assignments.length === 0 ? redirections.stdin : undefined;
    return redirections.close(output ?? emptyStream, undefined);
  }
  const before = redirect(redirections, shell, state);
  const words = wordsOf(node, name, shell, state, inner);
  restore(before, shell, state);
  spend(shell.budget, words.length + originsOf(words) + originsOfOne(inner.stdin));
  const span = spanOf(io, node);
  runPending(state, shell, inner, span);
  const given = assignments.map((each) => [each.name, state.held(each.name)] as const);
  const mayKeep = given.length > 0 && mayKeepAssignments(words, state);
  for (const assignment of assignments) {
    assign(assignment, shell, state, inner);
    runVariable(assignment.name, state, shell, inner, span);
  }
  const { exported, pending } = state;
  for (const { name: each } of assignments) {
    // The command runs without a value that the variable refuses.
    if (state.mayRefuse(each) && state.exported.get(each) !== 'always')
      state.put(each, choiceOf([state.held(each), undefined], keyOfValue));
    state.export(each);
  }
  state.pending = pending;
  // With another search path the program may not be found.
  const mayMiss = assignments.some(({ name: each }) => each === 'PATH') || state.mayMissPrograms;
  const outside = redirect(redirections, shell, state);
  const isLast = onSuccess(node, shell, state);
  const run = (): Stream =>
    shell.recorder.succeeding(isLast !== undefined, () => runEach(words, shell, state, inner, span));
  const output = redirections.mayFail || mayMiss ? state.unsurely(run, isLast) : run();
  restore(outside, shell, state);
  // These variables hold for this command only: `IFS=: read a b` keeps what it reads, and not the `IFS`.
  const putBack = (way: ShellState): void => {
    for (const [each, held] of given) way.put(each, held);
    way.exported = exported;
  };
  if (given.length > 0) {
    if (mayKeep) onEitherWay(state, putBack);
    else putBack(state);
  }
  computePending(state, shell, inner, span);
  // Any command may write its output to a process substitution among its words.
  for (const { sink } of words) if (sink?.fed === false) sink.feed(unknownStream(output));
  const [program] = words;
  const isKept = words.length === 1 && program !== undefined && staticText(program.shape) === 'exec';
  if (isKept) {
    keepRedirections(redirections, shell, state);
    // POSIX shells end if such a redirection fails: `exec 3<f` without the file.
    if (redirections.mayFail) state.mayEnd();
  }
  // The output of all commands behind it goes there.
  return redirections.close(isKept ? unknownStream(output) : output, output.from[0], isKept);
}

/**
 * Whether variables in front of a command may stay: `x=1 :` sets `x` in dash, ksh, busybox and the POSIX mode of bash, in front
 * of each special built-in (POSIX, 2.14), and in ksh also in front of a function. An alias may mean one of these.
 */
function mayKeepAssignments([program]: readonly Word[], { functions, aliases }: ShellState): boolean {
  const name = program === undefined ? undefined : staticText(program.shape);
  return name === undefined || keepingAssignments.has(name) || functions.has(name) || aliases.has(name);
}

/** Special built-ins, those that a shell takes for one (`local` of dash, `integer` of ksh, `-` of zsh), and what runs them. */
const keepingAssignments: ReadonlySet<string> = new Set(
  (
    ': . break continue eval exec exit export readonly return set shift source times trap unset ' +
    'local declare typeset integer float nameref compound - builtin command noglob nocorrect'
  ).split(' '),
);

/** Changes a state, or leaves it as it is. */
function onEitherWay(state: ShellState, change: (way: ShellState) => void): void {
  const changed = state.branch();
  change(changed);
  state.join([changed, state.branch()]);
}

/**
 * Whether a command has run if the call succeeds. A trap may give the call another outcome than that of its
 * last command.
 */
export const onSuccess = (node: unknown, { last }: Shell, { traps }: ShellState): Taken | undefined =>
  traps.length === 0 && last.has(node) ? whereCallSucceeds : undefined;

const whereCallSucceeds: Taken = { onSuccess: true };

/** Runs a command, once for each way in which its globs may find names. */
function runEach(words: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan): Stream {
  if (!words.some(({ found }) => found !== undefined)) return runNamed(words, shell, state, io, span);
  const all = wordsOnWays(words);
  const ways = all.map(() => state.branch());
  const streams = ways.map((way, at) => runNamed(all[at] ?? words, shell, way, io, span));
  state.join(ways);
  return oneOf(streams);
}

/** The most ways that are kept apart. With more, all globs share their alternatives. */
const mostWays = 16;

function wordsOnWays(words: readonly Word[]): readonly (readonly Word[])[] {
  const globs = [...new Set(words.flatMap(({ found }) => found?.glob ?? []))];
  const counts = globs.map(({ count }) => count);
  const isProduct = counts.reduce((product, count) => product * count, 1) <= mostWays;
  let ways: readonly ReadonlyMap<GlobWays, number>[] = [new Map()];
  if (isProduct)
    for (const glob of globs)
      ways = ways.flatMap((way) => Array.from({ length: glob.count }, (_, at) => new Map(way).set(glob, at)));
  else
    ways = Array.from(
      { length: Math.max(...counts) },
      (_, at) => new Map(globs.map((glob) => [glob, Math.min(at, glob.count - 1)])),
    );
  return ways.map((way) => words.filter(({ found }) => found?.on.includes(way.get(found.glob) ?? 0) ?? true));
}

/** Runs the functions that a name may refer to, and the program if it may be no function. */
function runNamed(given: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan): Stream {
  // Any of several words whose order is not known may be the name.
  const words = given[0]?.among === undefined ? given : withoutOrder(given);
  const [first] = words;
  const name = first === undefined ? undefined : staticText(first.shape);
  const functions = name === undefined ? undefined : state.functions.get(name);
  if (functions === undefined) return shell.runWords(words, state, io, span);
  const run = (called: ShellFunction | undefined, way: ShellState): Stream =>
    called === undefined
      ? shell.runWords(words, way, io, span)
      : shell.runFunction(called, withoutOrder(words.slice(1)), way, io);
  if (functions.length === 1) return run(functions[0], state);
  const ways = functions.map(() => state.branch());
  const streams = ways.map((way, index) => run(functions[index], way));
  state.join(ways);
  return oneOf(streams);
}

/** What one of several ways prints. */
const oneOf = (streams: readonly Stream[]): Stream =>
  streams.length === 1 && streams[0] !== undefined ? streams[0] : unknownStream(mergeOrigins(...streams));

const noAssignments: readonly Assignment[] = [];

const assignmentsOf = ({ prefix }: CommandNode): readonly Assignment[] =>
  prefix.length === 0
    ? noAssignments
    : prefix.filter((each): each is Assignment => each.type === 'Assignment');

/** The words of a command, expanded: those behind the program first, as a shell does. */
function wordsOf(
  node: CommandNode,
  name: WordNode,
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Word[] {
  const args: Word[] = [];
  let end = -1;
  for (const each of node.args) {
    const isPart = each.pos === end;
    end = each.end;
    if (each.type === 'Word' && each.parts === undefined && !isPart) {
      args.push(expandSingle(each, shell, state, io));
      continue;
    }
    const [first, ...rest] = argument(each, shell, state, io);
    const before = isPart ? args.pop() : undefined;
    if (first !== undefined) args.push(before === undefined ? first : joined(before, first));
    for (const word of rest) args.push(word);
  }
  const words: Word[] = [];
  for (const word of expandWord(name, shell, state, io)) words.push(opened(word, shell, state, io));
  for (const word of boundedWords(args, 'its words', mostArguments))
    words.push(opened(word, shell, state, io));
  return words;
}

/** A word that the parser has taken for two, as nothing is between them: `--file=<(ls)`. */
const joined = (before: Word, after: Word): Word => ({
  ...before,
  ...mergeOrigins(before, after),
  shape: joinPieces(
    [...before.shape.pieces, ...after.shape.pieces],
    before.shape.source + after.shape.source,
  ),
  stream: before.stream ?? after.stream,
  sink: before.sink ?? after.sink,
  splits: before.splits || after.splits,
});

/** A word that names an open descriptor gives what that gives: `/dev/fd/3`. */
function opened(word: Word, { recorder }: Shell, state: ShellState, { stdin }: Io): Word {
  const descriptor = word.stream === undefined ? descriptorAt(staticText(word.shape)) : undefined;
  if (descriptor === undefined || descriptor < 3) return word;
  const held = state.descriptors.get(descriptor);
  // A descriptor that is open for writing to a file also lets the command read that file.
  if (held === undefined && filesBehind(state.resolve(word.shape), recorder.opened).length > 0) return word;
  const stream = held ?? unknownStream(mergeOrigins(stdin));
  return { ...word, stream, ...mergeOrigins(word, stream) };
}

/** `export A=b`: an assignment among the words of a command is a word for it. */
function argument(node: WordNode | Assignment, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  if (node.type === 'Word') return expandWord(node, shell, state, io);
  const list = node.value.type === 'ArrayValue' ? elementsOf(node.value, shell, state, io) : undefined;
  const value =
    node.value.type === 'Word' ? expandSingle(node.value, shell, state, io) : (list?.[0] ?? wordOf(''));
  const sign = node.append === true ? '+=' : '=';
  const pieces = [{ kind: 'text', text: `${node.name}${sign}` } as const, ...value.shape.pieces];
  const word = { ...value, shape: joinPieces(pieces, node.text), listed: undefined };
  if (node.index === undefined) return [{ ...word, list }];
  // `declare a[1]=x` sets one element, besides those that are there.
  expandSubscript(node.index, shell, state, io);
  return [{ ...word, list: mixedList([...[state.get(node.name) ?? []].flat(), value]) }];
}

/** The words of an array. `[k]=v` gives `v`, at an unknown index. */
function elementsOf({ elements }: ArrayValue, shell: Shell, state: ShellState, io: Io): List {
  let keyed = false;
  const words = elements.flatMap((each) => {
    const expanded = expandWord(each, shell, state, io);
    if (!/^\[[^\]]*\]\+?=/.test(each.text)) return expanded;
    keyed = true;
    for (const { shape } of expanded) evaluateAgain(subscriptIn(shape), shell, state, io);
    return expanded.map(withoutSubscript);
  });
  spend(shell.budget, words.length);
  return keyed ? mixedList(words) : words;
}

/** The subscript in front of an element: `[k]=v`. It is arithmetic, unless the array has names for indices. */
function subscriptIn({ pieces, source }: Shape): Word {
  const at = pieces.findIndex((piece) => piece.kind === 'text' && /\]\+?=/.test(piece.text));
  const inside = at < 0 ? pieces : pieces.slice(0, at + 1);
  const last = inside.at(-1);
  if (at < 0 || last?.kind !== 'text') return wordOfShape({ pieces, source });
  const end: Piece = { kind: 'text', text: last.text.replace(/\]\+?=.*$/s, ']') };
  return wordOfShape(joinPieces([...inside.slice(0, -1), end], source));
}

function withoutSubscript(word: Word): Word {
  const [first, ...rest] = word.shape.pieces;
  if (first?.kind !== 'text') return { ...word, shape: anyShape(word.shape.source) };
  const value = first.text.replace(/^\[[^\]]*\]\+?=/, '');
  const isHome = /^~(?:\/|$)/.test(value);
  const start: readonly Piece[] = isHome
    ? [{ kind: 'home' }, { kind: 'text', text: value.slice(1) }]
    : [{ kind: 'text', text: value }];
  return { ...word, shape: joinPieces([...start, ...rest], word.shape.source) };
}

function assign(node: Assignment, shell: Shell, state: ShellState, io: Io): void {
  const { name, value } = node;
  // A variable that the call does not set has the value of the environment, which is element 0 of a list.
  const heldBefore = () => state.get(name) ?? parameterValue(name, `$${name}`, { shell, state, io });
  if (value.type === 'ArrayValue') {
    const words = elementsOf(value, shell, state, io);
    const isOfEnvironment = state.get(name) === undefined;
    const before = node.append === true ? heldBefore() : [];
    const all = [...(isWordList(before) ? before : [before]), ...words];
    spend(shell.budget, all.length);
    const list = boundedWords(all, `\${${name}[@]}`);
    // Where the environment lacks the variable, the elements begin one place earlier.
    const isKeyed =
      words.keyed || (isWordList(before) ? before.keyed : all.length > words.length && isOfEnvironment);
    state.set(name, isKeyed ? keyedList(list) : list);
    return;
  }
  const word = expandSingle(value, shell, state, io);
  const several = alternativesIn(word);
  if (
    several !== undefined &&
    node.append !== true &&
    node.index === undefined &&
    !isWordList(state.get(name) ?? word)
  ) {
    state.set(name, word);
    state.put(name, choiceOf(several, keyOfValue));
    return;
  }
  if (state.changing.has(name)) {
    state.mayEnd();
    evaluateAgain(word, shell, state, io);
  }
  const before = node.append === true ? heldBefore() : undefined;
  if (node.index !== undefined) {
    const index = expandSubscript(node.index, shell, state, io);
    const list = heldBefore();
    // An index that is no number ends the shell.
    if (!Number.isInteger(index) && !(list !== undefined && isWordList(list) && list.keyed)) state.mayEnd();
    const words = list === undefined ? [] : Array.isArray(list) ? [...list] : [list as Word];
    spend(shell.budget, words.length >> 2);
    const wasKeyed = list !== undefined && isWordList(list) && list.keyed === true;
    const isKnown = Number.isInteger(index) && index >= 0 && !wasKeyed && !words.some(maybeSeveral);
    const own = isKnown ? words[index] : undefined;
    const added =
      node.append !== true
        ? word
        : own === undefined
          ? unknownFrom(word, words)
          : appended(own, word, node.text);
    if (isKnown && index <= words.length) words[index] = added;
    else words.push(added);
    if (!isKnown) state.set(name, mixedList(words));
    else state.set(name, index < words.length ? words : keyedList(words));
    return;
  }
  const held = state.get(name);
  const others = held !== undefined && isWordList(held) ? held.slice(1) : undefined;
  const first = before !== undefined && isWordList(before) ? before[0] : before;
  if (first === undefined) {
    state.set(name, others === undefined || others.length === 0 ? word : [word, ...others]);
    return;
  }
  const whole = appended(first, word, node.text);
  spend(shell.budget, costOfText(lengthOf(whole.shape)) + originsOf([first, word]));
  state.set(name, others === undefined ? whole : [whole, ...others]);
}

const appended = (first: Word, word: Word, source: string): Word =>
  wordOfShape(
    boundedShape(joinPieces([...first.shape.pieces, ...word.shape.pieces], source)),
    mergeOrigins(first, word),
  );

/** An element that is added to one which is not known: it may be a new one. */
const unknownFrom = (word: Word, others: readonly Word[]): Word =>
  others.length === 0 ? word : wordOfShape(anyShape(word.shape.source), mergeOrigins(word, ...others));

/** The texts that a name may be an alias for. Only a name without quotes can be an alias. */
function aliasesOf({ parts, text, value }: WordNode, state: ShellState): readonly Word[] | undefined {
  if (state.aliases.size === 0 || parts !== undefined || text !== value) return undefined;
  const held = state.aliases.get(value);
  const known = alternativesOf(held).filter((alias) => alias !== undefined);
  return known.length === 0 ? undefined : known;
}
