/**
 * The statements of a script, one after another: lists, pipelines, branches and
 * loops. Every branch is taken to run, since which one will is not known; a
 * loop over words that are known runs once for each.
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
import { anyShape, textShape } from '../../pattern/shape.ts';
import { costOfText, spend } from './budget.ts';
import { evaluateAgain } from './evaluate-again.ts';
import { expandArithmetic, expandSingle, expandWords } from './expand.ts';
import { openRedirections, redirect, restore } from './redirect.ts';
import { deepest, type Io, isLeft, isSpent, type Shell, spanOf, textOf, withInput, within } from './shell.ts';
import { runSimple } from './simple.ts';
import type { ShellState } from './state.ts';
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
  wordOf,
  wordOfShape,
} from './word.ts';

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
      textOf(inner, script),
      `the shell cannot read this: ${error.message}`,
      spanOf(inner, script),
    );
  }
  return walkStatements(script.commands, shell, state, inner);
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
      shell.unknown(textOf(outer, node), 'it is nested too deep', spanOf(outer, node));
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
      // What stands in it has been taken already.
      return walk(node.command, shell, state, io);
    case 'CompoundList':
      return walkStatements(node.commands, shell, state, io);
    case 'Subshell':
      return walk(node.body, shell, state.fork(), io);
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
      return walk(node.body, shell, state, io);
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
      state.functions.set(node.name.value, { node, source: io.source, called: { yes: false } });
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
      const output = walk(node.command, shell, state, inner);
      restore(before, state);
      return redirections.close(output, undefined);
    }
    default:
      return node satisfies never;
  }
}

/** What a node only wraps; undefined for others. */
function onlyIn(node: Node): Node | undefined {
  if (node.type === 'Statement') return node.command;
  if (node.type === 'Pipeline' || node.type === 'CompoundList')
    return node.commands.length === 1 ? node.commands[0] : undefined;
  return undefined;
}

/** `a && b || c`: what follows `||` may not run, and what it sets may not be set. */
function walkChain(
  nodes: readonly (Pipeline | Exclude<Statement['command'], { type: 'AndOr' }>)[],
  operators: readonly ('&&' | '||')[],
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const streams = nodes.map((node, index) => {
    if (operators[index - 1] !== '||') return walk(node, shell, state, io);
    const other = state.fork();
    const stream = walk(node, shell, other, io);
    if (!leaves(node)) state.merge([state.fork(), other]);
    return stream;
  });
  return concatenated(streams, shell);
}

/** `exit`, `return`: nothing after it runs, so what it leaves does not matter. */
const leaves = (node: { readonly type: string }): boolean =>
  node.type === 'Command' &&
  ['exit', 'return', 'break', 'continue'].includes((node as CommandNode).name?.value ?? '');

function walkPipeline(node: Pipeline, shell: Shell, state: ShellState, io: Io): Stream {
  let stdin = io.stdin;
  let index = 0;
  for (const each of node.commands) {
    const inner = state.fork();
    if (index > 0) inner.open(0, undefined);
    const operator = node.operators[index];
    if (operator !== undefined) inner.joined = operator === '|&';
    stdin = walk(each, shell, inner, withInput(io, stdin));
    index++;
  }
  return stdin ?? emptyStream;
}

function walkIf(node: If, shell: Shell, state: ShellState, io: Io): Stream {
  const streams: Stream[] = [];
  const ways: ShellState[] = [];
  const branch = (body: CompoundList): void => {
    const way = state.fork();
    streams.push(walk(body, shell, way, io));
    const last = body.commands[body.commands.length - 1]?.command;
    if (last === undefined || !leaves(last)) ways.push(way);
  };
  walk(node.clause, shell, state, io);
  branch(node.then);
  for (const { clause, then: body } of node.elif) {
    walk(clause, shell, state, io);
    branch(body);
  }
  if (node.else !== undefined) branch(node.else);
  else ways.push(state.fork());
  state.merge(ways);
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
  const name = node.name.value;
  const words = node.wordlist === undefined ? state.positional : expandWords(node.wordlist, shell, state, io);
  const rounds =
    words === undefined || node.type === 'Select'
      ? [...(words ?? []), wordOfShape(anyShape(`$${name}`))]
      : words.length > mostRounds
        ? [...words.slice(0, mostRounds), wordOfShape(anyShape(`$${name}`))]
        : words;
  const streams = rounds.map((word) => {
    state.set(name, { ...word, splits: false });
    return walk(node.body, shell, state, io);
  });
  return concatenated(streams, shell);
}

/** A loop that reads lines which are known runs once for each; any other runs once. */
function walkWhile(node: While, shell: Shell, state: ShellState, io: Io): Stream {
  if (io.stdin !== undefined) spend(shell.budget, costOfText(lengthOf(io.stdin.shape)));
  const lines = readsLines(node) ? linesOf(io.stdin) : undefined;
  if (lines === undefined || lines.length > mostRounds) {
    walk(node.clause, shell, state, io);
    return { ...walk(node.body, shell, state, io), shape: anyShape('…') };
  }
  const streams = lines.map((line) => {
    const stdin = { ...(io.stdin ?? emptyStream), shape: textShape(`${line}\n`) };
    walk(node.clause, shell, state, withInput(io, stdin));
    return walk(node.body, shell, state, withInput(io, stdin));
  });
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
  const streams = node.items.map((item) => {
    for (const pattern of item.pattern) expandSingle(pattern, shell, state, io);
    const way = state.fork();
    const stream = walk(item.body, shell, way, io);
    ways.push(way);
    return stream;
  });
  state.merge(ways);
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
  for (const { node, source, called } of state.functions.values()) {
    if (called.yes) continue;
    called.yes = true;
    const body = node.body;
    walk(body, shell, state.fork(), { ...io, source, certain: false });
  }
}

/** Calls a function of the script. */
export function walkFunction(name: string, shell: Shell, state: ShellState, io: Io): Stream {
  const found = state.functions.get(name);
  if (found === undefined) return emptyStream;
  found.called.yes = true;
  return walk(found.node.body, shell, state, within(io, found.source, 5));
}
