/**
 * Rules that do nothing, since another one of the file denies all that they deny, or one of the layer says the very same. Of
 * two that deny the other has an equal or graver severity, so that the answer would be its own. A rule of another file that
 * finds more is not told of: a stricter profile beside a pack is meant to.
 *
 *     deny small when deletes "/etc/**"
 *     deny big when deletes any path
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { severities } from '../../vocabulary/kinds.ts';
import type { CheckedExpression, CheckedRule } from '../checked.ts';
import { implies } from '../implies.ts';
import { meaningOf } from '../same-meaning.ts';

/** Every pair of rules of a file is compared, up to so many that are about the same things. */
const maximalRules = 120;

export function findCoveredRules(rules: readonly CheckedRule[]): readonly Diagnostic[] {
  const groups = new Map<string, CheckedRule[]>();
  for (const rule of rules) {
    const key = `${rule.place.path} ${aboutOf(rule)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [rule]);
    else if (group.length < maximalRules) group.push(rule);
  }
  return [...[...groups.values()].flatMap((group) => group.flatMap(coveredIn)), ...findEqualRules(rules)];
}

/** Rules of several files that say the very same. */
function findEqualRules(rules: readonly CheckedRule[]): readonly Diagnostic[] {
  const first = new Map<string, CheckedRule>();
  return rules.flatMap((rule) => {
    const { when, unless, severity, unsure } = rule;
    const key = `${aboutOf(rule)} ${meaningOf([when, unless, severity, unsure])}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, rule);
    return earlier === undefined || earlier.place.path === rule.place.path
      ? []
      : [covered(rule, earlier, true)];
  });
}

/** Of two rules that say the same, the later one is told. */
function coveredIn(rule: CheckedRule, at: number, all: readonly CheckedRule[]): readonly Diagnostic[] {
  const other = all.find(
    (each, place) => each !== rule && isCovered(rule, each) && (place < at || !isCovered(each, rule)),
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
      help: 'remove one of the two, or give this one a graver `severity` if its reason is the one to be told',
    },
  );

/**
 * What two rules must have in common before their conditions are compared: the sorts of their objects, and whatever else
 * says when a rule counts.
 */
function aboutOf({ slots, ...rule }: CheckedRule): string {
  const rest = Object.entries(rule).filter(([name]) => !compared.has(name));
  return meaningOf([slots.map(({ type }) => type), Object.fromEntries(rest)]);
}

/** What is compared in a way of its own, and what is told alone. */
const compared: ReadonlySet<string> = new Set<keyof CheckedRule>([
  ...(['when', 'unless', 'severity', 'unsure'] as const),
  ...(['code', 'reason', 'hint', 'tags', 'tests', 'scenarios'] as const),
]);

const whole = ({ when, place }: CheckedRule): CheckedExpression => ({ kind: 'and', operands: when, place });

/** Whether all that a rule finds, another finds too. */
function isCovered(rule: CheckedRule, other: CheckedRule): boolean {
  return (
    severities.indexOf(other.severity) >= severities.indexOf(rule.severity) &&
    (other.unsure === rule.unsure || other.unsure === 'deny') &&
    rule.slots.every(({ verbs }, at) => verbs.every((verb) => other.slots[at]?.verbs.includes(verb))) &&
    implies(whole(rule), whole(other)) &&
    // The other lets pass no more than this one does.
    other.unless.every((narrow) => rule.unless.some((broad) => implies(narrow, broad)))
  );
}
