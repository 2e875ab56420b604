/**
 * What the tables say of a program once some subcommand words are given: which
 * forms it can be, which options it has, and which words lead further. Worked
 * out once for each path of subcommands, of which the tables have few.
 */
import type { FormEntry, OptionEntry, ProgramEntry } from './entry.ts';

export interface Stage {
  /** The form for these words without an option that asks for another: the one with the longest path. */
  readonly plain: FormEntry | undefined;
  /** Forms for these words, or the first of them, that an option must ask for. */
  readonly asked: readonly FormEntry[];
  /** Words that can come next, with their canonical spelling. */
  readonly next: ReadonlyMap<string, string>;
  /** The options of a form of this stage, and those of the forms around it. */
  optionsOf(form: FormEntry): OptionIndex;
}

export interface OptionIndex {
  readonly all: readonly OptionEntry[];
  readonly byName: ReadonlyMap<string, OptionEntry>;
  /** Options that are words of their own: `of=` of `dd`. */
  readonly keys: readonly OptionEntry[];
  /** Several options have names of more than one letter behind one dash. */
  readonly hasLongNames: boolean;
}

const stages = new WeakMap<ProgramEntry, Map<string, Stage>>();

/** The stage of a program behind canonical subcommand words. */
export function stageOf(entry: ProgramEntry, path: readonly string[]): Stage {
  let known = stages.get(entry);
  if (known === undefined) {
    known = new Map();
    stages.set(entry, known);
  }
  const key = path.length === 0 ? '' : path.join('\n');
  let stage = known.get(key);
  if (stage === undefined) {
    stage = makeStage(entry, [...path]);
    known.set(key, stage);
  }
  return stage;
}

function makeStage({ forms }: ProgramEntry, path: readonly string[]): Stage {
  const depth = path.length;
  const fitting = forms.filter(({ words }) => words.length <= depth && startsWith(path, words));
  const next = new Map<string, string>();
  for (const { words } of forms) {
    const [canonical, ...others] = words[depth] ?? [];
    if (canonical === undefined || !startsWith(path, words.slice(0, depth))) continue;
    for (const word of [canonical, ...others]) if (!next.has(word)) next.set(word, canonical);
  }
  const indices = new Map<FormEntry, OptionIndex>();
  return {
    plain: longest(fitting.filter(({ given }) => given.length === 0)),
    asked: fitting.filter(({ given }) => given.length > 0),
    next,
    optionsOf(form) {
      let index = indices.get(form);
      if (index === undefined) {
        // Where an option makes the form, also the options of it without.
        const around = fitting
          .filter(({ given }) => given.length === 0)
          .filter((each) => each !== form)
          .sort((a, b) => b.words.length - a.words.length);
        index = indexOptions([form, ...around].flatMap(({ options }) => options));
        indices.set(form, index);
      }
      return index;
    },
  };
}

/** Of several of one length, the first. */
export function longest(forms: readonly FormEntry[]): FormEntry | undefined {
  let found: FormEntry | undefined;
  for (const form of forms) if (found === undefined || form.words.length > found.words.length) found = form;
  return found;
}

function indexOptions(all: readonly OptionEntry[]): OptionIndex {
  const byName = new Map<string, OptionEntry>();
  for (const option of all) for (const name of option.names) if (!byName.has(name)) byName.set(name, option);
  const long = all.filter(({ names }) => names.some((name) => /^-[A-Za-z][\w-]+$/.test(name)));
  return {
    all,
    byName,
    keys: all.filter(({ names }) => names.some((name) => name.endsWith('='))),
    hasLongNames: long.length > 3,
  };
}

const startsWith = (path: readonly string[], words: readonly (readonly string[])[]): boolean =>
  words.every((synonyms, index) => index < path.length && synonyms.includes(path[index] ?? ''));
