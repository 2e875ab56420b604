/** All uses that the words of a program can have, for words that are not known. */
import { anyShape } from '../../../pattern/text/shape.ts';
import { usesByBeginning } from '../notation/beginnings.ts';
import { isBeginning, isWordsNotation, partsOf } from '../notation/notation.ts';
import type { FormEntry, ProgramEntry, ValueEntry } from '../table/entry.ts';
import type { NotationName, UseName } from '../table/use-names.ts';
import type { UsedValue } from './invocation.ts';
import { mannersOf } from './manners.ts';

/** All uses of the words in this form. */
export function usesInForm(form: FormEntry): readonly UseName[] {
  let uses = usesOfForm.get(form);
  if (uses === undefined) {
    uses = gatherUses(form);
    usesOfForm.set(form, uses);
  }
  return uses;
}

const usesOfForm = new WeakMap<FormEntry, readonly UseName[]>();

function gatherUses({ operands, options, traits }: FormEntry): readonly UseName[] {
  const inOperands = operands.flatMap(({ uses }) => uses);
  // `git push --receive-pack=…` runs something too, but `git push $X` hardly ever means that.
  const isRunner = inOperands.some(({ name }) => runningUses.has(name)) || traits.language !== undefined;
  const inOptions = options.flatMap(({ uses }) => uses);
  const all = [...inOperands, ...inOptions.filter(({ name }) => isRunner || !runningUses.has(name))];
  const names = all.map(({ name }) => name);
  return [...new Set(inOperands.some(({ name }) => name === 'load') ? [...names, anyCode] : names)];
}

/** What a file may do that is loaded, and is not known either. */
const anyCode: UseName = 'script';

/**
 * All uses behind these subcommands, for a word that is not known where another subcommand may be: that one may load any file,
 * or start from one that the words name.
 */
export function usesOfAnyBelow(entry: ProgramEntry, path: readonly string[]): readonly UseName[] {
  const uses = usesBelow(entry, path);
  const starts = path.length === 0 && entry.names.some((name) => mannersOf(name).starts !== undefined);
  return starts || uses.includes('load') ? [...uses, anyCode] : uses;
}

/**
 * All uses in any form of a program behind these subcommands, for a word that is not known where another subcommand may be: it
 * may also be any option. With no subcommand, those of the whole program.
 */
export function usesBelow(entry: ProgramEntry, path: readonly string[]): readonly UseName[] {
  let byPath = usesBelowPaths.get(entry);
  if (byPath === undefined) {
    byPath = new Map();
    usesBelowPaths.set(entry, byPath);
  }
  const key = path.join(' ');
  let uses = byPath.get(key);
  if (uses === undefined) {
    const forms = entry.forms.filter(({ words }) => path.every((word, at) => words[at]?.includes(word)));
    uses = [...new Set(forms.flatMap(allUses))];
    byPath.set(key, uses);
  }
  return uses;
}

const usesBelowPaths = new WeakMap<ProgramEntry, Map<string, readonly UseName[]>>();

/** What a form may do with any words, and without any. */
const allUses = ({ operands, options, traits }: FormEntry): readonly UseName[] => [
  ...[...operands, ...options].flatMap(usesOfValue),
  ...[...traits.implied, ...traits.fixed].map(({ use }) => use.name),
  ...(traits.connects.length > 0 || (traits.registry ?? traits.manager) !== undefined
    ? (['host'] as const)
    : []),
  ...(traits.installs || traits.aloneInstalls ? (['package'] as const) : []),
  ...(traits.brings !== undefined || traits.clones || traits.unpacks !== undefined
    ? (['into'] as const)
    : []),
];

const usesOfValue = ({ uses, notation }: ValueEntry): readonly UseName[] => [
  ...uses.map(({ name }) => name),
  ...(notation === undefined ? [] : usesOfNotation(notation)),
];

function usesOfNotation(notation: NotationName): readonly UseName[] {
  if (isWordsNotation(notation)) return ['run'];
  if (isBeginning(notation)) return usesByBeginning(notation);
  return partsOf(notation, anyShape('…')).flatMap(({ uses }) => uses.map(({ name }) => name));
}

/** Whether an option selects another form of a program, which runs what the option says: `cmake -E`. */
export const hasRunningMode = ({ forms }: ProgramEntry): boolean =>
  forms.some(({ given }) =>
    forms.some(({ options }) =>
      options.some((option) => runs(option) && option.names.some((name) => given.includes(name))),
    ),
  );

const runs = ({ uses, notation }: ValueEntry): boolean =>
  uses.some(({ name }) => runningUses.has(name)) || (notation !== undefined && isWordsNotation(notation));

export const runsNothing = (values: readonly UsedValue[]): boolean =>
  !values.some(({ uses }) => uses.some(({ name }) => runningUses.has(name)));

/** Uses that run something. */
const runningUses: ReadonlySet<UseName> = new Set([
  ...(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'] as const),
]);
