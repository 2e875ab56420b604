/**
 * Expressions: names are resolved, types are checked, and several spellings become one node. An expression with an error
 * is undefined, and the error is reported.
 */
import { adviceForVerb } from '../../language/explain-verb.ts';
import type { Denials, Mixed, Name, PolicyExpression, Reference } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { nearest } from '../../language/words.ts';
import { fieldRoots, fieldSpellings } from '../../vocabulary/fields.ts';
import {
  allSound,
  type Context,
  contextOf,
  isExhausted,
  oneQuestion,
  placeOf,
  type Resolved,
  reportError,
} from '../names/context.ts';
import { adviceToImport } from '../names/declared-elsewhere.ts';
import { type NamedLabel, useLabel } from '../names/label-name.ts';
import type { CheckedExpression } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { day, resolveDuration } from '../values/duration.ts';
import { resolveNumber } from '../values/number.ts';
import { reportSubjectAlone } from '../values/unfinished.ts';
import { isCondition } from '../values/value.ts';
import { resolveCompare } from './compare.ts';
import { resolveEffect } from './effect.ts';
import { verbFor } from './field.ts';
import { isAboutObject, resolveObject } from './object.ts';
import { resolveWindowMatch } from './window.ts';

/** At most so many comparisons are in one rule, with its conditions written out. */
export const maximalComparisons = 10_000;

/**
 * At most so many nodes are inside one another, with conditions written out, so that functions on the tree can recurse.
 */
const maximalNesting = 400;

/** Resolves an expression; reports one that is nested too deep with the conditions it uses. */
export function resolveExpression(
  context: Context,
  expression: PolicyExpression,
): Resolved<CheckedExpression> | undefined {
  if (isExhausted(context)) return undefined;
  const { counts } = context.shared;
  if (counts.depth >= maximalNesting) {
    if (expression.kind === 'reference') isCondition(context, expression.name);
    return reportNesting(context, expression.span);
  }
  counts.depth++;
  const resolved = resolveNode(context, expression);
  counts.depth--;
  return resolved;
}

function reportNesting(context: Context, span: Span): undefined {
  const { counts } = context.shared;
  if (counts.deepReported) return undefined;
  counts.deepReported = true;
  return reportError(
    context,
    'too-deep',
    span,
    `this is nested more than ${maximalNesting} levels deep, with the conditions that lead here`,
    { help: 'let conditions use each other in fewer steps' },
  );
}

function resolveNode(
  context: Context,
  expression: PolicyExpression,
): Resolved<CheckedExpression> | undefined {
  const place = placeOf(context, expression.span);
  switch (expression.kind) {
    case 'and':
    case 'or':
      return resolveOperands(context, expression.kind, expression.operands, place);
    case 'mixed':
      reportMixed(context, expression);
      resolveOperands(context, 'and', expression.operands, place);
      return undefined;
    case 'not':
    case 'might': {
      const { excuses } = context;
      const turns = expression.kind === 'not' && excuses !== undefined;
      const operand = resolveExpression(
        { ...context, excuses: turns ? !excuses : excuses },
        expression.operand,
      );
      if (operand === undefined) return undefined;
      const node = { kind: expression.kind, operand: operand.node, place };
      return { ...operand, node, depth: operand.depth + 1 };
    }
    case 'reference':
      return resolveReference(context, expression);
    case 'compare':
      return isAboutObject(expression)
        ? resolveObject(context, expression, place)
        : resolveCompare(context, expression);
    case 'effect':
      return resolveEffect(context, expression, place);
    case 'opaque':
      return oneQuestion({ kind: 'opaque', what: expression.what, negated: expression.negated, place });
    case 'outcome':
      return reportError(
        context,
        'outcome-out-of-place',
        expression.span,
        `\`it ${expression.outcome.text}\` says how a call ended, and here the call has not begun`,
        { help: 'it belongs in a `label`, alone or joined to the rest of its `when` by `and`' },
      );
    case 'denials':
      return resolveDenials(context, expression, place);
    case 'window':
      return resolveWindowMatch(context, expression, place);
    case 'mcp':
      return resolveOperands(context, 'and', [expression.server, expression.tool], place);
    default:
      return expression satisfies never;
  }
}

function resolveOperands(
  context: Context,
  kind: 'and' | 'or',
  expressions: readonly PolicyExpression[],
  place: SourcePlace,
): Resolved<CheckedExpression> | undefined {
  const resolved = expressions.map((each) => resolveExpression(context, each));
  const operands = allSound(resolved);
  if (operands === undefined) return undefined;
  return {
    node: { kind, operands: operands.map(({ node }) => node), place },
    weight: operands.reduce((sum, { weight }) => sum + weight, 0),
    items: operands.reduce((sum, { items }) => sum + items, 0),
    depth: operands.reduce((deepest, { depth }) => Math.max(deepest, depth), 0) + 1,
  };
}

function reportMixed(context: Context, { connectives }: Mixed): void {
  const first = connectives[0]?.text;
  const other = connectives.find(({ text }) => text !== first);
  if (other === undefined) return;
  reportError(context, 'mixed-and-or', other.span, '`and` and `or` are mixed without parentheses', {
    help: 'set one of them apart with parentheses: `a and (b or c)` or `(a and b) or c`',
  });
}

