/**
 * What the tables say of a program after some subcommand words: which forms it can be, which options it has, and which
 * words can follow. Computed once for each path of subcommands.
 */
import { once } from '../../../language/once.ts';
import type { FormEntry, OptionEntry, ProgramEntry } from '../table/entry.ts';
import { type OperandPlaces, operandPlaces } from './operand-places.ts';

export interface Stage {
  /** The form for these words that no option selects: the one with the longest path. */
  readonly plain: FormEntry | undefined;
  /** Forms for these words, or for the first of them, that an option selects. */
  readonly asked: readonly FormEntry[];
  /** Words that can come next, with their canonical spelling. */
  readonly next: ReadonlyMap<string, string>;
  /** The options of a form of this stage, and those of the forms around it. */
  optionsOf(form: FormEntry): OptionIndex;
  /** The stage after one more word; the word is one of `next`, in its spelling there. */
  behind(word: string): Stage;
}

export interface OptionIndex {
  readonly all: readonly OptionEntry[];
  readonly byName: ReadonlyMap<string, OptionEntry>;
  /** Options that are prefixes of words: `of=` of `dd`, `-agentpath:` of `java`. */
  readonly keys: readonly OptionEntry[];
  /** Several options have a single dash and a name of more than one letter. */
  readonly hasLongNames: boolean;
  /** The positions of the operands of the form. */
  readonly operands: () => OperandPlaces;
}

const stages = new WeakMap<ProgramEntry, Stage>();

/** The stage of a program before any subcommand word. */
export function stageOf(entry: ProgramEntry): Stage {
  let stage = stages.get(entry);
  if (stage === undefined) {
    stage = makeStage(entry, []);
    stages.set(entry, stage);
  }
  return stage;
}

function makeStage(entry: ProgramEntry, path: readonly string[]): Stage {
  const { forms } = entry;
  const depth = path.length;
  const fitting = forms.filter(({ words }) => words.length <= depth && startsWith(path, words));
  const next = new Map<string, string>();
  for (const { words } of forms) {
    const [canonical, ...others] = words[depth] ?? [];
    if (canonical === undefined || !startsWith(path, words.slice(0, depth))) continue;
    for (const word of [canonical, ...others]) if (!next.has(word)) next.set(word, canonical);
  }
  const indices = new Map<FormEntry, OptionIndex>();
  const further = new Map<string, Stage>();
  return {
    plain: longest(fitting.filter(({ given }) => given.length === 0)),
    asked: fitting.filter(({ given }) => given.length > 0),
    next,
    behind(word) {
      let stage = further.get(word);
      if (stage === undefined) {
        stage = makeStage(entry, [...path, word]);
        further.set(word, stage);
      }
      return stage;
    },
    optionsOf(form) {
      let index = indices.get(form);
      if (index === undefined) {
        // If an option selects the form, also the options of the form without it.
        const around = fitting
          .filter(({ given }) => given.length === 0)
          .filter((each) => each !== form)
          .sort((a, b) => b.words.length - a.words.length);
        index = indexOptions(
          [form, ...around].flatMap(({ options }) => options),
          form,
        );
        indices.set(form, index);
      }
      return index;
    },
  };
}

/** The longest one; of several with the same length, the first. */
function longest(forms: readonly FormEntry[]): FormEntry | undefined {
  let found: FormEntry | undefined;
  for (const form of forms) if (found === undefined || form.words.length > found.words.length) found = form;
  return found;
}

function indexOptions(all: readonly OptionEntry[], form: FormEntry): OptionIndex {
  const byName = new Map<string, OptionEntry>();
  for (const option of all) for (const name of option.names) if (!byName.has(name)) byName.set(name, option);
  const long = all.filter(({ names }) => names.some((name) => /^-[A-Za-z][\w-]+$/.test(name)));
  return {
    all,
    byName,
    keys: all.filter(({ names }) => names.some((name) => /[=:]$/.test(name))),
    hasLongNames: long.length > 3,
    operands: once(() => operandPlaces(form)),
  };
}

const startsWith = (path: readonly string[], words: readonly (readonly string[])[]): boolean =>
  words.every((synonyms, index) => index < path.length && synonyms.includes(path[index] ?? ''));
