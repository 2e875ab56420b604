/** All uses that the words of a program can have, for words that are not known. */
import { isWordsNotation } from '../notation/notation.ts';
import type { FormEntry, OptionEntry, ProgramEntry } from '../table/entry.ts';
import type { UseName } from '../table/use-names.ts';
import type { UsedValue } from './invocation.ts';

/** All uses of the words in any of these forms; `owner` is the program or form that has them. */
export function usesInForms(
  owner: ProgramEntry | FormEntry,
  forms: readonly FormEntry[],
): readonly UseName[] {
  let uses = usesKept.get(owner);
  if (uses === undefined) {
    uses = gatherUses(forms);
    usesKept.set(owner, uses);
  }
  return uses;
}

const usesKept = new WeakMap<ProgramEntry | FormEntry, readonly UseName[]>();

function gatherUses(forms: readonly FormEntry[]): readonly UseName[] {
  const operands = forms.flatMap((form) => form.operands.flatMap((each) => each.uses));
  // `git push --receive-pack=…` runs something too, but `git push $X` hardly ever means that.
  const isRunner =
    operands.some(({ name }) => runningUses.has(name)) ||
    forms.some(({ traits }) => traits.language !== undefined);
  const options = forms.flatMap((form) => form.options.flatMap((each) => each.uses));
  const uses = [...operands, ...options.filter(({ name }) => isRunner || !runningUses.has(name))];
  return [...new Set(uses.map(({ name }) => name))];
}

/** All uses in any form of a program, for a first word that is not known: it may be a subcommand, or any option. */
export function usesOfProgram(entry: ProgramEntry): readonly UseName[] {
  let uses = usesOfPrograms.get(entry);
  if (uses === undefined) {
    const all = entry.forms.flatMap(({ operands, options, traits }) => [
      ...[...operands, ...options].flatMap((each) => each.uses.map(({ name }) => name)),
      ...[...traits.implied, ...traits.fixed].map(({ use }) => use.name),
      ...options.flatMap((option) => (runs(option) ? (['run'] as const) : [])),
    ]);
    uses = [...new Set(all)];
    usesOfPrograms.set(entry, uses);
  }
  return uses;
}

const usesOfPrograms = new WeakMap<ProgramEntry, readonly UseName[]>();

/** Whether an option selects another form of a program, which runs what the option says: `cmake -E`. */
export const hasRunningMode = ({ forms }: ProgramEntry): boolean =>
  forms.some(({ given }) =>
    forms.some(({ options }) =>
      options.some((option) => runs(option) && option.names.some((name) => given.includes(name))),
    ),
  );

const runs = ({ uses, notation }: OptionEntry): boolean =>
  uses.some(({ name }) => runningUses.has(name)) || (notation !== undefined && isWordsNotation(notation));

export const runsNothing = (values: readonly UsedValue[]): boolean =>
  !values.some(({ uses }) => uses.some(({ name }) => runningUses.has(name)));

/** Uses that run something. */
const runningUses: ReadonlySet<UseName> = new Set([
  ...(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'] as const),
]);
