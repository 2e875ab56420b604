/**
 * The statements of a script, one after another: lists, pipelines, branches and
 * loops. Every branch is a way through the script, since which one is taken is not known;
 * where ways meet, the state keeps what any of them left. A loop over words that are known
 * runs once for each; any other runs until its state no longer changes.
 */
import type {
  Case,
  Command as CommandNode,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  Redirection,
  Select,
  Statement,
  SyntaxNode,
  TestExpression,
  While,
  Word as WordNode,
} from 'unbash';
import { anyShape, isOpen, textShape } from '../../../pattern/shape.ts';
import { costOfText, spend } from '../budget.ts';
import { evaluateAgain } from '../expand/evaluate-again.ts';
import { expandArithmetic, expandSingle, expandWords } from '../expand/expand.ts';
import { builtinOf } from '../look-up/builtins.ts';
import {
  deepest,
  type Io,
  isLeft,
  isSpent,
  type Shell,
  spanOf,
  textOf,
  withInput,
  within,
} from '../shell.ts';
import type { ShellFunction, ShellState } from '../state/state.ts';
import {
  concatStreams,
  emptyStream,
  lengthOf,
  linesOf,
  longestText,
  mergeOrigins,
  originsOf,
  type Stream,
  streamOf,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from '../word.ts';
import { openRedirections, redirect, restore } from './redirect.ts';
import { runSimple } from './simple.ts';

/** A loop over more words than this is followed so far; for the rest its variable is not known. */
const mostRounds = 64;

type Node = Extract<
  SyntaxNode,
  {
    type:
      | 'Command'
      | 'Pipeline'
      | 'AndOr'
      | 'If'
      | 'For'
      | 'ArithmeticFor'
      | 'Select'
      | 'While'
      | 'Subshell'
      | 'BraceGroup'
      | 'CompoundList'
      | 'Case'
      | 'TestCommand'
      | 'ArithmeticCommand'
      | 'Function'
      | 'Coproc'
      | 'Redirected'
      | 'Statement';
  }
>;

/** Runs a script that is parsed; mistakes in it leave open what it does. */
export function walkScript(script: ParsedScript, shell: Shell, state: ShellState, io: Io): Stream {
  const inner =
    script.source === undefined
      ? io
      : within(io, { ...io.source, text: script.source, offset: undefined }, 0);
  const [error] = script.errors ?? [];
  if (error !== undefined) {
    shell.unknown(
      'code',
      textOf(inner, script),
      `the shell cannot read this: ${error.message}`,
      spanOf(inner, script),
    );
  }
  return untilEnd(state, () => walkStatements(script.commands, shell, state, inner));
}

/** Runs what a shell runs; what it has set to be run at its end then finds what is there at the end. */
function untilEnd(state: ShellState, run: () => Stream): Stream {
  const before = state.traps;
  const stream = run();
  for (const trap of state.traps) if (!before.includes(trap)) trap(state);
  return stream;
}

function walkStatements(statements: readonly Statement[], shell: Shell, state: ShellState, io: Io): Stream {
  if (statements.length === 1 && statements[0] !== undefined) return walk(statements[0], shell, state, io);
  return concatenated(
    statements.map((statement) => walk(statement, shell, state, io)),
    shell,
  );
}

/** One stream after another, and the work that this is. */
function concatenated(streams: readonly Stream[], { budget }: Shell): Stream {
  const length = streams.reduce((sum, { shape }) => sum + Math.min(longestText, lengthOf(shape)), 0);
  if (spend(budget, costOfText(length) + originsOf(streams))) return concatStreams(streams);
  return unknownStream({ sources: [], from: [] });
}

function walk(outermost: Node, shell: Shell, state: ShellState, outer: Io): Stream {
  let node = outermost;
  let { depth } = outer;
  // A statement, and a list or a pipeline of one, is what stands in it.
  for (let next: Node | undefined = node; next !== undefined; next = onlyIn(node)) {
    node = next;
    depth++;
    spend(shell.budget, 1);
    if (!isLeft(shell) && isSpent(shell, spanOf(outer, node)))
      return unknownStream({ sources: [], from: [] });
    if (depth > deepest * 6) {
      shell.unknown('budget', textOf(outer, node), 'it is nested too deep', spanOf(outer, node));
      return emptyStream;
    }
  }
  const io = within(outer, outer.source, depth - outer.depth);
  switch (node.type) {
    case 'Command':
      return runSimple(node satisfies CommandNode, shell, state, io);
    case 'AndOr':
      return walkChain(node.commands, node.operators, shell, state, io);
    case 'Pipeline':
      return walkPipeline(node, shell, state, io);
    case 'Statement':
      // Only a job in the background is left here: what it sets stays in it.
      return walk(node.command, shell, state.branch(), io);
    case 'CompoundList':
      return walkStatements(node.commands, shell, state, io);
    case 'Subshell': {
      const own = state.fork();
      return untilEnd(own, () => walk(node.body, shell, own, io));
    }
    case 'BraceGroup':
      return walk(node.body, shell, state, io);
    case 'If':
      return walkIf(node, shell, state, io);
    case 'For':
      return walkFor(node, shell, state, io);
    case 'Select':
      return walkFor(node, shell, state, io);
    case 'ArithmeticFor': {
      for (const each of [node.initialize, node.test, node.update]) expandArithmetic(each, shell, state, io);
      return loop(state, () => repeat(shell, state, () => walk(node.body, shell, state, io)));
    }
    case 'While':
      return walkWhile(node, shell, state, io);
    case 'Case':
      return walkCase(node, shell, state, io);
    case 'TestCommand':
      walkTest(node.expression, shell, state, io);
      return emptyStream;
    case 'ArithmeticCommand':
      expandArithmetic(node.expression, shell, state, io);
      return emptyStream;
    case 'Function':
      state.functions.set(node.name.value, [{ node, source: io.source, called: { yes: false } }]);
      return emptyStream;
    case 'Coproc': {
      const output = walk(node.body, shell, state.fork(), io);
      const descriptor = 63 + state.descriptors.size;
      state.open(descriptor, output);
      state.set(node.name?.value ?? 'COPROC', [wordOf(`${descriptor}`), wordOf(`${descriptor + 1}`)]);
      return emptyStream;
    }
    case 'Redirected': {
      const redirections = openRedirections(
        node.redirects satisfies readonly Redirection[],
        shell,
        state,
        io,
      );
      const inner = withInput(io, redirections.stdin ?? io.stdin);
      const before = redirect(redirections, state);
      const run = (): Stream => walk(node.command, shell, state, inner);
      const output = redirections.mayFail ? state.unsurely(run) : run();
      restore(before, state);
      return redirections.close(output, undefined);
    }
    default:
      return node satisfies never;
  }
}

/** What a node only wraps; undefined for others. */
function onlyIn(node: Node): Node | undefined {
  if (node.type === 'Statement') return node.background === true ? undefined : node.command;
  if (node.type === 'Pipeline' || node.type === 'CompoundList')
    return node.commands.length === 1 ? node.commands[0] : undefined;
  return undefined;
}

/**
 * `a && b || c`: what stands behind `&&` runs where what is before it succeeded, what stands behind `||` where it
 * failed. Which it was is not known, but for what always succeeds.
 */
function walkChain(
  nodes: readonly (Pipeline | Exclude<Statement['command'], { type: 'AndOr' }>)[],
  operators: readonly ('&&' | '||')[],
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const sure = sureOf(nodes, operators, state);
  if (isOneWay(nodes, operators, state, io)) {
    const begin = nodes.slice(0, sure).map((node) => walk(node, shell, state, io));
    return concatenated([...begin, ...walkRest(nodes, operators, sure, shell, state, io)], shell);
  }
  /** Where the list so far has succeeded, and where it has failed; undefined where that cannot be. */
  let succeeded: ShellState | undefined = state.fork();
  let failed: ShellState | undefined;
  const streams = nodes.map((node, index) => {
    const isFallback = operators[index - 1] === '||';
    const begun: ShellState | undefined = isFallback ? failed : succeeded;
    // It is followed even where it cannot run, and then leaves nothing behind.
    const way = index < sure ? (begun ?? state).fork() : (begun ?? state).branch();
    const stream = walk(node, shell, way, io);
    if (begun === undefined) return stream;
    const own = outcomeOf(node, state);
    const succeeds = own === 'fails' ? undefined : way;
    const fails = own === 'succeeds' ? undefined : way;
    if (isFallback) {
      succeeded = joinedWay(succeeded, succeeds);
      failed = fails;
    } else {
      succeeded = succeeds;
      failed = joinedWay(failed, fails);
    }
    return stream;
  });
  const ways: (ShellState | undefined)[] = [succeeded, failed];
  state.join([...new Set(ways.filter((way) => way !== undefined))]);
  return concatenated(streams, shell);
}

/** The rest of a list, of which nothing changes the state: each command behind `&&` runs only where the one before it did. */
function walkRest(
  nodes: Parameters<typeof walkChain>[0],
  operators: readonly ('&&' | '||')[],
  from: number,
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Stream[] {
  const node = nodes[from];
  if (node === undefined) return [];
  const onlyAnd = operators.every((operator) => operator === '&&');
  if (onlyAnd)
    return state.perhapsDuring(() => nodes.slice(from).map((each) => walk(each, shell, state, io)));
  return nodes.slice(from).map((each) => state.perhapsDuring(() => walk(each, shell, state, io)));
}

/** How many commands of a list run whatever happens: the first, and what stands behind such as always succeed. */
function sureOf(
  nodes: readonly { readonly type: string }[],
  operators: readonly ('&&' | '||')[],
  state: ShellState,
): number {
  let sure = 1;
  while (operators[sure - 1] === '&&' && outcomeOf(nodes[sure - 1] ?? { type: '' }, state) === 'succeeds')
    sure++;
  return sure;
}

/** Whether a list leaves the same behind however far it comes: nothing that may not run changes the state. */
function isOneWay(
  nodes: readonly { readonly type: string; readonly pos: number; readonly end: number }[],
  operators: readonly ('&&' | '||')[],
  state: ShellState,
  io: Io,
): boolean {
  let mayEnd = false;
  for (const [index, node] of nodes.entries()) {
    if ((mayEnd || operators[index - 1] === '||') && mayChange(node, state, io)) return false;
    if (outcomeOf(node, state) !== 'succeeds') mayEnd = true;
  }
  return true;
}

/** Whether a command may change the state of the shell that runs it. */
function mayChange(
  node: { readonly type: string; readonly pos: number; readonly end: number },
  state: ShellState,
  io: Io,
): boolean {
  if (node.type === 'Pipeline') return (node as Pipeline).commands.length === 1;
  if (node.type === 'Subshell') return false;
  if (node.type !== 'Command') return true;
  const { name } = node as CommandNode;
  if (name === undefined || name.parts !== undefined || name.text !== name.value) return true;
  const { value } = name;
  if (
    value === 'command' ||
    value === 'builtin' ||
    builtinOf(value) !== undefined ||
    state.functions.has(value) ||
    state.aliases.has(value)
  )
    return true;
  // `${x:=y}`, arithmetic and `{fd}>f` set variables among the words of any command.
  return /\$\{[^}]*=|\$\(\(|\$\[|\{\w+\}[<>]/.test(textOf(io, node));
}

/** Two ways as one that may be either. */
function joinedWay(one: ShellState | undefined, other: ShellState | undefined): ShellState | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const way = one.fork();
  way.join([one, other]);
  return way;
}

/** What a command says of itself: built-ins that have no reason to fail, and one that is there to. */
function outcomeOf(node: { readonly type: string }, state: ShellState): 'succeeds' | 'fails' | 'either' {
  if (node.type === 'Function') return 'succeeds';
  if (node.type !== 'Command') return 'either';
  const { name, redirects } = node as CommandNode;
  // A redirection may fail, and a function of that name may do anything.
  if (name === undefined || redirects.length > 0 || state.functions.has(name.value)) return 'either';
  if (state.aliases.has(name.value)) return 'either';
  if (name.value === 'false') return 'fails';
  return alwaysSucceeds.has(name.value) ? 'succeeds' : 'either';
}

/** A directory that is not there makes `cd` fail, and the script is then not the one that was meant: it is taken to be there. */
const alwaysSucceeds: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', ':', 'true', 'echo']);

function walkPipeline(node: Pipeline, shell: Shell, state: ShellState, io: Io): Stream {
  let stdin = io.stdin;
  let last = state;
  for (const [index, each] of node.commands.entries()) {
    last = state.fork();
    if (index > 0) last.open(0, undefined);
    const operator = node.operators[index];
    if (operator !== undefined) last.joined = operator === '|&';
    stdin = walk(each, shell, last, withInput(io, stdin));
  }
  // zsh, ksh and bash with `lastpipe` run the last part in this very shell.
  const final = node.commands[node.commands.length - 1];
  if (final !== undefined && last.end === undefined && mayChange(final, state, io)) {
    last.descriptors = state.descriptors;
    if (!last.isLike(state)) state.join([state.fork(), last]);
  }
  return stdin ?? emptyStream;
}

function walkIf(node: If, shell: Shell, state: ShellState, io: Io): Stream {
  const streams: Stream[] = [];
  const ways: ShellState[] = [];
  const branch = (body: CompoundList): void => {
    const way = state.branch();
    streams.push(walk(body, shell, way, io));
    ways.push(way);
  };
  walk(node.clause, shell, state, io);
  branch(node.then);
  for (const { clause, then: body } of node.elif) {
    walk(clause, shell, state, io);
    branch(body);
  }
  if (node.else !== undefined) branch(node.else);
  else ways.push(state.fork());
  state.join(ways);
  spend(shell.budget, originsOf(streams));
  return concatChoices(streams);
}

/** What one of several ways prints: known only where there is one. */
function concatChoices(streams: readonly Stream[]): Stream {
  const [only] = streams;
  if (streams.length === 1 && only !== undefined) return only;
  return streamOf(anyShape('…'), mergeOrigins(...streams));
}

function walkFor(node: For | Select, shell: Shell, state: ShellState, io: Io): Stream {
  const listed = node.wordlist?.map((each) => each.text).join(' ') ?? '$@';
  return eachWay(shell, state, listed, (way) => loop(way, () => walkForIn(node, shell, way, io)));
}

function walkForIn(node: For | Select, shell: Shell, state: ShellState, io: Io): Stream {
  const name = node.name.value;
  const words = node.wordlist === undefined ? state.positional : expandWords(node.wordlist, shell, state, io);
  const isKnown = words !== undefined && node.type !== 'Select' && !words.some(({ splits }) => splits);
  const round = (word: Word): Stream => {
    state.set(name, { ...word, splits: false });
    return oneRound(state, () => walk(node.body, shell, state, io));
  };
  const before = state.fork();
  const rounds = (): readonly Stream[] => (words ?? []).slice(0, mostRounds).map(round);
  // A glob may find nothing, and a list that is not known may be empty.
  const isSure = isKnown && words.every(({ shape }) => !isOpen(shape));
  const streams = isSure ? rounds() : state.perhapsDuring(rounds);
  if (isKnown && words.length <= mostRounds) return concatenated(streams, shell);
  // Whoever is asked by `select` may choose none of them, and a list that is not known may be empty.
  state.join([state.fork(), before]);
  const unknown = repeat(shell, state, () => {
    if (!isKnown || words.length > mostRounds) state.set(name, wordOfShape(anyShape(`$${name}`)));
    return walk(node.body, shell, state, io);
  });
  return concatenated([...streams, unknown], shell);
}

/** A loop, behind which each way goes on that `break` leaves it by. */
function loop(state: ShellState, run: () => Stream): Stream {
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
function repeat(shell: Shell, state: ShellState, run: () => Stream): Stream {
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

function walkWhile(node: While, shell: Shell, state: ShellState, io: Io): Stream {
  return loop(state, () => walkRounds(node, shell, state, io));
}

/** A loop that reads lines which are known runs once for each. */
function walkRounds(node: While, shell: Shell, state: ShellState, io: Io): Stream {
  if (io.stdin !== undefined) spend(shell.budget, costOfText(lengthOf(io.stdin.shape)));
  const lines = readsLines(node) ? linesOf(io.stdin) : undefined;
  if (lines === undefined || lines.length > mostRounds)
    return repeat(shell, state, () => {
      walk(node.clause, shell, state, io);
      return walk(node.body, shell, state, io);
    });
  const before = state.fork();
  // `until`, and what is asked besides `read`, may end it before its first round.
  const isSure = node.kind === 'while' && node.clause.commands.length === 1;
  const run = (): readonly Stream[] =>
    lines.map((line) => {
      const stdin = { ...(io.stdin ?? emptyStream), shape: textShape(`${line}\n`) };
      return oneRound(state, () => {
        walk(node.clause, shell, state, withInput(io, stdin));
        return walk(node.body, shell, state, withInput(io, stdin));
      });
    });
  const streams = isSure ? run() : state.perhapsDuring(run);
  if (!isSure) state.join([state.fork(), before]);
  return concatenated(streams, shell);
}

function readsLines({ clause }: While): boolean {
  const command = clause.commands[0]?.command;
  return (
    command?.type === 'Command' &&
    (command.name?.value === 'read' || /\bread$/.test(command.name?.value ?? ''))
  );
}

function walkCase(node: Case, shell: Shell, state: ShellState, io: Io): Stream {
  expandSingle(node.word, shell, state, io);
  const ways: ShellState[] = [state.fork()];
  /** What a branch ends with that goes on with the next one: `;&`. */
  let onward: ShellState | undefined;
  const streams = node.items.map((item) => {
    for (const pattern of item.pattern) expandSingle(pattern, shell, state, io);
    const way = state.branch();
    if (onward !== undefined) way.join([state.branch(), onward]);
    const stream = walk(item.body, shell, way, io);
    onward = item.terminator === ';&' || item.terminator === ';;&' ? way : undefined;
    ways.push(way);
    return stream;
  });
  state.join(ways);
  return concatChoices(streams);
}

/** `[[ … ]]` tests, and does nothing; but its words may run commands. */
function walkTest(expression: TestExpression, shell: Shell, state: ShellState, io: Io): void {
  const open: TestExpression[] = [expression];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined) continue;
    switch (next.type) {
      case 'TestUnary':
        walkOperand(next.operand, next.operator === '-v', shell, state, io);
        break;
      case 'TestBinary':
        for (const each of [next.left, next.right])
          walkOperand(each, numeric.has(next.operator), shell, state, io);
        break;
      case 'TestLogical':
        open.push(...next.operands);
        break;
      case 'TestNot':
        open.push(next.operand);
        break;
      case 'TestGroup':
        open.push(next.expression);
        break;
      default:
        next satisfies never;
    }
  }
}

/** Comparisons whose sides are arithmetic. */
const numeric: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

function walkOperand(node: WordNode, evaluates: boolean, shell: Shell, state: ShellState, io: Io): void {
  const word = expandSingle(node, shell, state, io);
  if (evaluates) evaluateAgain(word, shell, state, io);
}

/** Calls what was defined and never called: something that is not seen could. */
export function walkUncalled(shell: Shell, state: ShellState, io: Io): void {
  for (const functions of state.functions.values())
    for (const each of functions) {
      if (each === undefined || each.called.yes) continue;
      each.called.yes = true;
      walkBody(each, shell, state.branch(), { ...io, certain: false });
    }
}

/** Calls a function of the script with its words. */
export function walkFunction(
  called: ShellFunction,
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  called.called.yes = true;
  const { positionals } = state;
  state.positional = words;
  const output = walkBody(called, shell, state, within(io, called.source, 5));
  state.positionals = positionals;
  return output;
}

/** What a function does; `return` ends it, and what is local to it ends with it. */
function walkBody({ node, source }: ShellFunction, shell: Shell, state: ShellState, io: Io): Stream {
  const { frame, returning, loops, sureness } = state;
  const returned: ShellState[] = [];
  state.frame = new Map();
  state.returning = returned;
  state.loops = [];
  const output = walk(node.body, shell, state, { ...io, source });
  if (returned.length > 0) state.join([state.fork(), ...returned]);
  if (state.end === 'return') state.end = undefined;
  state.endFunction(frame);
  state.returning = returning;
  state.loops = loops;
  state.sureness = sureness;
  return output;
}

/** Runs once for each state that a text may find, and joins what they leave. */
function eachWay(shell: Shell, state: ShellState, text: string, run: (way: ShellState) => Stream): Stream {
  const ways = state.ways(text);
  if (ways.length === 1) return run(ways[0] ?? state);
  const streams = ways.map(run);
  state.join(ways);
  spend(shell.budget, originsOf(streams));
  return concatChoices(streams);
}
