/** Lists and pipelines: which commands of them come to be run, and what they leave. */

import type { Command as CommandNode, Pipeline, Statement } from 'unbash';
import { builtinOf } from '../look-up/builtins.ts';
import { type Io, type Shell, textOf, withInput } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, type Stream } from '../word.ts';
import { concatenated } from './printed.ts';
import { onSuccess } from './simple.ts';

/**
 * `a && b || c`: what stands behind `&&` runs where what is before it succeeded, what stands behind `||` where it
 * failed. Which it was is not known, but for what always succeeds.
 */
export function walkChain(
  nodes: readonly (Pipeline | Exclude<Statement['command'], { type: 'AndOr' }>)[],
  operators: readonly ('&&' | '||')[],
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const sure = sureOf(nodes, operators, state);
  const isLast = onSuccess(nodes[0], shell, state);
  if (isOneWay(nodes, operators, state, io)) {
    const begin = nodes.slice(0, sure).map((node) => shell.walk(node, state, io));
    return concatenated([...begin, ...walkRest(nodes, operators, sure, isLast, shell, state, io)], shell);
  }
  /** Where the list so far has succeeded, and where it has failed; undefined where that cannot be. */
  let succeeded: ShellState | undefined = state.fork();
  let failed: ShellState | undefined;
  const streams = nodes.map((node, index) => {
    const isFallback = operators[index - 1] === '||';
    const begun: ShellState | undefined = isFallback ? failed : succeeded;
    // It is followed even where it cannot run, and then leaves nothing behind.
    const way = index < sure ? (begun ?? state).fork() : (begun ?? state).branch(isLast);
    const stream = shell.walk(node, way, io);
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
  isLast: true | undefined,
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Stream[] {
  const node = nodes[from];
  if (node === undefined) return [];
  const onlyAnd = operators.every((operator) => operator === '&&');
  if (onlyAnd)
    return state.perhapsDuring(() => nodes.slice(from).map((each) => shell.walk(each, state, io)), isLast);
  return nodes.slice(from).map((each) => state.perhapsDuring(() => shell.walk(each, state, io)));
}

/** How many commands of a list run whatever happens: the first, and what stands behind such as always succeed. */
function sureOf(
  nodes: readonly { readonly type: string }[],
  operators: readonly ('&&' | '||')[],
  state: ShellState,
): number {
  let sure = 1;
  const isSure = (node: { readonly type: string } | undefined): boolean =>
    node !== undefined && (outcomeOf(node, state) === 'succeeds' || isPrinting(node, state));
  while (operators[sure - 1] === '&&' && isSure(nodes[sure - 1])) sure++;
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
  const { args } = node as CommandNode;
  const given = args[0]?.type === 'Word' ? args[0].value : '';
  // With more words than a directory it fails, and with options and places in the stack it may.
  if (name.value === 'cd' && (args.length > 1 || /^[-+]./.test(given))) return 'either';
  if (name.value === 'pushd' && (args.length !== 1 || /^[-+]/.test(given))) return 'either';
  return alwaysSucceeds.has(name.value) ? 'succeeds' : 'either';
}

/** `echo` fails only where nobody can read it: what stands behind it counts as run, and yet it may fail. */
function isPrinting(node: { readonly type: string }, state: ShellState): boolean {
  if (node.type !== 'Command') return false;
  const { name, redirects } = node as CommandNode;
  const opens = redirects.some(
    (each) => each.operator !== '>&' && !(each.type === 'Redirect' && each.target?.value === '/dev/null'),
  );
  return name?.value === 'echo' && !opens && !state.functions.has('echo') && !state.aliases.has('echo');
}

/** A directory that is not there makes `cd` fail, and the script is then not the one that was meant: it is taken to be there. */
const alwaysSucceeds: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', ':', 'true']);

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
