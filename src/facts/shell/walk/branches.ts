/** `if` and `case`. Every branch is a separate way, since it is unknown which one the script takes. */
import type { Case, CompoundList, If } from 'unbash';
import { spend } from '../budget.ts';
import { expandSingle } from '../expand/expand.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { originsOf, type Stream } from '../word.ts';
import { walkCondition } from './lists.ts';
import { concatChoices } from './printed.ts';

/** Runs an `if`: its conditions, and each branch as a separate way. Gives what the branches may print. */
export function walkIf(node: If, shell: Shell, state: ShellState, io: Io): Stream {
  const streams: Stream[] = [];
  const ways: ShellState[] = [];
  const branch = (body: CompoundList, reached: ShellState | undefined): void => {
    // A branch that cannot run is followed as well, but its changes are dropped.
    const way = (reached ?? state).branch();
    streams.push(shell.walk(body, way, io));
    if (reached !== undefined) ways.push(way);
  };
  const first = walkCondition(node.clause, shell, state, io);
  branch(node.then, first.succeeded);
  let { failed } = first;
  for (const { clause, then: body } of node.elif) {
    const here: ShellState = failed ?? state.fork();
    const next = here.perhapsDuring(() => walkCondition(clause, shell, here, io));
    branch(body, failed && next.succeeded);
    failed &&= next.failed;
  }
  if (node.else !== undefined) branch(node.else, failed);
  else if (failed !== undefined) ways.push(failed.fork());
  state.join(ways);
  spend(shell.budget, originsOf(streams));
  return concatChoices(streams);
}

/** Runs a `case`: each branch as a separate way. Gives what the branches may print. */
export function walkCase(node: Case, shell: Shell, state: ShellState, io: Io): Stream {
  expandSingle(node.word, shell, state, io);
  const ways: ShellState[] = [state.fork()];
  /** The end state of a branch that goes on with the next one: `;&`. */
  let onward: ShellState | undefined;
  const [first] = node.items;
  const streams = node.items.map((item) => {
    for (const pattern of item.pattern) {
      const expand = (): unknown => expandSingle(pattern, shell, state, io);
      // The shell does not expand the patterns behind the one that matches.
      if (pattern === first?.pattern[0]) expand();
      else state.unsurely(expand);
    }
    const way = state.branch();
    if (onward !== undefined) way.join([state.branch(), onward]);
    const stream = shell.walk(item.body, way, io);
    onward = item.terminator === ';&' || item.terminator === ';;&' ? way : undefined;
    ways.push(way);
    return stream;
  });
  state.join(ways);
  return concatChoices(streams);
}
