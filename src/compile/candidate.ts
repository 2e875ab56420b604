/**
 * The objects that a rule can be about: the things that a call does. A part of the call whose effect is not known is an
 * object too, and nothing is known about it.
 */
import type { EffectVerb, Slot } from '../check/tree/checked.ts';
import type {
  Command,
  ConnectEffect,
  Effects,
  ElevateEffect,
  InstallEffect,
  PathEffect,
  Pipe,
  SendEffect,
  SpawnEffect,
  UnknownPart,
} from '../facts/effect/effect.ts';
import { pathVerbs, verbBits } from '../facts/effect/effect-verbs.ts';
import type { Facts } from '../facts/facts.ts';

export type EffectCandidate =
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
export type Binding = readonly (EffectCandidate | undefined)[];

/** More combinations of objects than this are not tried: the rule is unsure then. */
export const mostBindings = 20_000;

/** The binding of a rule without slots. */
export const noBinding: Binding = [];

/**
 * The objects of a call for some verbs, in the order of its effects. The first unknown part, if there is one, comes last: it
 * counts for all others, since every test of any of them is unknown.
 */
export function candidatesOf(facts: Facts, verbs: readonly EffectVerb[]): readonly EffectCandidate[] {
  const { effects } = facts;
  const lists = facts.once(candidatesOf, () => new Map<number, readonly EffectCandidate[]>());
  const key = verbBits(verbs);
  let list = lists.get(key);
  if (list === undefined) {
    list = gather(effects, verbs);
    lists.set(key, list);
  }
  return list;
}

/**
 * The objects that a slot can be bound to. The empty object is one of them where there is no other, and where the rule has
 * several slots, since another slot could decide alone.
 */
export function slotChoices(
  facts: Facts,
  { verbs }: Slot,
  slots: number,
): readonly (EffectCandidate | undefined)[] {
  const candidates = candidatesOf(facts, verbs);
  return candidates.length === 0 || slots > 1 ? [...candidates, undefined] : candidates;
}

/** The same object in other places, for a call that changes to a directory which may not exist: each is possible. */
export function elsewhereOf(
  candidate: EffectCandidate | undefined,
  effects: Effects,
): readonly EffectCandidate[] {
  if (effects.elsewhere.size === 0 || candidate === undefined || candidate.kind === 'unknown') return none;
  const others = effects.elsewhere.get(candidate.effect)?.() ?? none;
  return others.map((effect) => ({ ...candidate, effect }) as EffectCandidate);
}

const none: readonly never[] = [];

/** The same bindings with one object in another place. */
export const bindingsElsewhere = (binding: Binding, effects: Effects): readonly Binding[] =>
  binding.flatMap((candidate, slot) =>
    elsewhereOf(candidate, effects).map((other) => binding.with(slot, other)),
  );

function gather(effects: Effects, verbs: readonly EffectVerb[]): readonly EffectCandidate[] {
  const asked = new Set(verbs);
  const found: EffectCandidate[] = [];
  for (const effect of effects.paths) {
    const verb = pathVerbs[effect.kind].find((each) => asked.has(each));
    if (verb !== undefined) found.push({ kind: 'path', verb, effect });
  }
  const add = <Item>(
    verb: EffectVerb,
    items: readonly Item[],
    wrap: (item: Item) => EffectCandidate,
  ): void => {
    if (asked.has(verb)) for (const item of items) found.push(wrap(item));
  };
  const running = asked.has('runs') ? effects.commands.filter(({ idle }) => idle !== true) : [];
  add('runs', running, (effect) => ({ kind: 'command', verb: 'runs', effect }));
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
