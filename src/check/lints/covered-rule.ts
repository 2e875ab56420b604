/**
 * Rules without effect: another rule of the file denies everything that they deny, or another rule of the layer says exactly
 * the same. The other rule has an equal or higher severity, so that the answer would be its own. A wider rule in another
 * file is not reported: a stricter profile beside a pack is written on purpose.
 *
 *     deny small when deletes "/etc/**"
 *     deny big when deletes any path
 *
 * A rule may be about more things than the other: what it asks of one of them can be all that the other asks.
 *
 *     deny small when runs "git push" and runs "git push" with --force
 *     deny big when runs "git push"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { severities } from '../../vocabulary/kinds.ts';
import type { CheckedExpression, CheckedRule, ObjectType, Slot } from '../tree/checked.ts';
import { implies } from '../tree/implies.ts';
import { meaningOf } from '../tree/same-meaning.ts';
import { mapChildren } from '../tree/walk.ts';

/** Every pair of rules of a file is compared, up to so many that are about the same sorts of things. */
const maximalRules = 120;

/** Rules that are about the same sorts of things, and have the rest in common. */
interface Group {
  readonly sorts: ReadonlySet<ObjectType>;
  readonly rules: CheckedRule[];
}

export function findCoveredRules(rules: readonly CheckedRule[]): readonly Diagnostic[] {
  const files = new Map<string, Map<string, Group>>();
  for (const rule of rules) {
    const key = `${rule.place.path} ${restOf(rule)}`;
    const groups = files.get(key) ?? new Map<string, Group>();
    files.set(key, groups);
    const sorts = new Set(rule.slots.map(({ type }) => type));
    const sort = [...sorts].sort().join(' ');
    const group = groups.get(sort);
    if (group === undefined) groups.set(sort, { sorts, rules: [rule] });
    else if (group.rules.length < maximalRules) group.rules.push(rule);
  }
  return [...[...files.values()].flatMap(coveredInFile), ...findEqualRules(rules)];
}

/** A rule is compared with those that are about the same sorts of things, or about fewer. */
function coveredInFile(groups: ReadonlyMap<string, Group>): readonly Diagnostic[] {
  const all = [...groups.values()];
  return all.flatMap(({ sorts, rules }) => {
    const others = all.flatMap((each) =>
      [...each.sorts].every((sort) => sorts.has(sort)) ? each.rules : [],
    );
    return rules.flatMap((rule) => coveredBy(rule, others));
  });
}

/** Rules of several files that say the very same. */
function findEqualRules(rules: readonly CheckedRule[]): readonly Diagnostic[] {
  const first = new Map<string, CheckedRule>();
  return rules.flatMap((rule) => {
    const { slots, when, unless, severity, unsure } = rule;
    const key = `${restOf(rule)} ${meaningOf([slots.map(({ type }) => type), when, unless, severity, unsure])}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, rule);
    return earlier === undefined || earlier.place.path === rule.place.path
      ? []
      : [covered(rule, earlier, true)];
  });
}

/** Where two rules say the same, the later one is reported. */
function coveredBy(rule: CheckedRule, others: readonly CheckedRule[]): readonly Diagnostic[] {
  const isEarlier = ({ place }: CheckedRule): boolean => place.span.start < rule.place.span.start;
  const other = others.find(
    (each) => each !== rule && isCovered(rule, each) && (isEarlier(each) || !isCovered(each, rule)),
  );
  return other === undefined ? [] : [covered(rule, other, isCovered(other, rule))];
}

const covered = ({ place: { path, span } }: CheckedRule, other: CheckedRule, isSame: boolean): Diagnostic =>
  warningAt(
    'covered-rule',
    path,
    span,
    isSame
      ? `this rule says the same as \`${other.code}\``
      : `whatever this rule is about, \`${other.code}\` is about too`,
    {
      notes: [{ ...other.place, message: 'the other rule' }],
      help: 'remove one of the two, or give this one a higher `severity` if its reason should be shown',
    },
  );

/** Two rules are compared only if they have this in common: everything else that says when a rule counts. */
const restOf = (rule: CheckedRule): string =>
  meaningOf(
    Object.fromEntries(Object.entries(rule).filter(([name]) => mustEqual[name as keyof CheckedRule])),
  );

/** The others are compared in another way, or only people read them. */
const mustEqual: Readonly<Record<keyof CheckedRule, boolean>> = {
  ...{ effect: true, absences: true, rollout: true, place: true, layer: true, final: true, allowed: true },
  ...{ slots: false, when: false, unless: false, severity: false, unsure: false },
  ...{ code: false, reason: false, hint: false, tags: false, tests: false, scenarios: false },
};

const whole = ({ when, place }: CheckedRule): CheckedExpression => ({ kind: 'and', operands: when, place });

/** Whether all that a rule finds, another finds too. */
const isCovered = (rule: CheckedRule, other: CheckedRule): boolean =>
  severities.indexOf(other.severity) >= severities.indexOf(rule.severity) &&
  (other.unsure === rule.unsure || other.unsure === 'deny') &&
  choicesOf(other.slots, rule.slots).some((choice) => {
    // Most rules are about one thing, which has the same number in both.
    const isSame = choice.every((slot, at) => slot === at);
    const inPlace = (expression: CheckedExpression): CheckedExpression =>
      isSame ? expression : withSlots(expression, choice);
    return (
      implies(whole(rule), inPlace(whole(other))) &&
      // The other lets pass no more than this one does.
      other.unless.every((narrow) => rule.unless.some((broad) => implies(inPlace(narrow), broad)))
    );
  });

/** Every way to take things of a rule for those of another: for each of these the number of one that it is about as well. */
const choicesOf = (others: readonly Slot[], own: readonly Slot[]): readonly (readonly number[])[] =>
  others.reduce<readonly (readonly number[])[]>(
    (choices, { type, verbs }) =>
      choices.flatMap((choice) =>
        own.flatMap((slot, at) =>
          slot.type === type && slot.verbs.every((verb) => verbs.includes(verb)) ? [[...choice, at]] : [],
        ),
      ),
    [[]],
  );

/** The expression about other things. */
function withSlots(expression: CheckedExpression, choice: readonly number[]): CheckedExpression {
  if (expression.kind === 'object')
    return { ...expression, slot: choice[expression.slot] ?? expression.slot };
  if (expression.kind === 'effect' && expression.slot !== undefined)
    return { ...expression, slot: choice[expression.slot] ?? expression.slot };
  return mapChildren(expression, (child) => withSlots(child, choice));
}
