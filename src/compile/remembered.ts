/** Questions about earlier calls → matchers. They read the memory, and nothing of the call itself. */
import type { CheckedDenials, CheckedExpression, ObjectTest } from '../check/tree/checked.ts';
import type { ExecutedFile } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import type { MatchOptions } from '../pattern/path/path-pattern.ts';
import type { PathShape } from '../pattern/path/path-shape.ts';
import { isUnder } from '../pattern/path/path-shape-test.ts';
import { compileName } from '../pattern/text/name.ts';
import { NO, type Truth, UNKNOWN, YES } from '../pattern/text/truth.ts';
import type { TouchedPath } from '../rule-index/names-in-call.ts';
import { durationInWords } from '../vocabulary/duration-in-words.ts';
import type { Judge } from './alternatives.ts';
import type { EffectCandidate } from './candidate.ts';
import type { Side } from './compilation.ts';
import { type CompareMatcher, comparison } from './matcher.ts';
import { anyOf, everyOf, type Outcome, outcomeIf, UNRESOLVED, withCause } from './outcome.ts';

/** Why nothing is known of earlier calls. */
const lost = 'what earlier calls did cannot be read';

type Of<Kind extends CheckedExpression['kind']> = Extract<CheckedExpression, { kind: Kind }>;

/** Compiles a label by its name: whether it is set. A label that is perhaps set is enough to deny, and excuses nothing. */
export function compileLabelReference({ label, name, place }: Of<'label'>, side: Side): CompareMatcher {
  const judge = ({ memory }: Facts): Outcome => {
    if (memory.isLost) return UNRESOLVED;
    const mark = memory.label(label);
    return mark !== undefined && side === 'excuse' && !mark.sure ? UNRESOLVED : outcomeIf(mark !== undefined);
  };
  const seen = ({ memory }: Facts): unknown => {
    const mark = memory.label(label);
    if (mark === undefined) return undefined;
    return `${mark.sure ? '' : 'perhaps '}set ${durationInWords(memory.now - mark.since)} ago by ${mark.tool}`;
  };
  const doubt = ({ memory }: Facts): string =>
    memory.isLost ? lost : `the call that set \`${name}\` may not have done it`;
  return { ...comparison(name, place, judge, seen), doubt };
}

/** Compiles the condition of a limit's own rule: no more calls may happen now. */
export function compileLimitReached({ limit, place }: Of<'limit'>): CompareMatcher {
  const judge = ({ memory }: Facts): Outcome =>
    memory.isLost ? UNRESOLVED : outcomeIf(memory.limit(limit)?.reached === true);
  const matcher = comparison('limit', place, judge, ({ memory }) =>
    memory.limit(limit)?.reached === true ? 'reached' : undefined,
  );
  return { ...matcher, doubt: () => lost };
}

/** Whether a code is one of those that patterns name; without patterns every code is. */
export function isCodeOf(by: readonly string[]): (code: string) => boolean {
  const patterns = by.map(compileName);
  return (code) => patterns.length === 0 || patterns.some((pattern) => pattern.testExact(code));
}

/** Compiles `denied 3 times within 5m by "com.example.*"`. */
export function compileDenials({ times, within, by, scope, place }: CheckedDenials): CompareMatcher {
  const isOne = isCodeOf(by.map(({ text }) => text));
  // There may be many denials, and a rule asks more than once.
  const count = (facts: Facts): number => facts.once(isOne, () => facts.memory.denials(scope, within, isOne));
  const matcher = comparison(
    'denied',
    place,
    (facts) => (facts.memory.isLost ? UNRESOLVED : outcomeIf(count(facts) >= times)),
    (facts) => (facts.memory.isLost ? undefined : `${count(facts)} times`),
  );
  return { ...matcher, doubt: () => lost };
}

/** Compiles `path labelled downloaded`: the file itself, or a folder around it that has the label. */
export function compileLabelled(test: ObjectTest, exact: boolean): Judge<TouchedPath> {
  const options: MatchOptions = { exact, below: true };
  const labels = labelsOf(test);
  return ({ path, others, recursive }, { memory }) => {
    if (memory.isLost) return UNRESOLVED;
    const marked = labels.flatMap((label) => memory.files(label));
    const fits = (view: PathShape): Outcome =>
      anyOf(marked, ({ path: place, open, alone, perhaps }) => {
        const below = isUnder(view, place, options);
        // Where the file itself is meant, a folder of that name is another thing.
        const isOther = alone === true && (exact ? recursive : false);
        const own = isOther ? NO : alone === true ? lesser(below, isUnder(place, view, options)) : below;
        const around = recursive && !exact ? isUnder(place, view, options) : own;
        const holds = around > own ? around : own;
        const isOpen = open || (exact && perhaps === true);
        return withCause(holds === YES && isOpen ? UNKNOWN : holds, UNRESOLVED);
      });
    const views = exact ? [path, ...others.filter(({ isAlias }) => isAlias !== true)] : [path, ...others];
    return (exact ? everyOf : anyOf)(views, fits);
  };
}

/**
 * Asks about the files that a command executes: one that fits is enough to deny, and excuses nothing beside others.
 * Whether a file that may not be there lacks a label is not known.
 */
export function onExecutedFiles(
  judge: Judge<TouchedPath>,
  side: Side,
  { negated }: ObjectTest,
): Judge<EffectCandidate> {
  const each = side === 'excuse' ? everyOf : anyOf;
  const isAsked = ({ sought }: ExecutedFile): boolean => !negated || side === 'excuse' || sought !== true;
  return (candidate, facts) => {
    if (candidate.kind === 'unknown') return UNRESOLVED;
    if (candidate.kind !== 'command') return outcomeIf(false);
    const { commands, executed } = facts.effects;
    if (candidate.effect.program === undefined) return UNRESOLVED;
    const index = commands.indexOf(candidate.effect);
    const own = executed.filter((file) => file.command === index && isAsked(file));
    return each(own, ({ certain, ...file }) => {
      const outcome = judge({ ...file, recursive: false }, facts);
      return outcome === YES && !certain ? UNRESOLVED : outcome;
    });
  };
}

/** Where no file has the label, none that a call touches has it, whatever the call is about. */
export function whereLabelled(test: ObjectTest, judge: Judge<EffectCandidate>): Judge<EffectCandidate> {
  if (test.negated) return judge;
  const labels = labelsOf(test);
  return (candidate, facts) =>
    facts.memory.isLost || labels.some((label) => facts.memory.files(label).length > 0)
      ? judge(candidate, facts)
      : outcomeIf(false);
}

const lesser = (one: Truth, other: Truth): Truth => (one < other ? one : other);

const labelsOf = ({ patterns }: ObjectTest): readonly string[] =>
  patterns.flatMap((pattern) => (pattern.kind === 'label' ? [pattern.value] : []));
