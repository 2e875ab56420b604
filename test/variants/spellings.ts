/**
 * Many spellings of one simple command that all do the same: what a rule says of
 * one it must say of each. The tests try those that can be tried in a real shell.
 */
import { type Chance, chanceOf, pick } from '../pattern/path-pairs.ts';
import { scriptWrappers, takesPlainText } from './script-spellings.ts';
import type { Draft, ScriptWrapper, Spelling } from './spelling.ts';
import { wordSpellings } from './word-spellings.ts';
import { splitWords } from './words.ts';

export type { Spelling } from './spelling.ts';

/**
 * Every spelling of a command, which is a program with its words; none for
 * anything else. Their names are unique; those that do not fit the command are
 * left out.
 */
export function spellings(command: string): readonly Spelling[] {
  return drafts(command).map(({ name, text, open }) => ({ name, text, open: open === true }));
}

/** The same, with what is needed to try them. */
export function drafts(command: string): readonly Draft[] {
  const words = splitWords(command.trim());
  if (words === undefined) return [];
  const text = command.trim();
  const wrapped = scriptWrappers
    .filter((wrapper) => accepts(wrapper, { name: '', text }))
    .map((wrapper) => put({ name: '', text }, wrapper));
  return [...wordSpellings(words), ...wrapped];
}

/** Some spellings inside others, drawn by a seed: `bash -c` of a function of merged options. */
export function pairsOf(command: string, seed: number, count = 20): readonly Spelling[] {
  const all = drafts(command);
  if (all.length === 0) return [];
  const chance = chanceOf(seed);
  return Array.from({ length: count }, () => {
    const inner = pick(chance, all);
    const outer = fitting(inner, chance);
    return outer === undefined ? inner : put(inner, outer);
  }).map(({ name, text, open }) => ({ name, text, open: open === true }));
}

/** One spelling inside another inside another. */
export function drawDraft(command: string, chance: Chance, depth: number): Draft {
  let draft: Draft = pick(chance, drafts(command));
  for (let level = 0; level < depth; level++) {
    const outer = fitting(draft, chance);
    if (outer === undefined) break;
    draft = put(draft, outer);
  }
  return draft;
}

function fitting(inner: Draft, chance: Chance): ScriptWrapper | undefined {
  const fit = scriptWrappers.filter((wrapper) => accepts(wrapper, inner));
  return fit.length === 0 ? undefined : pick(chance, fit);
}

/** The script inside has positional parameters. */
const givesParameters: ReadonlySet<string> = new Set([
  'bash -ec with options',
  'here-document to bash -s',
  'bash -c of a parameter',
]);

/** Whether the text inside is read by a shell that can, and in a form that the wrapper takes. */
function accepts({ name, shell }: ScriptWrapper, inner: Draft): boolean {
  if (inner.outermost === true) return false;
  if (shell === 'sh' && inner.bash === true) return false;
  if (/\w\$@/.test(inner.text) && givesParameters.has(name)) return false;
  // Perl and Ruby start what looks like a program and its words without a shell, which has the built-ins.
  if (
    /^(?:perl|ruby)/.test(name) &&
    /^(?:eval|command|exec|builtin|set|source|trap|time|!|\.|:)/.test(inner.text)
  ) {
    return false;
  }
  // What is to be done at the end cannot be set at the end, and who has a lock waits for it forever.
  if (/^trap/.test(name) && inner.name.includes('trap')) return false;
  if (/^flock/.test(name) && inner.name.includes('flock')) return false;
  // Bash itself crashes on an array in an alias.
  if (name === 'alias' && inner.text.includes('=(')) return false;
  return !takesPlainText.has(name) || /^[^\n{}%!$@'"\\]*$/.test(inner.text);
}

function put(inner: Draft, { wrap, name, shell, ...about }: ScriptWrapper): Draft {
  const needs = [...(inner.needs ?? []), ...(about.needs ?? [])];
  // What a new bash reads is no longer for the shell outside.
  const isNew = shell === 'bash' && /^(?:bash|sudo|env|timeout|nested)/.test(name);
  return {
    name: inner.name === '' ? name : `${name} of ${inner.name}`,
    text: wrap(inner.text),
    bash: about.bash === true || (inner.bash === true && !isNew),
    outermost: about.outermost === true,
    untried: about.untried === true || inner.untried === true,
    open: about.open === true || inner.open === true,
    needs,
  };
}
