/**
 * Runs the statements of a script one after another: lists, pipelines, branches and loops. Every branch is a
 * way through the script, since it is unknown which one the script takes. Where ways join, the state keeps what
 * each of them left. A loop over known words runs once for each; any other loop runs until its state no longer
 * changes.
 */
import type { Command as CommandNode, ParsedScript, Redirection, Statement } from 'unbash';
import { spend } from '../budget.ts';
import { expandArithmetic } from '../expand/expand.ts';
import {
  deepestScripts,
  type Io,
  isLeft,
  isSpent,
  type Node,
  type Shell,
  spanOf,
  textOf,
  withInput,
  within,
} from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, noOrigins, type Stream, unknownStream, wordOf } from '../word.ts';
import { walkCase, walkIf } from './branches.ts';
import { isCalledByShell, walkPerhaps } from './functions.ts';
import { walkChain, walkPipeline } from './lists.ts';
import { loop, repeat, walkFor, walkWhile } from './loops.ts';
import { concatenated } from './printed.ts';
import { openRedirections, redirect, restore } from './redirect.ts';
import { runSimple } from './simple.ts';
import { walkTest } from './test-command.ts';

/** Runs a parsed script. Syntax errors make unknown what it does. */
export function walkScript(script: ParsedScript, shell: Shell, state: ShellState, io: Io): Stream {
  const inner =
    script.source === undefined
      ? io
      : within(io, { ...io.source, text: script.source, offset: undefined }, 0);
  const [error] = script.errors ?? [];
  if (error !== undefined) {
    // The script ends where the shell cannot read it.
    state.mayEnd();
    shell.unknown(
      'code',
      textOf(inner, script),
      `the shell cannot read this: ${error.message}`,
      spanOf(inner, script),
    );
  } else if (shell.recorder.succeeds) for (const each of lastListOf(script)) shell.last.add(each);
  return shell.recorder.succeeding(false, () =>
    untilEnd(state, () => walkStatements(script.commands, shell, state, inner)),
  );
}

/** The last commands of a script: all have succeeded if the script has. */
function lastListOf({ commands }: ParsedScript): readonly unknown[] {
  const { background, command } = commands[commands.length - 1] ?? {};
  if (background === true || command === undefined) return [];
  if (command.type !== 'AndOr') return [command];
  return command.operators.every((operator) => operator === '&&') ? command.commands : [];
}

/** Runs a shell to its end, and then its traps with the variables and the files of that moment. */
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

/** Runs a node in this state, and gives what it prints. */
export function walk(outermost: Node, shell: Shell, state: ShellState, outer: Io): Stream {
  let node = outermost;
  let { depth } = outer;
  // A statement, list or pipeline with one part is handled as that part.
  for (let next: Node | undefined = node; next !== undefined; next = onlyIn(node)) {
    node = next;
    depth++;
    spend(shell.budget, 1);
    if (!isLeft(shell) && isSpent(shell, spanOf(outer, node)))
      return unknownStream({ sources: [], from: [] });
    if (depth > deepestScripts * 6) {
      shell.unknown('budget', textOf(outer, node), 'it is nested too deep', spanOf(outer, node));
      // A function that calls itself without end ends the shell.
      state.mayEnd();
      return emptyStream;
    }
  }
  const io = within(outer, outer.source, depth - outer.depth);
  if (shell.signals.mayEnd) state.mayEnd();
  if (state.modes.expandsHistory && /[!^]/.test(textOf(io, node)))
    shell.unknown(
      'code',
      textOf(io, node),
      'the shell may put words of earlier lines here',
      spanOf(io, node),
    );
  switch (node.type) {
    case 'Command': {
      const output = runSimple(node satisfies CommandNode, shell, state, io);
      // A signal may come after any command.
      for (const trap of state.traps) trap(state);
      return output;
    }
    case 'AndOr':
      return walkChain(node.commands, node.operators, shell, state, io);
    case 'Pipeline':
      return walkPipeline(node, shell, state, io);
    case 'Statement': {
      // A job in the background: what it sets stays in it, and its traps run at its end.
      const own = state.branch();
      return shell.recorder.later(() => untilEnd(own, () => walk(node.command, shell, own, io)));
    }
    case 'CompoundList':
      return walkStatements(node.commands, shell, state, io);
    case 'Subshell': {
      const own = state.subshell();
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
    case 'Function': {
      const defined = { node, source: io.source, called: { yes: false } };
      state.functions.set(node.name.value, [defined]);
      if (isCalledByShell(node.name.value)) walkPerhaps(defined, shell, state, io);
      return emptyStream;
    }
    case 'Coproc': {
      // It reads what the shell writes to it later.
      const output = walk(node.body, shell, state.branch(), withInput(io, unknownStream(noOrigins)));
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
      const before = redirect(redirections, shell, state);
      const run = (): Stream => walk(node.command, shell, state, inner);
      const output = redirections.mayFail ? state.unsurely(run) : run();
      restore(before, shell, state);
      return redirections.close(output, undefined);
    }
    default:
      return node satisfies never;
  }
}

/** The only node inside a node that wraps it; undefined for others. */
function onlyIn(node: Node): Node | undefined {
  if (node.type === 'Statement') return node.background === true ? undefined : node.command;
  if (node.type === 'Pipeline' || node.type === 'CompoundList')
    return node.commands.length === 1 ? node.commands[0] : undefined;
  return undefined;
}
