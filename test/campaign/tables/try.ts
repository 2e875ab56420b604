/** Tries the forms of programs, in rounds: first calls until one comes through, then each option, then pairs of them. */
import { builtInKnowledge } from '../../../src/facts/knowledge/table/built-in.ts';
import type { Chance } from '../../pattern/path-pairs.ts';
import { type Outcome, runAll, type World } from '../differential/sandbox.ts';
import { type Call, type Form, firstCalls, nameOf, optionCalls, pairCalls, textOf } from './calls.ts';
import { type Judged, judge } from './judge.ts';
import { changesByChoice, patienceFor, reasonIn } from './known.ts';

/** What became of a form. */
export interface Tried {
  readonly form: Form;
  readonly calls: number;
  /** The options that came through. */
  readonly options: ReadonlySet<string>;
  readonly isThrough: boolean;
  /** None of its calls came further than to a host that gave no answer. */
  readonly isOnlyHost: boolean;
  /** Why none came through, by what they said. */
  readonly why: string | undefined;
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
  /** How many of the first calls are tried before it is seen whether one came through. */
  readonly early: number;
  readonly seconds: number;
}

function effortOf({ program }: Form): Effort {
  const { length } = formsOf(program);
  const patience = patienceFor(program);
  if (patience !== undefined) return { first: 3, options: 2, pairs: 0, early: 1, seconds: patience };
  return {
    early: 6,
    seconds: 1,
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

export function tryForms(forms: readonly Form[], chance: Chance, world: World): readonly Tried[] {
  const done = new Map<Form, Done[]>(forms.map((form) => [form, []]));
  const run = (wave: ReadonlyMap<Form, readonly Call[]>): void => {
    const calls = [...wave].flatMap(([form, some]) =>
      some.map((call) => ({ form, call, text: textOf(form, call) })),
    );
    if (calls.length === 0) return;
    const outcomes = runAll(
      calls.map(({ form, text }) => ({ shell: 'bash', text, seconds: effortOf(form).seconds })),
      world,
    );
    for (const [at, { form, call, text }] of calls.entries()) {
      const outcome = outcomes[at];
      if (outcome !== undefined)
        done.get(form)?.push({
          call,
          outcome,
          judged: judge(text, outcome, changesByChoice(form.program, nameOf(form))),
        });
    }
  };
  const wave = (make: (form: Form) => readonly Call[]): void =>
    run(new Map(forms.map((form) => [form, make(form)])));
  const of = (form: Form): readonly Done[] => done.get(form) ?? [];
  const isOver = (form: Form): boolean => isSlow(of(form));
  const first = (form: Form): readonly Call[] => firstCalls(form).slice(0, effortOf(form).first);
  const isEnough = (form: Form): boolean =>
    through(of(form)).length > (patienceFor(form.program) === undefined ? 1 : 0) || isOver(form);
  wave((form) => first(form).slice(0, effortOf(form).early));
  wave((form) => (isEnough(form) ? [] : first(form).slice(effortOf(form).early)));
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
    isOnlyHost: of(form).every(({ judged: { isThrough, isOnlyHost } }) => !isThrough || isOnlyHost),
    why: through(of(form)).length > 0 ? undefined : whyQuiet(of(form)),
    judged: of(form).map(({ judged }) => judged),
  }));
}

/** The reason that most calls give, of those that give one. */
function whyQuiet(done: readonly Done[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { outcome } of done) {
    const why = reasonIn(isKilled(outcome) ? 'killed' : `${outcome.said}\n${outcome.printed.slice(0, 1000)}`);
    if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Calls that came through, those that did the most first. */
const through = (done: readonly Done[]): readonly Call[] =>
  done
    .filter(({ judged }) => judged.isThrough)
    .sort((one, other) => weigh(other) - weigh(one))
    .map(({ call }) => call);

/** A call that ended well shows more than one that did something and failed. */
const weigh = ({ outcome, call }: Done): number =>
  (outcome.status === 0 ? 100 : 0) + Math.min(50, outcome.deeds.length) + (call.input === undefined ? 1 : 0);

const isSlow = (done: readonly Done[]): boolean =>
  done.length > 0 && done.every(({ outcome }) => isKilled(outcome));
const isKilled = ({ status }: Outcome): boolean => status === null || status === 137;

function some<Item>(items: readonly Item[], count: number, chance: Chance): readonly Item[] {
  if (items.length <= count) return items;
  const step = items.length / count;
  const start = chance() * step;
  return Array.from({ length: count }, (_, at) => items[Math.floor(start + at * step)]).flatMap(
    (item) => item ?? [],
  );
}
