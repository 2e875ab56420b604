/** A state whose parts may be one of several → one state for each combination that a command depends on. */
import { staticText } from '../../../pattern/text/shape.ts';
import type { Word } from '../word.ts';
import { alternativesOf, Choice, wordsOfChoice } from './choice.ts';
import { asksStack, asksValues, hasName, mayUse, namesFile } from './mentions.ts';
import type { ShellState } from './state.ts';

/** The alternatives of a part of the state: each sets one of them. */
type Part = readonly ((way: ShellState) => void)[];

/** The analysis follows a command for at most this many combinations of values. */
const mostWays = 32;

/**
 * Gives one state for each combination of the values that a text depends on: the directory, the variables
 * that it names, the positional parameters. It is only this state if none of them may be one of several.
 */
export function waysOf(state: ShellState, text: string): readonly ShellState[] {
  if (!state.mayChoose) return [state];
  let ways: readonly ShellState[] = [state];
  for (const part of partsOf(state, text)) {
    // With too many combinations this value stays one of several, and the command takes it as unknown.
    if (ways.length * part.length > mostWays) continue;
    ways = ways.flatMap((way) =>
      part.map((choose) => {
        const chosen = way.branch();
        choose(chosen);
        return chosen;
      }),
    );
  }
  return ways;
}

/** The parts that a text depends on and that may be one of several. */
function partsOf(state: ShellState, text: string): readonly Part[] {
  const { whereabouts, positionals, references, variables } = state;
  const parts: Part[] = [];
  const add = <Item>(items: readonly Item[], set: (way: ShellState, item: Item) => void): void => {
    parts.push(items.map((item) => (way) => set(way, item)));
  };
  if (whereabouts.places.length > 1) add(whereabouts.places, (way, cwd) => void Object.assign(way, { cwd }));
  if (positionals.length > 1 && text.includes('$'))
    add(positionals, (way, positional) => void Object.assign(way, { positional }));
  if (whereabouts.stacks.length > 1 && asksStack.test(text))
    add(whereabouts.stacks, (way, stack) => void Object.assign(way.whereabouts, { stack }));
  for (const [name, held] of references)
    if (held instanceof Choice && hasName(text, name))
      add(held.among, (way, target) => way.refer(name, target));
  for (const path of filesNamed(text, state)) {
    const of = state.files.get(path);
    if (of !== undefined && !state.isPinned(path, of))
      add(of, (way, content) => way.pin(path, { content, of }));
  }
  if (asksValues.test(text))
    for (const [name, held] of variables)
      if (held instanceof Choice && mayUse(text, name)) add(held.among, (way, value) => way.put(name, value));
  return parts;
}

/** The files with several contents that a text may name. */
function filesNamed(text: string, state: ShellState): readonly string[] {
  const { several } = state.files;
  if (several.size === 0) return [];
  const mayName = namesFile(text, (variable) => mayNameFile(variable, state));
  return [...several].filter(mayName);
}

/** Whether the text of a variable or of a positional parameter may be known, so that it may name a certain file. */
function mayNameFile(variable: string, { positionals, references, variables }: ShellState): boolean {
  if (!/^[a-z_]/i.test(variable)) return positionals.some((words) => words !== undefined);
  if (references.size > 0 || ofShell.test(variable)) return true;
  return alternativesOf(variables.get(variable)).some((value) => wordsOfChoice(value).some(mayBeKnown));
}

/** Variables that the shell sets by itself to names of files. */
const ofShell = /^(?:BASH|FUNCNAME|ZSH|PWD$|OLDPWD$|HOME$)/;

/** Whether a word has, or may get, a known text. */
const mayBeKnown = ({ shape, listed, among }: Word): boolean =>
  listed !== undefined || among !== undefined || staticText(shape) !== undefined;
