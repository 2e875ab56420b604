/**
 * What a rule is about, one at a time: the things that a call does, as objects of
 * effect predicates. A part of the call that leaves open what is done is an
 * object too, one of which nothing is known.
 */
import type { EffectVerb, Slot } from '../check/checked.ts';
import type {
  Command,
  ConnectEffect,
  Effects,
  ElevateEffect,
  InstallEffect,
  PathEffect,
  PathUse,
  Pipe,
  SendEffect,
  SpawnEffect,
  UnknownPart,
} from '../facts/effect.ts';
import { effectTable, verbsOfUse } from '../vocabulary/effects.ts';

export type Candidate =
  | { readonly kind: 'path'; readonly verb: EffectVerb; readonly effect: PathEffect }
  | { readonly kind: 'command'; readonly verb: 'runs'; readonly effect: Command }
  | { readonly kind: 'host'; readonly verb: 'connects'; readonly effect: ConnectEffect }
  | { readonly kind: 'send'; readonly verb: 'sends'; readonly effect: SendEffect }
  | { readonly kind: 'pipe'; readonly verb: 'pipes'; readonly effect: Pipe }
  | { readonly kind: 'package'; readonly verb: 'installs'; readonly effect: InstallEffect }
  | { readonly kind: 'agent'; readonly verb: 'spawns'; readonly effect: SpawnEffect }
  | { readonly kind: 'elevation'; readonly verb: 'elevates'; readonly effect: ElevateEffect }
  | { readonly kind: 'unknown'; readonly part: UnknownPart };

/** For each slot of a rule the object it is about; undefined where there is none. */
export type Binding = readonly (Candidate | undefined)[];

/** More combinations of objects than this are not looked at, and the rule is unsure. */
export const mostBindings = 20_000;

/** Of a rule without slots. */
export const noBinding: Binding = [];

/** What is done to a path, as predicates say it. */
export const pathVerbs: Readonly<Record<PathUse, readonly EffectVerb[]>> = {
  read: verbsOfUse('read'),
  write: verbsOfUse('write'),
  delete: verbsOfUse('delete'),
  empty: verbsOfUse('empty'),
  move: verbsOfUse('move'),
  copy: verbsOfUse('copy'),
};

/** A bit for each verb, so that a number tells which are asked for. */
const bitOf = Object.fromEntries(Object.keys(effectTable).map((verb, at) => [verb, 1 << at])) as Readonly<
  Record<EffectVerb, number>
>;

/** The verbs as the bits of one number. */
export function bitsOf(verbs: readonly EffectVerb[]): number {
  let bits = 0;
  for (const verb of verbs) bits |= bitOf[verb];
  return bits;
}

/** The lists of candidates made for the call that was asked about last, by the verbs: one call is judged at a time. */
let latest: Effects | undefined;
let lists = new Map<number, readonly Candidate[]>();

/**
 * The objects of a call for some verbs, in the order of its effects. Behind them
 * stands the first unknown part, if any: one speaks for all, since every test
 * of any of them is unknown.
 */
export function candidatesOf(effects: Effects, verbs: readonly EffectVerb[]): readonly Candidate[] {
  if (latest !== effects) {
    latest = effects;
    lists = new Map();
  }
  const key = bitsOf(verbs);
  let list = lists.get(key);
  if (list === undefined) {
    list = gather(effects, verbs);
    lists.set(key, list);
  }
  return list;
}

/**
 * What a slot can be bound to. The empty object is among them where there is no
 * other, and wherever another slot could decide by itself.
 */
export function choicesOf(
  effects: Effects,
  { verbs }: Slot,
  slots: number,
): readonly (Candidate | undefined)[] {
  const candidates = candidatesOf(effects, verbs);
  return candidates.length === 0 || slots > 1 ? [...candidates, undefined] : candidates;
}

/** The same object where a directory is not there that the call goes to: of each it is possible that it is done. */
export function elsewhereOf(candidate: Candidate | undefined, effects: Effects): readonly Candidate[] {
  if (effects.elsewhere.size === 0 || candidate === undefined || candidate.kind === 'unknown') return none;
  const others = effects.elsewhere.get(candidate.effect)?.() ?? none;
  return others.map((effect) => ({ ...candidate, effect }) as Candidate);
}

const none: readonly never[] = [];

/** The bindings of which one object or another is elsewhere. */
export const bindingsElsewhere = (binding: Binding, effects: Effects): readonly Binding[] =>
  binding.flatMap((candidate, slot) =>
    elsewhereOf(candidate, effects).map((other) => binding.with(slot, other)),
  );

function gather(effects: Effects, verbs: readonly EffectVerb[]): readonly Candidate[] {
  const asked = new Set(verbs);
  const found: Candidate[] = [];
  for (const effect of effects.paths) {
    const verb = pathVerbs[effect.kind].find((each) => asked.has(each));
    if (verb !== undefined) found.push({ kind: 'path', verb, effect });
  }
  const add = <Item>(verb: EffectVerb, items: readonly Item[], wrap: (item: Item) => Candidate): void => {
    if (asked.has(verb)) for (const item of items) found.push(wrap(item));
  };
  add('runs', effects.commands, (effect) => ({ kind: 'command', verb: 'runs', effect }));
  add('connects', effects.connects, (effect) => ({ kind: 'host', verb: 'connects', effect }));
  add('sends', effects.sends, (effect) => ({ kind: 'send', verb: 'sends', effect }));
  add('pipes', effects.pipes, (effect) => ({ kind: 'pipe', verb: 'pipes', effect }));
  add('installs', effects.installs, (effect) => ({ kind: 'package', verb: 'installs', effect }));
  add('spawns', effects.spawns, (effect) => ({ kind: 'agent', verb: 'spawns', effect }));
  add('elevates', effects.elevates, (effect) => ({ kind: 'elevation', verb: 'elevates', effect }));
  const [part] = effects.unknowns;
  if (part !== undefined) found.push({ kind: 'unknown', part });
  return found;
}
