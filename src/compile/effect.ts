/**
 * Effect predicates → matchers: what a call does, and questions about the object
 * that a rule is about. What is only possible makes no predicate hold, but
 * leaves it unknown; so does a part of the call of which nothing is known.
 */
import type { CheckedEffect, CheckedObject, CheckedOpaque, EffectVerb } from '../check/tree/checked.ts';
import { comesBefore, hasHappened, type Moment } from '../facts/effect/way.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import { effectTable, isObjectWord, objectWords } from '../vocabulary/effects.ts';
import type { Judge } from './alternatives.ts';
import { type Binding, type EffectCandidate, elsewhereOf, noBinding } from './candidate.ts';
import { compileCandidates, fewCandidates } from './command-choices.ts';
import type { Compilation, Side } from './compilation.ts';
import { isOfDoer, isWellKnown } from './doer.ts';
import { type EffectMatcher, effectMatcher, type Question } from './matcher.ts';
import { compileObjectTest } from './object-test.ts';
import { anyOf, everyOf, isCause, type Outcome, outcomeIf, UNRESOLVED } from './outcome.ts';
import { doubtAbout, doubtAboutLabel, doubtAboutValue, showDoer, showObject } from './show-object.ts';

/** Compiles `reads @secret-files` and the like. */
export function compileEffect(effect: CheckedEffect, side: Side, compilation: Compilation): EffectMatcher {
  const { verbs, slot, onlyUnknown, tests, place } = effect;
  const questions = tests.map(
    (test): Question => ({ test, judge: compileObjectTest(test, side, compilation) }),
  );
  if (onlyUnknown === true) questions.push({ test: undefined, judge: isUnknownProgram });
  const judge = compileDoes(
    verbs,
    questions.map((each) => each.judge),
  );
  const field = verbs.map((verb) => effectTable[verb].verb).join(' or ');
  const { surely } = compilation;
  // An excuse must happen in every run in which the object of the rule happens; what surely sets a label, in every run.
  const judgeFor = (candidate: EffectCandidate, facts: Facts, binding: Binding): Outcome => {
    const outcome = judge(candidate, facts);
    if (outcome !== YES || side === 'deny' || candidate.kind === 'unknown') return outcome;
    // An effect that only a lower layer describes excuses nothing.
    if (facts.effects.added?.has(candidate.effect)) return UNRESOLVED;
    if (candidate.kind === 'command' && !isWellKnown(candidate.effect)) return UNRESOLVED;
    if (!elsewhereOf(candidate, facts.effects).every((each) => judge(withCertainty(each), facts) === YES))
      return UNRESOLVED;
    const moment = facts.effects.moments.get(candidate.effect);
    if (hasHappened(moment, surely ?? 'always'))
      return surely !== 'on success' || hasSucceeded(candidate, facts) ? outcome : UNRESOLVED;
    return surely === undefined && happensFirst(moment, binding, facts) ? outcome : UNRESOLVED;
  };
  if (slot !== undefined) {
    const own: Judge<EffectCandidate> = (candidate, facts) => judgeFor(candidate, facts, noBinding);
    const judgeOwn = surely === undefined ? ofWellKnown(judge, side) : own;
    return onSlot({ kind: 'effect', field, slot, place, judge: judgeOwn, verbs, questions });
  }
  const worthAsking = compileCandidates(effect, compilation.known.commands);
  // Where a call does a lot, most of it is surely nothing that is asked for: the objects of a rule ask about the rest.
  const possible = (facts: Facts): readonly EffectCandidate[] => {
    const candidates = worthAsking(facts);
    return candidates.length < fewCandidates
      ? candidates
      : facts.once(judge, () => candidates.filter((each) => judge(each, facts) !== NO));
  };
  const deciding = (facts: Facts, binding: Binding): EffectCandidate | undefined => {
    const candidates = possible(facts);
    return (
      candidates.find((each) => judgeFor(each, facts, binding) === YES) ??
      candidates.find((each) => isCause(judgeFor(each, facts, binding)))
    );
  };
  return effectMatcher({
    kind: 'effect',
    field,
    place,
    slot: undefined,
    verbs,
    questions,
    about: deciding,
    judge: (facts, binding) => anyOf(possible(facts), (each) => judgeFor(each, facts, binding)),
    seen: (facts, binding) => showObject(deciding(facts, binding), facts),
    doubt: (facts, binding) => doubtAbout(deciding(facts, binding), facts),
  });
}

/** What excuses a command that only a path names, such as `./npm`, is not known: it may be another program. */
const ofWellKnown =
  (judge: Judge<EffectCandidate>, side: Side): Judge<EffectCandidate> =>
  (candidate, facts) => {
    const outcome = judge(candidate, facts);
    return outcome === YES &&
      side !== 'deny' &&
      candidate.kind === 'command' &&
      !isWellKnown(candidate.effect)
      ? UNRESOLVED
      : outcome;
  };

/** The same object as if it were certain: it happens in one of two places, and both excuse. */
const withCertainty = (candidate: EffectCandidate): EffectCandidate =>
  candidate.kind === 'unknown'
    ? candidate
    : ({ ...candidate, effect: { ...candidate.effect, certain: true } } as EffectCandidate);

