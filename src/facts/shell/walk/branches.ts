/** `if` and `case`: every branch is a way, since which one is taken is not known. */

import type { Case, CompoundList, If } from 'unbash';
import { spend } from '../budget.ts';
import { expandSingle } from '../expand/expand.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { originsOf, type Stream } from '../word.ts';
import { walkCondition } from './lists.ts';
import { concatChoices } from './printed.ts';

export function walkIf(node: If, shell: Shell, state: ShellState, io: Io): Stream {
  const streams: Stream[] = [];
  const ways: ShellState[] = [];
  const branch = (body: CompoundList, begun: ShellState | undefined): void => {
    // It is followed even where it cannot run, and then leaves nothing behind.
    const way = (begun ?? state).branch();
    streams.push(shell.walk(body, way, io));
    if (begun !== undefined) ways.push(way);
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

export function walkCase(node: Case, shell: Shell, state: ShellState, io: Io): Stream {
  expandSingle(node.word, shell, state, io);
  const ways: ShellState[] = [state.fork()];
  /** What a branch ends with that goes on with the next one: `;&`. */
  let onward: ShellState | undefined;
  const [first] = node.items;
  const streams = node.items.map((item) => {
    for (const pattern of item.pattern) {
      const expand = (): unknown => expandSingle(pattern, shell, state, io);
      // Those behind the one that fits are not looked at.
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
