/**
 * Labels: what a call leaves in the memory for later calls. The calls that a label is about are resolved like those of a
 * rule. The outcome of these calls is kept apart, since it is not known yet when the rule is evaluated.
 */
import type { Clause, LabelDeclaration } from '../../language/ast.ts';
import type { OutcomeMatch, PolicyExpression } from '../../language/expression.ts';
import { asChoice } from '../../language/words.ts';
import { labelScopes } from '../../vocabulary/kinds.ts';
import { type Context, oneOfWords, reportError } from '../names/context.ts';
import type {
  CheckedExpression,
  CheckedLabel,
  CheckedRule,
  LabelOutcome,
  LabelScope,
} from '../tree/checked.ts';
import { mapChildren } from '../tree/walk.ts';
import { day, resolveDuration } from '../values/duration.ts';
import { type RuleDefaults, reportUnfit, resolveRule } from './rule.ts';

/** A label helps with work that goes on; a longer memory would be a record. */
const longestLabel = 30 * day;

/** Clauses that say which calls a label is about. */
const fitting: ReadonlySet<Clause['kind']> = new Set(['when', 'while', 'unless', 'absence']);

/** Resolves a label; undefined where it has errors, which have been reported. */
export function resolveLabel(
  context: Context,
  label: LabelDeclaration,
  policyName: string | undefined,
  defaults: RuleDefaults,
): CheckedLabel | undefined {
  const message = `a label cannot be on \`${label.scope.text}\``;
  const scope = oneOfWords(context, label.scope, labelScopes, message, `it is on ${asChoice(labelScopes)}`);
  const lasts = lifetimeOf(context, label);
  const sound = reportUnfit(context, label.clauses, fitting, 'a label', helpForUnfit);
  const { clauses, outcomes } = takeOutcomes(label.clauses);
  const isUsed = context.shared.used.has(label.name);
  const outcome = outcomeOf(context, outcomes);
  if (
    !label.broken &&
    clauses.every(({ kind }) => kind !== 'when' && kind !== 'while') &&
    outcomes.length === 0
  ) {
    reportError(
      context,
      'missing-when',
      label.name.span,
      `the label \`${label.name.text}\` has no \`when\``,
      { help: 'say which calls set it: `when reads @secret-files and it succeeded`' },
    );
    return undefined;
  }
  const subject = resolveRule(
    context,
    {
      ...{ ...label, kind: 'rule', effect: 'watch', from: undefined, share: undefined },
      clauses: clauses.filter(({ kind }) => fitting.has(kind)),
    },
    policyName,
    { ...defaults, severity: 'low' },
    { what: 'label', mayBeAlways: true },
  );
  // A label that only its own conditions ask for is not used.
  if (!isUsed) context.shared.used.delete(label.name);
  if (
    scope === undefined ||
    lasts === undefined ||
    outcome === undefined ||
    subject === undefined ||
    !sound
  ) {
    return undefined;
  }
  const fileSlot = scope === 'file' ? slotOfFile(context, label, subject) : undefined;
  if (scope === 'file' && fileSlot === undefined) return undefined;
  return {
    code: subject.code,
    name: label.name.text,
    scope,
    lasts: lasts === 'session' ? null : lasts,
    subject: withDenialsOf(subject, scope),
    fileSlot,
    ...outcome,
  };
}

function lifetimeOf(context: Context, { lasts }: LabelDeclaration): number | 'session' | undefined {
  if (lasts.kind === 'number') return resolveDuration(context, lasts, longestLabel, 'a label');
  if (lasts.text === 'session') return 'session';
  return reportError(context, 'unknown-word', lasts.span, `\`${lasts.text}\` is no duration`, {
    help: 'write such as `lasts 30m`, or `lasts session`',
  });
}

const helpForUnfit = (kind: Clause['kind']): string =>
  kind === 'unsure'
    ? 'a call that only could be meant sets no label; write `might` before what may be enough'
    : 'a label only remembers: severity, texts and tests belong to the rules that ask for it with `while`';

/**
 * Takes `it succeeded` out of the `when` clauses where it is joined to the rest by `and`; elsewhere it is an error
 * later.
 */
function takeOutcomes(clauses: readonly Clause[]): { clauses: Clause[]; outcomes: OutcomeMatch[] } {
  const outcomes: OutcomeMatch[] = [];
  const rest = clauses.flatMap((clause): Clause[] => {
    if (clause.kind !== 'when') return [clause];
    const expression = without(clause.expression, outcomes);
    return expression === undefined ? [] : [{ ...clause, expression }];
  });
  return { clauses: rest, outcomes };
}

function without(expression: PolicyExpression, outcomes: OutcomeMatch[]): PolicyExpression | undefined {
  if (expression.kind === 'outcome') {
    outcomes.push(expression);
    return undefined;
  }
  if (expression.kind !== 'and') return expression;
  const operands = expression.operands.flatMap((each) => without(each, outcomes) ?? []);
  const [first] = operands;
  return operands.length < 2 ? first : { ...expression, operands };
}

const outcomeWords: Readonly<Record<string, LabelOutcome>> = {
  succeeded: 'ok',
  failed: 'error',
  'was denied': 'denied',
};

/** How the call has to end; without a word about it the attempt is enough. */
function outcomeOf(
  context: Context,
  [first, second]: readonly OutcomeMatch[],
): Pick<CheckedLabel, 'on' | 'orUnknown'> | undefined {
  if (second !== undefined) {
    return reportError(context, 'duplicate-clause', second.span, 'a call ends in one way only', {
      help: 'keep one of the two; a label that any attempt sets says nothing of the outcome',
    });
  }
  if (first === undefined) return { on: ['ok', 'error', 'denied'], orUnknown: true };
  const outcome = outcomeWords[first.outcome.text];
  return outcome && { on: [outcome], orUnknown: first.orUnknown };
}

function slotOfFile(
  context: Context,
  { name }: LabelDeclaration,
  { slots }: CheckedRule,
): number | undefined {
  const paths = slots.flatMap(({ type }, index) => (type === 'path' ? [index] : []));
  if (paths.length === 1) return paths[0];
  return reportError(
    context,
    paths.length === 0 ? 'no-object' : 'ambiguous-object',
    name.span,
    paths.length === 0
      ? `the label \`${name.text}\` is on files, and its \`when\` names none`
      : `the label \`${name.text}\` could be on ${paths.length} files of its \`when\``,
    { help: 'it needs one predicate about a path, such as `writes any path`' },
  );
}

/** A label counts the denials of what it is set on. */
function withDenialsOf(subject: CheckedRule, scope: LabelScope): CheckedRule {
  if (scope === 'session' || scope === 'file') return subject;
  const turn = (expression: CheckedExpression): CheckedExpression =>
    expression.kind === 'denials' ? { ...expression, scope } : mapChildren(expression, turn);
  return { ...subject, when: subject.when.map(turn), unless: subject.unless.map(turn) };
}