/** Whether the command of an object has succeeded if the call has. Without a command, the call itself did it. */
function hasSucceeded(
  { effect, kind }: Exclude<EffectCandidate, { kind: 'unknown' }>,
  { effects: { commands, succeeded } }: Facts,
): boolean {
  if (kind === 'command') return succeeded.has(effect);
  if (kind === 'pipe') return false;
  const command = effect.command === undefined ? undefined : commands[effect.command];
  return command === undefined || succeeded.has(command);
}

/** Whether something happens before each object of the rule, on every way to it. */
function happensFirst(
  moment: Moment | undefined,
  binding: Binding,
  { effects: { moments } }: Facts,
): boolean {
  const bound = binding.filter((each) => each !== undefined);
  return (
    bound.length > 0 &&
    bound.every((each) => each.kind !== 'unknown' && comesBefore(moment, moments.get(each.effect)))
  );
}

/** Compiles `path in "/tmp/**"`, `every refspec is "agent/*"`: an exception may hold for what is only possible. */
export function compileObject(
  { slot, test, text, place }: CheckedObject,
  side: Side,
  compilation: Compilation,
): EffectMatcher {
  const judge = ofWellKnown(compileObjectTest(test, side, compilation), side);
  const verb = isObjectWord(text) ? objectWords[text].verb : undefined;
  const doubt =
    test.operator === 'labelled'
      ? doubtAboutLabel
      : test.of === 'value'
        ? doubtAboutValue(test.option ?? '')
        : doubtAbout;
  const show = isOfDoer(test) ? showDoer : showObject;
  const common = { kind: 'object', field: text, slot, place, doubt, show } as const;
  if (verb === undefined) return onSlot({ ...common, judge, verbs: [], questions: [{ judge, test }] });
  // `written path` is nothing that is only read.
  const ofVerb: Judge<EffectCandidate> = (candidate, facts) =>
    candidate.kind !== 'unknown' && candidate.verb !== verb ? NO : judge(candidate, facts);
  return onSlot({ ...common, judge: ofVerb, verbs: [verb], questions: [{ judge: ofVerb, test }] });
}

/** Compiles `shell is opaque` and `shell is too complex`. */
export function compileOpaque({ what, negated, place }: CheckedOpaque): EffectMatcher {
  const opening = ({ effects: { unknowns, commands } }: Facts): EffectCandidate | undefined => {
    const part = unknowns.find(({ sort }) => what === 'opaque' || sort === 'budget');
    if (part !== undefined) return { kind: 'unknown', part };
    if (what === 'too complex') return undefined;
    const effect = commands.find(({ program }) => program === undefined);
    return effect && { kind: 'command', verb: 'runs', effect };
  };
  return effectMatcher({
    kind: 'opaque',
    field: 'shell',
    place,
    slot: undefined,
    verbs: [],
    questions: [],
    about: opening,
    judge: (facts) => outcomeIf((opening(facts) !== undefined) !== negated),
    seen: (facts) => showObject(opening(facts), facts),
    doubt: (facts) => doubtAbout(opening(facts), facts),
  });
}

/** Whether no table has the program of a command. Unknown where the program is not known. */
const isUnknownProgram: Judge<EffectCandidate> = (candidate) => {
  if (candidate.kind === 'unknown') return UNRESOLVED;
  if (candidate.kind !== 'command') return NO;
  return candidate.effect.program === undefined ? UNRESOLVED : outcomeIf(!candidate.effect.known);
};

function compileDoes(
  verbs: readonly EffectVerb[],
  tests: readonly Judge<EffectCandidate>[],
): Judge<EffectCandidate> {
  const asked = new Set(verbs);
  return (candidate, facts) => {
    // An unknown part could be anything: the answer is no only where it is no for everything.
    if (candidate.kind === 'unknown')
      return tests.some((test) => test(candidate, facts) === NO) ? NO : UNRESOLVED;
    if (!asked.has(candidate.verb)) return NO;
    const outcome = tests.length === 0 ? YES : everyOf(tests, (test) => test(candidate, facts));
    return outcome === YES && !candidate.effect.certain ? UNRESOLVED : outcome;
  };
}

function onSlot({
  slot,
  judge,
  doubt = doubtAbout,
  show = showObject,
  ...parts
}: Pick<EffectMatcher, 'kind' | 'field' | 'place' | 'verbs' | 'questions'> & {
  readonly slot: number;
  readonly judge: Judge<EffectCandidate>;
  readonly doubt?: typeof doubtAbout;
  readonly show?: typeof showObject;
}): EffectMatcher {
  const bound = (binding: Binding): EffectCandidate | undefined => binding[slot];
  return effectMatcher({
    ...parts,
    slot,
    about: (_facts, binding) => bound(binding),
    judge(facts, binding) {
      const candidate = bound(binding);
      return candidate === undefined ? NO : judge(candidate, facts);
    },
    seen: (facts, binding) => show(bound(binding), facts),
    doubt: (facts, binding) => doubt(bound(binding), facts),
  });
}
