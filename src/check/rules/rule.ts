/** One rule: its clauses are gathered, its code is formed, and everything in it is resolved. */
import type { Clause, ConditionClause, Defaults, Rule } from '../../language/ast.ts';
import { type Severity, severities, type UnsureAction, unsureActions } from '../../vocabulary/kinds.ts';
import { reportRepeatedAbsences, resolveAbsence } from '../conditions/absence.ts';
import { resolveExpression } from '../conditions/expression.ts';
import { checkWeight } from '../conditions/rule-size.ts';
import { allSound, type Context, oneOfWords, type Resolved, reportError } from '../names/context.ts';
import { formCode, type RuleRole } from '../names/rule-code.ts';
import { labelOfRule } from '../tests/given.ts';
import { resolveScenario } from '../tests/scenario.ts';
import { resolveTest } from '../tests/test-block.ts';
import type { Allowance, CheckedExpression, CheckedRule } from '../tree/checked.ts';
import type { CheckedScenario, TestCase } from '../tree/checked-tests.ts';
import { asksMemory } from '../tree/walk.ts';
import { allowanceOf, reportRecords } from './rights.ts';
import { resolveRollout } from './rollout.ts';
import { assignSlots } from './slots.ts';
import { resolveTemplate, type TemplateSubject } from './template.ts';

/** What `defaults` says for the rules of a file. */
export interface RuleDefaults {
  readonly severity: Severity | undefined;
  readonly unsure: UnsureAction | undefined;
  readonly allowed?: Allowance | undefined;
}

export function resolveDefaults(context: Context, all: readonly Defaults[]): RuleDefaults {
  const [first, second] = all;
  if (second !== undefined && first !== undefined) {
    reportError(context, 'duplicate-clause', second.span, '`defaults` is given twice', {
      notes: [{ path: context.path, span: first.span, message: 'first given here' }],
      help: 'put everything into one of the two',
    });
  }
  const clauses = first?.clauses ?? [];
  reportRepeated(context, clauses);
  return {
    severity: severityOf(context, clauses),
    unsure: unsureOf(context, clauses),
    allowed: allowanceOf(context, clauses),
  };
}

const ownRule: RuleRole = { what: 'rule', mayBeAlways: false };

/** Resolves a rule; undefined where it has errors, which have been reported. */
export function resolveRule(
  context: Context,
  rule: Rule,
  policyName: string | undefined,
  defaults: RuleDefaults,
  role = ownRule,
): CheckedRule | undefined {
  const code = formCode(context, rule.name, policyName, role);
  reportRepeated(context, rule.clauses);
  reportRecords(context, rule.clauses, role.what);
  const isFinal = rule.clauses.some(({ kind }) => kind === 'final');
  const ownAllowance = allowanceOf(context, rule.clauses);
  const allowed = isFinal || role.what === 'label' ? undefined : (ownAllowance ?? defaults.allowed);
  const when = resolveAll(context, rule.clauses, ['when', 'while']);
  const unless = resolveAll(context, rule.clauses, ['unless']);
  const absences = rule.clauses.flatMap((clause) =>
    clause.kind === 'absence' ? (resolveAbsence(context, clause) ?? []) : [],
  );
  reportRepeatedAbsences(context, absences);
  const severity = severityOf(context, rule.clauses) ?? defaults.severity ?? 'medium';
  const unsure = unsureOf(context, rule.clauses) ?? defaults.unsure;
  if (!role.mayBeAlways) requireWhen(context, rule);
  requireUnsure(context, rule, severity, unsure, role);
  const tests = rule.clauses.flatMap((clause): TestCase[] =>
    clause.kind === 'test' ? resolveTest(context, clause, rule.broken) : [],
  );
  const scenarios = rule.clauses.flatMap((clause): CheckedScenario[] =>
    clause.kind === 'scenario'
      ? resolveScenario(context, clause, rule.broken, (name) => labelOfRule(context, name))
      : [],
  );
  const rollout = resolveRollout(context, rule);
  const assigned = assignObjects(context, rule, when, unless, role);
  const about = { slots: assigned?.slots, limit: role.what === 'limit' ? code : undefined };
  const reason = textOf(context, rule.clauses, 'reason', about);
  const hint = textOf(context, rule.clauses, 'hint', about);
  const tags = tagsOf(context, rule.clauses);
  if (code === undefined || assigned === undefined) return undefined;
  return {
    code,
    effect: rule.effect,
    severity,
    unsure: unsure ?? 'note',
    when: assigned.when,
    unless: assigned.unless,
    slots: assigned.slots,
    absences,
    reason,
    hint,
    tags,
    tests,
    scenarios,
    ...(rollout === undefined ? {} : { rollout }),
    place: { path: context.path, span: rule.name.span },
    ...(isFinal ? { final: true } : {}),
    ...(allowed === undefined ? {} : { allowed }),
  };
}

/**
 * The conditions of a rule with their objects. That copies the tree, so it is done only for a rule without errors that
 * is not too large.
 */
function assignObjects(
  context: Context,
  rule: Rule,
  when: readonly Resolved<CheckedExpression>[] | undefined,
  unless: readonly Resolved<CheckedExpression>[] | undefined,
  { mayBeAlways }: RuleRole,
): ReturnType<typeof assignSlots> {
  if (when === undefined || unless === undefined || rule.broken) return undefined;
  if (when.length === 0 && !mayBeAlways) return undefined;
  if (!checkWeight(context, rule, [...when, ...unless])) return undefined;
  return assignSlots(context, nodesOf(when), nodesOf(unless), rule.name);
}

