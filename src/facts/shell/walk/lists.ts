/** Lists and pipelines: finds which of their commands run, and joins the states that they leave. */
import type { Command as CommandNode, Pipeline, Statement } from 'unbash';
import type { PathShape } from '../../../pattern/path/path-shape.ts';
import type { Taken } from '../../effect/way.ts';
import { builtinOf } from '../look-up/builtins.ts';
import { type Io, type Node, type Shell, textOf, withInput } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, type Stream } from '../word.ts';
import { concatenated } from './printed.ts';
import { onSuccess } from './simple.ts';

/**
 * Runs `a && b || c`. A command behind `&&` runs if the one before it succeeds, a command behind `||` if it
 * fails. Which of the two happens is unknown, except for commands that always succeed.
 */
export function walkChain(
  nodes: Nodes,
  operators: Operators,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const sure = sureOf(nodes, operators, state);
  const isLast = onSuccess(nodes[0], shell, state);
  if (isOneWay(nodes, operators, state, io)) {
    const list: List = { nodes, operators, sure, isLast };
    return concatenated(walkOneWay(list, 0, [], shell, state, io), shell);
  }
  /** Where the shell is if a directory does not exist. */
  const left: PathShape[] = [];
  const { succeeded, failed, streams } = walkEachWay(
    { nodes, operators, sure, isLast },
    left,
    shell,
    state,
    io,
  );
  const ways: (ShellState | undefined)[] = [succeeded, failed];
  state.join([...new Set(ways.filter((way) => way !== undefined))]);
  state.whereabouts.mayStayAt(left);
  return concatenated(streams, shell);
}

/** The states in which a list has succeeded and in which it has failed; undefined if that is impossible. */
interface Outcomes {
  readonly succeeded: ShellState | undefined;
  readonly failed: ShellState | undefined;
}

/**
 * Follows a list on two ways: it has succeeded so far, or it has failed. If a directory does not exist, the
 * places where the shell then is go to `left`; without `left` that counts as a failure.
 */
function walkEachWay(
  { nodes, operators, sure, isLast }: List,
  left: PathShape[] | undefined,
  shell: Shell,
  state: ShellState,
  io: Io,
): Outcomes & { readonly streams: readonly Stream[] } {
  const going = nodes.findIndex((node) => goesAnywhere(node, state));
  const surely = going < 0 ? sure : Math.min(sure, going + 1);
  let succeeded: ShellState | undefined = state.fork();
  let failed: ShellState | undefined;
  const streams = nodes.map((node, index) => {
    const isFallback = operators[index - 1] === '||';
    if (isFallback && left !== undefined) failed?.whereabouts.mayStayAt(left);
    const reached: ShellState | undefined = isFallback ? failed : succeeded;
    // A command that cannot run is followed as well, but its changes are dropped.
    const way = index < surely ? (reached ?? state).fork() : (reached ?? state).branch(isLast);
    const stream = shell.walk(node, way, io);
    if (reached === undefined) return stream;
    const { succeeds, fails } = outcomesOf(node, operators[index], way, state, left);
    if (isFallback) {
      succeeded = joinedWay(succeeded, succeeds);
      failed = fails;
    } else {
      succeeded = succeeds;
      failed = joinedWay(failed, fails);
    }
    return stream;
  });
  return { succeeded, failed, streams };
}

/**
 * Runs the condition of an `if`. If it changes the directory, the shell is in the new one after success and in
 * the old one after failure.
 */
export function walkCondition(clause: Node, shell: Shell, state: ShellState, io: Io): Outcomes {
  const { node, isNegated } = unwrapped(clause);
  const nodes: Nodes = node.type === 'AndOr' ? node.commands : [node as Nodes[number]];
  if (!nodes.some((each) => goesAnywhere(each, state))) {
    shell.walk(clause, state, io);
    return { succeeded: state, failed: state };
  }
  const operators = node.type === 'AndOr' ? node.operators : [];
  const list: List = { nodes, operators, sure: sureOf(nodes, operators, state), isLast: undefined };
  const { succeeded, failed } = walkEachWay(list, undefined, shell, state, io);
  return isNegated ? { succeeded: failed, failed: succeeded } : { succeeded, failed };
}

