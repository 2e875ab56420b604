/**
 * The objects of a call that a rule about one command can be about: commands are found by
 * the names of their programs instead of being tried one by one, since most rules are about
 * other programs than a call runs. A shortcut only: what is left out would have said no.
 */
import type { CheckedExpression, CheckedRule, EffectVerb, Pattern } from '../check/checked.ts';
import { conjunctsOf } from '../check/walk.ts';
import type { Effects } from '../facts/effect.ts';
import type { Knowledge } from '../facts/knowledge/knowledge.ts';
import { programsOfPattern } from '../pattern/command.ts';
import { bitsOf, type Candidate, candidatesOf, choicesOf } from './candidate.ts';
import { allPrograms } from './object-test.ts';

type Choices = readonly (Candidate | undefined)[];

/** For a rule with one slot: the objects that are worth asking, in the order of the call's effects. */
export function compileChoices(
  { when, slots }: Pick<CheckedRule, 'when' | 'slots'>,
  knowledge: Knowledge,
): (effects: Effects) => Choices {
  const [slot] = slots;
  if (slot === undefined || slots.length !== 1) return () => [];
  const programs = when.flatMap(conjunctsOf).map(programsNeeded).find(isKnown);
  if (programs === undefined) return (effects) => choicesOf(effects, slot, 1);
  const wanted = [...new Set(programs)];
  return (effects) => {
    const candidates = candidatesOf(effects, slot.verbs);
    if (candidates.length < fewCandidates) return choicesOf(effects, slot, 1);
    return indexOf(effects, slot.verbs, candidates, knowledge).find(wanted);
  };
}

/** Fewer objects than this are tried one by one. */
const fewCandidates = 8;

const isKnown = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** The part holds only for commands whose program has one of these folded names; undefined if it holds for any program. */
function programsNeeded(part: CheckedExpression): readonly string[] | undefined {
  switch (part.kind) {
    case 'condition':
      return programsNeeded(part.expression);
    case 'and':
      return part.operands.map(programsNeeded).find(isKnown);
    case 'or':
      return ofAll(part.operands, programsNeeded);
    case 'effect': {
      if (part.slot === undefined || part.verbs.some((verb) => verb !== 'runs')) return undefined;
      const test = part.tests.find(
        ({ of, operator, negated }) => of === 'command' && operator === 'is' && !negated,
      );
      return test && ofAll(test.patterns, programsOf);
    }
    default:
      return undefined;
  }
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

/** The indexes made for the call that was asked about last: one call is judged at a time. */
let latest: Effects | undefined;
let latestKnowledge: Knowledge | undefined;
let indexes = new Map<number, CommandIndex>();

function indexOf(
  effects: Effects,
  verbs: readonly EffectVerb[],
  candidates: readonly Candidate[],
  knowledge: Knowledge,
): CommandIndex {
  if (latest !== effects || latestKnowledge !== knowledge) {
    latest = effects;
    latestKnowledge = knowledge;
    indexes = new Map();
  }
  const key = bitsOf(verbs);
  const known = indexes.get(key) ?? new CommandIndex(candidates, knowledge);
  indexes.set(key, known);
  return known;
}

class CommandIndex {
  readonly #candidates: readonly Candidate[];
  /** Places of what must always be asked: commands whose program cannot be told, and parts that are unknown. */
  readonly #always: number[] = [];
  readonly #byProgram = new Map<string, number[]>();

  constructor(candidates: readonly Candidate[], knowledge: Knowledge) {
    this.#candidates = candidates;
    for (const [at, candidate] of candidates.entries()) {
      const names = candidate.kind === 'command' ? allPrograms(candidate.effect, knowledge) : undefined;
      if (names === undefined) this.#always.push(at);
      for (const name of new Set(names)) {
        const places = this.#byProgram.get(name);
        if (places === undefined) this.#byProgram.set(name, [at]);
        else places.push(at);
      }
    }
  }

  find(programs: readonly string[]): readonly Candidate[] {
    const places = new Set(this.#always);
    for (const name of programs) for (const at of this.#byProgram.get(name) ?? []) places.add(at);
    return [...places].sort((a, b) => a - b).flatMap((at) => this.#candidates[at] ?? []);
  }
}