const nodesOf = (resolved: readonly Resolved<CheckedExpression>[]): CheckedExpression[] =>
  resolved.map(({ node }) => node);

export function resolveAll(
  context: Context,
  clauses: readonly Clause[],
  kinds: readonly ('when' | 'while' | 'unless')[],
  excuses = kinds.includes('unless'),
): readonly Resolved<CheckedExpression>[] | undefined {
  const resolved = clauses.flatMap((clause) => {
    if (clause.kind !== 'when' && clause.kind !== 'while' && clause.kind !== 'unless') return [];
    if (!kinds.includes(clause.kind)) return [];
    const each = resolveExpression({ ...context, excuses }, clause.expression);
    return [clause.kind === 'while' && each !== undefined ? requireLabel(context, clause, each) : each];
  });
  return allSound(resolved);
}

/** `while` is only for labels and earlier denials; conditions on the call itself follow `when`. */
function requireLabel(
  context: Context,
  clause: ConditionClause,
  resolved: Resolved<CheckedExpression>,
): Resolved<CheckedExpression> | undefined {
  if (asksMemory(resolved.node)) return resolved;
  return reportError(context, 'while-without-label', clause.expression.span, '`while` names no label', {
    help: 'what the call itself is like follows `when`; labels are declared like `label secret-seen on session lasts 30m when …`',
  });
}

function requireWhen(context: Context, rule: Rule): void {
  if (rule.broken || rule.clauses.some(({ kind }) => kind === 'when' || kind === 'while')) return;
  reportError(context, 'missing-when', rule.name.span, `the rule \`${rule.name.text}\` has no \`when\``, {
    help: 'say which calls it is about: `when kind is shell`',
  });
}

function requireUnsure(
  context: Context,
  rule: Rule,
  severity: Severity,
  unsure: UnsureAction | undefined,
  { what }: RuleRole,
): void {
  if (unsure !== undefined || rule.broken || context.scope.broken.has('defaults')) return;
  if (severity !== 'high' && severity !== 'critical') return;
  reportError(
    context,
    'unsure-not-stated',
    rule.name.span,
    `a ${what} of severity ${severity} must say what happens when it is unsure`,
    { help: 'add `when unsure deny`, or `when unsure note` if an unsure call may pass' },
  );
}

/** Clauses that a rule has at most once. */
const isSingular: Readonly<Record<Clause['kind'], boolean>> = {
  ...{ when: false, while: false, unless: false, absence: false, test: false, scenario: false },
  ...{ unsure: true, reason: true, hint: true, severity: true, tags: true, final: true, exceptions: true },
  ...{ owner: true, ticket: true, because: true, expires: true },
};

export function reportRepeated(context: Context, clauses: readonly Clause[]): void {
  const first = new Map<Clause['kind'], Clause>();
  for (const clause of clauses) {
    const earlier = first.get(clause.kind);
    if (earlier === undefined) first.set(clause.kind, clause);
    else if (isSingular[clause.kind]) {
      reportError(context, 'duplicate-clause', clause.span, `\`${wordsOf(clause.kind)}\` is given twice`, {
        notes: [{ path: context.path, span: earlier.span, message: 'first given here' }],
        help: 'keep one of the two',
        fix: { kind: 'remove-copy', span: clause.span, of: earlier.span },
      });
    }
  }
}

/** Reports clauses that a label or an exception cannot have; whether there are none. */
export function reportUnfit(
  context: Context,
  clauses: readonly Clause[],
  fitting: ReadonlySet<Clause['kind']>,
  what: string,
  helpFor: (kind: Clause['kind']) => string,
): boolean {
  const unfit = clauses.filter(({ kind }) => !fitting.has(kind));
  for (const { kind, span } of unfit)
    reportError(context, 'clause-out-of-place', span, `${what} has no \`${wordsOf(kind)}\``, {
      help: helpFor(kind),
    });
  return unfit.length === 0;
}

/** How a clause begins. */
const wordsOf = (kind: Clause['kind']): string => (kind === 'unsure' ? 'when unsure' : kind);

function severityOf(context: Context, clauses: readonly Clause[]): Severity | undefined {
  const level = clauses.find((each) => each.kind === 'severity')?.level;
  const message = `unknown severity \`${level?.text}\``;
  return (
    level && oneOfWords(context, level, severities, message, `the severities are ${severities.join(', ')}`)
  );
}

function unsureOf(context: Context, clauses: readonly Clause[]): UnsureAction | undefined {
  const action = clauses.find((each) => each.kind === 'unsure')?.action;
  if (action === undefined) return undefined;
  const message = `\`when unsure\` cannot say \`${action.text}\``;
  // The author has stated something: one error is enough.
  return oneOfWords(context, action, unsureActions, message, 'it says deny or note') ?? 'note';
}

function textOf(
  context: Context,
  clauses: readonly Clause[],
  kind: 'reason' | 'hint',
  about: TemplateSubject,
): CheckedRule['reason'] {
  for (const clause of clauses) {
    if (clause.kind === kind) return resolveTemplate(context, clause.text, kind, about);
  }
  return undefined;
}

function tagsOf(context: Context, clauses: readonly Clause[]): string[] {
  const tags = clauses.flatMap((clause) => (clause.kind === 'tags' ? clause.tags : []));
  const seen = new Set<string>();
  for (const { text, span } of tags) {
    if (seen.has(text))
      reportError(context, 'duplicate-name', span, `the tag \`${text}\` is given twice`, {
        help: 'keep one of the two',
      });
    seen.add(text);
  }
  return [...seen];
}