/** The only command inside a statement, and whether `!` negates its outcome. */
function unwrapped(clause: Node): { readonly node: Node; readonly isNegated: boolean } {
  let node = clause;
  let isNegated = false;
  for (;;) {
    if (node.type === 'Statement' && node.background !== true) node = node.command;
    else if ((node.type === 'CompoundList' || node.type === 'Pipeline') && node.commands.length === 1) {
      const isTurned = node.type === 'Pipeline' && node.prefixes.some(({ type }) => type === 'Negation');
      if (isTurned) isNegated = !isNegated;
      node = node.commands[0] as Node;
    } else return { node, isNegated };
  }
}

/**
 * The states that a command of a list leaves if it succeeds and if it fails. Adds to `left` the other places
 * where the shell may be.
 */
function outcomesOf(
  node: Nodes[number],
  next: '&&' | '||' | undefined,
  way: ShellState,
  state: ShellState,
  left: PathShape[] | undefined,
): { readonly succeeds: ShellState | undefined; readonly fails: ShellState | undefined } {
  if (goesAnywhere(node, state)) {
    const stays = way.fork();
    stays.whereabouts.stay();
    const before = way.whereabouts.arrive();
    // `cd a || b` says that the directory may not exist.
    if (next === '||' || left === undefined || !goesPlainly(node, state))
      return { succeeds: way, fails: stays };
    left.push(...before);
    return { succeeds: way, fails: undefined };
  }
  const own = outcomeOf(node, state);
  return { succeeds: own === 'fails' ? undefined : way, fails: own === 'succeeds' ? undefined : way };
}

type Nodes = readonly (Pipeline | Exclude<Statement['command'], { type: 'AndOr' }>)[];
type Operators = readonly ('&&' | '||')[];

interface List {
  readonly nodes: Nodes;
  readonly operators: Operators;
  /** The number of commands that certainly run if all directories exist. */
  readonly sure: number;
  readonly isLast: Taken | undefined;
}

/**
 * Runs a list, from one of its commands on, that leaves the same state wherever it stops, except for the
 * directory.
 */
