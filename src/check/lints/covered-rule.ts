/**
 * Rules without effect: another rule of the file denies everything that they deny, or another rule of the layer says exactly
 * the same. The other rule has an equal or higher severity, so that the answer would be its own. A wider rule in another
 * file is not reported: a stricter profile beside a pack is written on purpose.
 *
 *     deny small when deletes "/etc/**"
 *     deny big when deletes any path
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { severities } from '../../vocabulary/kinds.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
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

/** Where two rules say the same, the later one is reported. */
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
      help: 'remove one of the two, or give this one a higher `severity` if its reason should be shown',
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

/** Properties that are compared in another way, and those that only people read. */
const compared: ReadonlySet<string> = new Set<keyof CheckedRule>(
  wordsIn('when unless severity unsure code reason hint tags tests scenarios'),
);

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
