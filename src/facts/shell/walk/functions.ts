/** Calls the functions of a script. Local names end with the function. */
import { type Io, type Shell, within } from '../shell.ts';
import type { ShellFunction } from '../state/shell-function.ts';
import type { ShellState } from '../state/state.ts';
import type { Stream, Word } from '../word.ts';

/** Runs the functions that the script defines and never calls, since code that bylaw does not see may call them. */
export function walkUncalled(shell: Shell, state: ShellState, io: Io): void {
  for (const functions of state.functions.values())
    for (const each of functions) {
      if (each === undefined || each.called.yes) continue;
      each.called.yes = true;
      walkPerhaps(each, shell, state, io);
    }
}

/** Runs a function that something else may call. */
export const walkPerhaps = (each: ShellFunction, shell: Shell, state: ShellState, io: Io): void => {
  const way = state.branch();
  way.positional = undefined;
  walkBody(each, shell, way, { ...io, certain: false });
};

/** Names of functions that a shell calls by itself: hooks of bash and zsh, and those of ksh for a variable. */
export const isCalledByShell = (name: string): boolean =>
  /^(?:command_not_found_handler?|chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|TRAP[A-Z0-9]+)$|\.(?:get|getn|set|append|unset)$/.test(
    name,
  );

/** Calls a function of the script with these words. */
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

/** Runs the body of a function. `return` ends it, and its local names end with it. */
function walkBody({ node, source }: ShellFunction, shell: Shell, state: ShellState, io: Io): Stream {
  const { frame, returning, loops } = state;
  const { sureness } = state.certainty;
  const returned: ShellState[] = [];
  state.frame = new Map();
  state.returning = returned;
  state.loops = [];
  const output = shell.walk(node.body, state, { ...io, source });
  if (returned.length > 0) state.join([state.fork(), ...returned]);
  if (state.end === 'return') state.end = undefined;
  state.endFunction(frame);
  state.returning = returning;
  state.loops = loops;
  state.certainty.sureness = sureness;
  return output;
}