function walkOneWay(
  list: List,
  from: number,
  left: readonly PathShape[],
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Stream[] {
  const { nodes, sure, isLast } = list;
  const going = nodes.findIndex((node, at) => at >= from && at < sure && goesAnywhere(node, state));
  const begin = nodes.slice(from, going < 0 ? sure : going + 1).map((node) => shell.walk(node, state, io));
  if (going < 0) return [...begin, ...walkRest(list, left, shell, state, io)];
  if (going === nodes.length - 1) return begin;
  // What follows runs if the directory exists. If it does not, the shell stays where it is.
  const before = state.whereabouts.arrive();
  const walkBehind = (): readonly Stream[] =>
    walkOneWay(list, going + 1, [...left, ...before], shell, state, io);
  const rest = before.length === 0 ? walkBehind() : state.unsurely(walkBehind, { ...isLast, ifThere: true });
  state.whereabouts.mayStayAt(before);
  return [...begin, ...rest];
}

/** Runs the rest of such a list: each command behind `&&` runs only if the one before it succeeds. */
function walkRest(
  { nodes, operators, sure, isLast }: List,
  left: readonly PathShape[],
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Stream[] {
  const rest = nodes.slice(sure);
  if (rest.length === 0) return [];
  const fallback = operators.indexOf('||');
  if (fallback < 0) return state.perhapsDuring(() => rest.map((each) => shell.walk(each, state, io)), isLast);
  return rest.map((each, at) => {
    if (sure + at > fallback) state.whereabouts.mayStayAt(left);
    return state.perhapsDuring(() => shell.walk(each, state, io));
  });
}

/**
 * The number of commands that run if all directories exist: the first one, and those behind commands that
 * always succeed.
 */
function sureOf(
  nodes: readonly { readonly type: string }[],
  operators: readonly ('&&' | '||')[],
  state: ShellState,
): number {
  let sure = 1;
  const isSure = (node: { readonly type: string } | undefined): boolean =>
    node !== undefined &&
    (outcomeOf(node, state) === 'succeeds' || goesPlainly(node, state) || isPrinting(node, state));
  while (operators[sure - 1] === '&&' && isSure(nodes[sure - 1])) sure++;
  return sure;
}

/** Whether a list leaves the same state wherever it stops: no command that may be skipped changes the state. */
function isOneWay(
  nodes: readonly { readonly type: string; readonly pos: number; readonly end: number }[],
  operators: readonly ('&&' | '||')[],
  state: ShellState,
  io: Io,
): boolean {
  let mayEnd = false;
  // With `||` behind a change of directory, the script itself expects the directory to be missing.
  if (nodes.some((node, at) => operators[at] === '||' && goesAnywhere(node, state))) return false;
  for (const [index, node] of nodes.entries()) {
    if ((mayEnd || operators[index - 1] === '||') && mayChange(node, state, io)) return false;
    if (outcomeOf(node, state) !== 'succeeds' && !goesPlainly(node, state)) mayEnd = true;
  }
  return true;
}

/** Whether a command may change the state of the shell that runs it. */
function mayChange(
  node: { readonly type: string; readonly pos: number; readonly end: number },
  state: ShellState,
  io: Io,
): boolean {
  if (node.type === 'Pipeline') {
    // The last part may run in this very shell.
    const { commands } = node as Pipeline;
    const last = commands[commands.length - 1];
    return last === undefined || commands.length === 1 || mayChange(last, state, io);
  }
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

/** Joins two ways into one that may be either. */
function joinedWay(one: ShellState | undefined, other: ShellState | undefined): ShellState | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const way = one.fork();
  way.join([one, other]);
  return way;
}

/** The outcome that is known from a command's name: some built-ins never fail, and one always does. */
function outcomeOf(node: { readonly type: string }, state: ShellState): 'succeeds' | 'fails' | 'either' {
  if (node.type === 'Function') return 'succeeds';
  if (node.type !== 'Command') return 'either';
  const { name, redirects } = node as CommandNode;
  // A redirection may fail, and a function of the same name may do anything.
  if (name === undefined || redirects.length > 0 || state.functions.has(name.value)) return 'either';
  if (state.aliases.has(name.value)) return 'either';
  if (name.value === 'false') return 'fails';
  return name.value === ':' || name.value === 'true' ? 'succeeds' : 'either';
}

/** Whether a command changes the directory, or fails and stays if that does not exist. */
function goesAnywhere(node: { readonly type: string }, state: ShellState): boolean {
  if (node.type !== 'Command') return false;
  const { name } = node as CommandNode;
  return (
    name !== undefined &&
    goes.has(name.value) &&
    !state.functions.has(name.value) &&
    !state.aliases.has(name.value)
  );
}

const goes: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd']);

/**
 * Whether a command changes to a directory that bylaw assumes to exist, since the script would make no sense
 * otherwise.
 */
function goesPlainly(node: { readonly type: string }, state: ShellState): boolean {
  if (!goesAnywhere(node, state)) return false;
  const { name, args, redirects } = node as CommandNode;
  if (redirects.some((each) => each.type !== 'Redirect' || each.target?.value !== '/dev/null')) return false;
  const given = args[0]?.type === 'Word' ? args[0].value : '';
  // With several words it fails; with an option or a place in the stack it may fail.
  if (name?.value === 'pushd') return args.length === 1 && !/^[-+]/.test(given);
  return name?.value !== 'popd' && args.length <= 1 && !/^[-+]./.test(given);
}

/**
 * Whether a command only prints. `echo` fails only if its output cannot be written, so what follows counts as
 * run, although it may fail.
 */
function isPrinting(node: { readonly type: string }, state: ShellState): boolean {
  if (node.type !== 'Command') return false;
  const { name, redirects } = node as CommandNode;
  const opens = redirects.some(
    (each) => each.operator !== '>&' && !(each.type === 'Redirect' && each.target?.value === '/dev/null'),
  );
  return name?.value === 'echo' && !opens && !state.functions.has('echo') && !state.aliases.has('echo');
}

/** Runs the parts of a pipeline, each in a shell that starts as this one. Gives the output of the last part. */
export function walkPipeline(node: Pipeline, shell: Shell, state: ShellState, io: Io): Stream {
  let stdin = io.stdin;
  let last = state;
  for (const [index, each] of node.commands.entries()) {
    last = state.fork();
    if (index > 0) last.open(0, undefined);
    const operator = node.operators[index];
    if (operator !== undefined) last.joined = operator === '|&';
    stdin = shell.walk(each, last, withInput(io, stdin));
  }
  // zsh, ksh and bash with `lastpipe` run the last part in this very shell.
  const final = node.commands[node.commands.length - 1];
  if (final !== undefined && last.end === undefined && mayChange(final, state, io)) {
    last.descriptors = state.descriptors;
    if (!last.isLike(state)) state.join([state.fork(), last]);
  }
  return stdin ?? emptyStream;
}
