/** Tries the forms of programs, in rounds: first calls until one comes through, then each option, then pairs of them. */
import { builtInKnowledge } from '../../../src/facts/knowledge/built-in.ts';
import type { Chance } from '../../pattern/path-pairs.ts';
import { type Outcome, runAll, type World } from '../differential/sandbox.ts';
import { type Call, type Form, firstCalls, optionCalls, pairCalls, textOf } from './calls.ts';
import { type Judged, judge } from './judge.ts';

/** What became of a form. */
export interface Tried {
  readonly form: Form;
  readonly calls: number;
  /** The options that came through. */
  readonly options: ReadonlySet<string>;
  readonly isThrough: boolean;
  readonly judged: readonly Judged[];
}

/** Every form of a program, under its own name. */
export function formsOf(program: string): readonly Form[] {
  const forms = builtInKnowledge().programs.get(program)?.forms ?? [];
  const known = forms.flatMap(({ options }) => options);
  return forms.map((form) => ({ program, form, known }));
}

export const programNames = (): readonly string[] => [...builtInKnowledge().programs.keys()].sort();

/** How many calls of each sort a form has at most: a program of many forms has fewer for each. */
interface Effort {
  readonly first: number;
  readonly options: number;
  readonly pairs: number;
}

function effortOf({ program }: Form): Effort {
  const { length } = formsOf(program);
  return {
    first: length > 8 ? 9 : 20,
    options: Math.max(4, Math.min(30, Math.floor(160 / length))),
    pairs: 1,
  };
}

interface Done {
  readonly call: Call;
  readonly outcome: Outcome;
  readonly judged: Judged;
}

const seconds = 1;

export function tryForms(forms: readonly Form[], chance: Chance, world: World): readonly Tried[] {
  const done = new Map<Form, Done[]>(forms.map((form) => [form, []]));
  const run = (wave: ReadonlyMap<Form, readonly Call[]>): void => {
    const calls = [...wave].flatMap(([form, some]) =>
      some.map((call) => ({ form, call, text: textOf(form, call) })),
    );
    if (calls.length === 0) return;
    const outcomes = runAll(
      calls.map(({ text }) => ({ shell: 'bash', text, seconds })),
      world,
    );
    for (const [at, { form, call, text }] of calls.entries()) {
      const outcome = outcomes[at];
      if (outcome !== undefined) done.get(form)?.push({ call, outcome, judged: judge(text, outcome) });
    }
  };
  const wave = (make: (form: Form) => readonly Call[]): void =>
    run(new Map(forms.map((form) => [form, make(form)])));
  const of = (form: Form): readonly Done[] => done.get(form) ?? [];
  const isOver = (form: Form): boolean => isSlow(of(form));
  const first = (form: Form): readonly Call[] => firstCalls(form).slice(0, effortOf(form).first);
  const early = 6;
  wave((form) => first(form).slice(0, early));
  wave((form) => (through(of(form)).length > 1 || isOver(form) ? [] : first(form).slice(early)));
  wave((form) =>
    some(optionCalls(form, through(of(form))), isOver(form) ? 5 : effortOf(form).options, chance),
  );
  wave((form) => {
    const single = through(of(form)).filter(({ tried }) => tried.length === 1);
    return isOver(form) ? [] : pairCalls(chance, single, effortOf(form).pairs);
  });
  return forms.map((form) => ({
    form,
    calls: of(form).length,
    options: new Set(through(of(form)).flatMap(({ tried }) => tried)),
    isThrough: through(of(form)).length > 0,
    judged: of(form).map(({ judged }) => judged),
  }));
}

/** Calls that came through, those that did the most first. */
const through = (done: readonly Done[]): readonly Call[] =>
  done
    .filter(({ judged }) => judged.isThrough)
    .sort((one, other) => weigh(other) - weigh(one))
    .map(({ call }) => call);

/** A call that ended well tells more than one that did something and failed. */
const weigh = ({ outcome, call }: Done): number =>
  (outcome.status === 0 ? 100 : 0) + Math.min(50, outcome.deeds.length) + (call.input === undefined ? 1 : 0);

const isSlow = (done: readonly Done[]): boolean =>
  done.length > 0 && done.every(({ outcome: { status } }) => status === null || status === 137);

function some<Item>(items: readonly Item[], count: number, chance: Chance): readonly Item[] {
  if (items.length <= count) return items;
  const step = items.length / count;
  const start = chance() * step;
  return Array.from({ length: count }, (_, at) => items[Math.floor(start + at * step)]).flatMap(
    (item) => item ?? [],
  );
}