function resolveReference(
  context: Context,
  { name, span }: Reference,
): Resolved<CheckedExpression> | undefined {
  const label = useLabel(context, name);
  const declared = context.scope.conditions.get(name.text);
  if (declared !== undefined) context.shared.used.add(declared.node.name);
  if (label !== undefined) return resolveLabelReference(context, label, name);
  if (declared === undefined) return reportUnknownCondition(context, name);
  const resolved = resolveCondition(
    { ...contextOf(context, declared.path), excuses: undefined },
    declared.node.name,
    declared.node.expression,
    placeOf(context, span),
  );
  if (resolved === undefined) return undefined;
  if (context.shared.counts.depth + resolved.depth > maximalNesting) return reportNesting(context, span);
  const place = placeOf(context, span);
  const node = { kind: 'condition', name: name.text, expression: resolved.node, place } as const;
  return { ...resolved, node, depth: resolved.depth + 1 };
}

function resolveLabelReference(
  context: Context,
  { node: { scope }, code }: NamedLabel,
  name: Name,
): Resolved<CheckedExpression> | undefined {
  if (scope.text === 'file') {
    return reportError(context, 'wrong-type', name.span, `\`${name.text}\` is a label on files`, {
      help: `ask it of a file: \`runs any file labelled ${name.text}\` or \`path labelled ${name.text}\``,
    });
  }
  const node = { kind: 'label', label: code, name: name.text, place: placeOf(context, name.span) } as const;
  return oneQuestion(node);
}

const mostDenials = 100;

function resolveDenials(
  context: Context,
  { times, within, by }: Denials,
  place: SourcePlace,
): Resolved<CheckedExpression> | undefined {
  const count = resolveNumber(context, times, 'plain');
  // A longer memory of denials is not kept.
  const period = resolveDuration(context, within, day, 'the memory of denials');
  const codes = by.map((value) =>
    value.kind === 'text'
      ? { text: value.value, place: placeOf(context, value.span) }
      : reportError(context, 'wrong-type', value.span, 'codes are written in quotes', {
          help: 'such as `by "com.example.*"`',
        }),
  );
  const sound = allSound(codes);
  if (count === undefined || period === undefined || sound === undefined) return undefined;
  if (!Number.isInteger(count) || count < 1 || count > mostDenials) {
    return reportError(context, 'out-of-range', times.span, `denials cannot be counted to ${times.raw}`, {
      help: `write a whole number from 1 to ${mostDenials}`,
    });
  }
  const node = {
    kind: 'denials',
    times: count,
    within: period,
    by: sound,
    scope: 'session',
    place,
  } as const;
  return oneQuestion(node, by.length);
}

/** Words by which authors try to say how a call ended. */
const outcomeWords: ReadonlyMap<string, string> = new Map(
  [
    ['succeeded', 'it succeeded'],
    ['succeeds', 'it succeeded'],
    ['failed', 'it failed'],
    ['fails', 'it failed'],
    ['denied', 'it was denied'],
  ].map(([word = '', written]) => [
    word,
    `in a label, how the call ended is written \`${written}\`; a rule asks for earlier denials with \`denied 3 times within 5m\``,
  ]),
);

function reportUnknownCondition(context: Context, name: Name): undefined {
  if (context.scope.broken.has(name.text)) return undefined;
  if (fieldRoots.has(name.text)) {
    return reportError(
      context,
      'missing-operator',
      name.span,
      `\`${name.text}\` is a field: it needs to be compared with something`,
      { help: comparisonWith(name.text) },
    );
  }
  if (context.scope.incomplete) return undefined;
  if (reportSubjectAlone(context, name) === true) return undefined;
  const near =
    verbFor(name.text) ??
    nearest(name.text, [
      ...fieldSpellings,
      ...context.scope.conditions.keys(),
      ...context.scope.labels.keys(),
    ]);
  // A condition whose name is misspelt here counts as used.
  const meant = near === undefined ? undefined : context.scope.conditions.get(near);
  if (meant !== undefined) context.shared.used.add(meant.node.name);
  if (near !== undefined) useLabel(context, { text: near, span: name.span });
  return reportError(context, 'unknown-condition', name.span, `unknown condition \`${name.text}\``, {
    help:
      adviceForVerb(name.text) ??
      outcomeWords.get(name.text) ??
      (near === undefined
        ? (adviceToImport(context, 'conditions', name.text) ??
          'declare it with `condition` (or, for what earlier calls did, with `label`), or import the file that declares it')
        : `did you mean \`${near}\`?`),
  });
}

function comparisonWith(field: string): string {
  if (field === 'workspace') return 'such as `any workspace under "/srv"`';
  if (field === 'input') return 'such as `input.command contains "…"` or `any text in input contains "…"`';
  return `such as \`${field} is …\``;
}

/** A condition's own expression, resolved once for all its uses; reports circles. */
export function resolveCondition(
  context: Context,
  name: Name,
  expression: PolicyExpression,
  user: SourcePlace | undefined,
): Resolved<CheckedExpression> | undefined {
  const { conditions, openConditions: open } = context.shared;
  if (conditions.has(name)) return conditions.get(name);
  if (open.includes(name)) {
    const { path, span } = user ?? placeOf(context, name.span);
    return reportError(
      { ...context, path },
      'cyclic-condition',
      span,
      `the condition \`${name.text}\` uses itself`,
      {
        notes: [{ path: context.path, span: name.span, message: 'declared here' }],
        help: 'a condition may use others, but not go round in a circle',
      },
    );
  }
  open.push(name);
  const resolved = resolveExpression(context, expression);
  open.pop();
  const tooLarge = resolved !== undefined && resolved.weight > maximalComparisons;
  if (tooLarge) {
    reportError(
      context,
      'rule-too-large',
      name.span,
      `the condition \`${name.text}\` has ${resolved.weight} comparisons, together with those that it uses; at most ${maximalComparisons} are allowed`,
      { help: 'gather names and texts in a `list`: asking for a list is one comparison' },
    );
  }
  const result = tooLarge ? undefined : resolved;
  conditions.set(name, result);
  return result;
}
