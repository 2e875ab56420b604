/** Command patterns with their subcommands in canonical spelling, as the tables have them. */
import { longestCommandPattern } from '../../../pattern/command.ts';
import type { CommandName } from './entry.ts';
import type { Knowledge } from './knowledge.ts';

/** `npm i --global` → `npm install --global`. Words that are in no table, and words with `*`, stay as they are. */
export function canonicalCommand(text: string, { programs }: Knowledge): string {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const entry = programs.get(name);
  if (entry === undefined) return text;
  let forms = entry.forms;
  let depth = 0;
  const words = rest.map((word) => {
    if (word.startsWith('-') || forms.length === 0) return word;
    const at = depth++;
    forms = forms.filter((form) => form.words[at]?.includes(word) === true);
    return forms[0]?.words[at]?.[0] ?? word;
  });
  return [name, ...words].join(' ');
}

/** The limit of names for one command. Further names are left out. */
const mostNames = 12;

/**
 * The pattern in canonical spelling, and under the other names of its command: `docker run` is also
 * `docker container run`. Options stay after the words.
 */
export function namesOfCommand(text: string, knowledge: Knowledge): readonly string[] {
  const names = [canonicalCommand(text, knowledge)];
  for (const name of names) {
    const [program = '', ...rest] = name.split(/\s+/);
    const isOption = (word: string): boolean => /^-[^-]|^--./.test(word);
    const words = rest.filter((word) => !isOption(word));
    const options = rest.filter(isOption);
    const means = (to: CommandName, own: CommandName): void => {
      if (own.program !== undefined && own.program !== program) return;
      if (words.length < own.words.length || own.words.some((word, at) => words[at] !== word)) return;
      const other = [to.program ?? program, ...to.words, ...words.slice(own.words.length), ...options];
      const joined = other.join(' ');
      if (names.length >= mostNames || joined.length > longestCommandPattern) return;
      if (!names.includes(joined)) names.push(joined);
    };
    for (const [one, other] of knowledge.programs.get(program)?.spellings ?? []) {
      means(one, other);
      means(other, one);
    }
  }
  return names;
}

const spellings = new WeakMap<Knowledge, Map<string, ReadonlySet<string>>>();

/** The other programs that have commands of this program under their names, directly or through another one. */
export function programsSpelling(program: string, knowledge: Knowledge): ReadonlySet<string> {
  const known = spellings.get(knowledge) ?? new Map<string, ReadonlySet<string>>();
  spellings.set(knowledge, known);
  let found = known.get(program);
  if (found === undefined) {
    const all = new Set([program]);
    for (const each of all) {
      for (const name of (knowledge.programs.get(each)?.spellings ?? []).flat())
        if (name.program !== undefined) all.add(name.program);
    }
    all.delete(program);
    found = all;
    // Names of programs come from calls, so the cache has a bound.
    if (known.size < 1000) known.set(program, found);
  }
  return found;
}
