/**
 * The objects of a call that a rule about one command can be about. Commands are found by the names of their programs
 * instead of being tried one by one, since most rules are about other programs than a call runs. The rule would say no to the
 * commands that are left out.
 */
import type {
  CheckedEffect,
  CheckedExpression,
  CheckedRule,
  EffectVerb,
  Pattern,
} from '../check/tree/checked.ts';
import { conjunctsOf } from '../check/tree/walk.ts';
import { verbBits } from '../facts/effect/effect-verbs.ts';
import type { Facts } from '../facts/facts.ts';
import type { Knowledge } from '../facts/knowledge/table/knowledge.ts';
import { programsOfPattern } from '../pattern/command.ts';
import { programNamesOf } from '../rule-index/names-in-call.ts';
import { candidatesOf, type EffectCandidate, slotChoices } from './candidate.ts';

type Choices = readonly (EffectCandidate | undefined)[];

/** For a rule with one slot: the objects that are worth asking, in the order of the call's effects. */
export function compileChoices(
  { when, slots }: Pick<CheckedRule, 'when' | 'slots'>,
  knowledge: Knowledge,
): (facts: Facts) => Choices {
  const [slot] = slots;
  if (slot === undefined || slots.length !== 1) return () => [];
  const programs = when.flatMap(conjunctsOf).map(programsNeeded).find(isKnown);
  const choices = compileFound(programs, slot.verbs, knowledge);
  return (facts) => choices(facts) ?? slotChoices(facts, slot, 1);
}

/** For a question about any object of the call: the objects that are worth asking, in the order of the call's effects. */
export function compileCandidates(
  effect: CheckedEffect,
  knowledge: Knowledge,
): (facts: Facts) => readonly EffectCandidate[] {
  const found = compileFound(programsOfEffect(effect), effect.verbs, knowledge);
  return (facts) => found(facts) ?? candidatesOf(facts, effect.verbs);
}

/** The objects that are found by the names of their programs; undefined where all are to be asked. */
function compileFound(
  programs: readonly string[] | undefined,
  verbs: readonly EffectVerb[],
  knowledge: Knowledge,
): (facts: Facts) => readonly EffectCandidate[] | undefined {
  if (programs === undefined) return () => undefined;
  const wanted = [...new Set(programs)];
  return (facts) =>
    candidatesOf(facts, verbs).length < fewCandidates
      ? undefined
      : indexOf(facts, verbs, knowledge).find(wanted);
}

/** Fewer objects than this are asked one by one. */
export const fewCandidates = 8;

const isKnown = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Folded names of programs: the part holds only for commands of one of them. Undefined where it can hold for any program. */
function programsNeeded(part: CheckedExpression): readonly string[] | undefined {
  switch (part.kind) {
    case 'condition':
      return programsNeeded(part.expression);
    case 'and':
      return part.operands.map(programsNeeded).find(isKnown);
    case 'or':
      return ofAll(part.operands, programsNeeded);
    case 'effect':
      return part.slot === undefined ? undefined : programsOfEffect(part);
    default:
      return undefined;
  }
}

function programsOfEffect({ verbs, tests }: CheckedEffect): readonly string[] | undefined {
  if (verbs.some((verb) => verb !== 'runs')) return undefined;
  const test = tests.find(({ of, operator, negated }) => of === 'command' && operator === 'is' && !negated);
  return test && ofAll(test.patterns, programsOf);
}

function programsOf(pattern: Pattern): readonly string[] | undefined {
  if (pattern.kind === 'list') return ofAll(pattern.items, programsOf);
  return pattern.kind === 'command' || pattern.kind === 'text' ? programsOfPattern(pattern.value) : undefined;
}

function ofAll<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[] | undefined,
): readonly string[] | undefined {
  const names = items.map(namesOf);
  return names.every(isKnown) ? names.flat() : undefined;
}

/** The index of a call's objects for some verbs. Rules of one view share it, and these have one knowledge. */
function indexOf(facts: Facts, verbs: readonly EffectVerb[], knowledge: Knowledge): CommandIndex {
  const indexes = facts.once(knowledge, () => new Map<number, CommandIndex>());
  const key = verbBits(verbs);
  const known = indexes.get(key) ?? new CommandIndex(candidatesOf(facts, verbs), knowledge);
  indexes.set(key, known);
  return known;
}

class CommandIndex {
  readonly #candidates: readonly EffectCandidate[];
  /** Places of the objects that are always asked: commands whose program is not known, and unknown parts. */
  readonly #always: number[] = [];
  readonly #byProgram = new Map<string, number[]>();

  constructor(candidates: readonly EffectCandidate[], knowledge: Knowledge) {
    this.#candidates = candidates;
    for (const [at, candidate] of candidates.entries()) {
      const names = candidate.kind === 'command' ? programNamesOf(candidate.effect, knowledge) : undefined;
      if (names === undefined) this.#always.push(at);
      for (const name of new Set(names)) {
        const places = this.#byProgram.get(name);
        if (places === undefined) this.#byProgram.set(name, [at]);
        else places.push(at);
      }
    }
  }

  find(programs: readonly string[]): readonly EffectCandidate[] {
    const places = new Set(this.#always);
    for (const name of programs) for (const at of this.#byProgram.get(name) ?? []) places.add(at);
    return [...places].sort((a, b) => a - b).flatMap((at) => this.#candidates[at] ?? []);
  }
}
