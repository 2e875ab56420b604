/**
 * Expressions: names resolved, types checked, what is written in several ways
 * brought to one. An expression with an error in it resolves to nothing; the
 * error has been reported.
 */
import type {
  Compare,
  Denials,
  Expression,
  ListValue,
  Mixed,
  Name,
  Reference,
  Value,
} from '../language/ast.ts';
import type { DiagnosticCode } from '../language/diagnostic-codes.ts';
import { adviceForVerb } from '../language/explain-verb.ts';
import type { Span } from '../language/source.ts';
import { nearest, suggestion } from '../language/words.ts';
import { fieldRoots, fieldSpellings } from '../vocabulary/fields.ts';
import { foreignOperators, isOperator, type Operator, operatorTable } from '../vocabulary/operators.ts';
import type { CheckedCompare, CheckedExpression, Pattern, Place, ResolvedField } from './checked.ts';
import { type Context, contextOf, isExhausted, type Resolved, reportError } from './context.ts';
import { day, resolveDuration } from './duration.ts';
import { isAboutObject, resolveEffect, resolveObject } from './effect.ts';
import { resolveField, verbFor } from './field.ts';
import { type NamedLabel, useLabel } from './label-name.ts';
import { notePlaces } from './pattern-place.ts';
import { reportPlaceAlone, reportSubjectAlone } from './unfinished.ts';
import {
  findList,
  isCondition,
  type Language,
  languageOf,
  reportCondition,
  resolveListValue,
  resolveNumber,
  resolvePath,
  resolveRegex,
  resolveText,
  resolveWord,
} from './value.ts';
import { resolveWindowMatch } from './window.ts';

/** Comparisons that one rule may come to, with its conditions written out. */
export const maximalComparisons = 10_000;
/** Nodes inside one another, with conditions written out: whatever walks the tree may recurse. */
const maximalNesting = 400;

/** Resolves an expression; reports one that is nested too deep with the conditions it uses. */
export function resolveExpression(
  context: Context,
  expression: Expression,
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

function resolveNode(context: Context, expression: Expression): Resolved<CheckedExpression> | undefined {
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
      return {
        node: { kind: 'opaque', what: expression.what, negated: expression.negated, place },
        weight: 1,
        items: 0,
        depth: 1,
      };
    case 'outcome':
      return reportError(
        context,
        'outcome-out-of-place',
        expression.span,
        `\`it ${expression.outcome.text}\` says how a call ended, and here the call has not begun`,
        { help: 'it stands in a `label`, alone or joined to the rest of its `when` by `and`' },
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

const placeOf = (context: Context, span: Span): Place => ({ path: context.path, span });

function resolveOperands(
  context: Context,
  kind: 'and' | 'or',
  expressions: readonly Expression[],
  place: Place,
): Resolved<CheckedExpression> | undefined {
  const resolved = expressions.map((each) => resolveExpression(context, each));
  const operands = resolved.flatMap((each) => each ?? []);
  if (operands.length < resolved.length) return undefined;
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

// ── Conditions ────────────────────────────────────────────────────────────────────────────

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
  return { node, weight: 1, items: 0, depth: 1 };
}

const mostDenials = 100;

function resolveDenials(
  context: Context,
  { times, within, by }: Denials,
  place: Place,
): Resolved<CheckedExpression> | undefined {
  const count = resolveNumber(context, times, 'plain');
  // A longer memory of denials is not kept.
  const period = resolveDuration(context, within, day, 'the memory of denials');
  const codes = by.map((value) =>
    value.kind === 'text'
      ? { text: value.value, place: placeOf(context, value.span) }
      : reportError(context, 'wrong-type', value.span, 'codes stand in quotes', {
          help: 'such as `by "com.example.*"`',
        }),
  );
  const sound = codes.filter((each) => each !== undefined);
  if (count === undefined || period === undefined || sound.length < codes.length) return undefined;
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
  return { node, weight: 1, items: sound.length, depth: 1 };
}

/** Words that were meant to say how a call ended. */
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
  // The condition that was meant is not unused: its name is only misspelt.
  const meant = near === undefined ? undefined : context.scope.conditions.get(near);
  if (meant !== undefined) context.shared.used.add(meant.node.name);
  if (near !== undefined) useLabel(context, { text: near, span: name.span });
  return reportError(context, 'unknown-condition', name.span, `unknown condition \`${name.text}\``, {
    help:
      adviceForVerb(name.text) ??
      outcomeWords.get(name.text) ??
      (near === undefined
        ? 'declare it with `condition` (or, for what earlier calls did, with `label`), or import the file that declares it'
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
  expression: Expression,
  user: Place | undefined,
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
      `the condition \`${name.text}\` comes to ${resolved.weight} comparisons, with those that it uses; at most ${maximalComparisons} are allowed`,
      { help: 'gather names and texts in a `list`: asking for a list is one comparison' },
    );
  }
  const result = tooLarge ? undefined : resolved;
  conditions.set(name, result);
  return result;
}

// ── Comparisons ───────────────────────────────────────────────────────────────────────────

function resolveCompare(context: Context, compare: Compare): Resolved<CheckedCompare> | undefined {
  const { subject, negated } = compare;
  if (reportPlaceAlone(context, compare) === true) {
    markUsed(context, compare.values);
    return undefined;
  }
  const field = resolveField(context, subject.field);
  // `uses any command`: the word before is no field, and what follows it was never meant as an operator.
  const unmeant = field === undefined && behindVerbs.has(compare.operator.text);
  const operator = unmeant ? undefined : resolveOperator(context, compare.operator);
  if (field === undefined || operator === undefined || !checkSubject(context, compare, field, operator)) {
    markUsed(context, compare.values);
    return undefined;
  }
  const tally = { items: 0 };
  const patterns = resolveValues(context, compare, field, operator, tally);
  if (patterns === undefined) return undefined;
  const node: CheckedCompare = {
    kind: 'compare',
    field,
    quantifier: subject.quantifier,
    // The value of an option is about a command, and is resolved with that.
    measure: subject.measure === 'value' ? undefined : subject.measure,
    operator: operator === 'in' ? 'is' : operator,
    negated,
    patterns,
    place: placeOf(context, compare.span),
  };
  return { node, weight: 1, items: patterns.length + tally.items, depth: 1 };
}

/** Words that stand behind verbs, and are no operators. */
const behindVerbs: ReadonlySet<string> = new Set(['any', 'anything', 'to', 'from', 'into', 'content']);

/** What a comparison with an error in it mentions is not unused for that. */
function markUsed(context: Context, values: readonly Value[]): void {
  for (const value of values) {
    if (value.kind === 'list') findList(context, value);
    if (value.kind === 'word') isCondition(context, value);
  }
}

function resolveOperator(context: Context, { text, span }: Name): Operator | undefined {
  if (isOperator(text)) return text;
  if (text === 'labelled') {
    return reportError(
      context,
      'unknown-operator',
      span,
      'labels are on what a call touches, not on fields',
      {
        help: 'write `path labelled …`, `reads any path labelled …` or `runs any file labelled …`',
      },
    );
  }
  const foreign = foreignOperators.get(text.toLowerCase());
  const known = Object.keys(operatorTable);
  return reportError(context, 'unknown-operator', span, `unknown operator \`${text}\``, {
    help:
      foreign === undefined
        ? (suggestion(text, known) ?? `the operators are ${known.join(', ')}`)
        : `write \`${foreign}\``,
    ...(foreign === undefined ? {} : { fix: { kind: 'replace', span, text: foreign } }),
  });
}

/** Whether the operator is about such a thing at all. */
function checkSubject(context: Context, compare: Compare, field: ResolvedField, operator: Operator): boolean {
  const { subject } = compare;
  const report = (code: DiagnosticCode, message: string, help: string): boolean => {
    reportError(context, code, subject.span, message, { help });
    return false;
  };
  const { type } = field.entry;
  const { measure, quantifier } = subject;
  const presence = operator === 'missing' || operator === 'present';
  if (type === 'any' && field.steps.length === 0 && measure === undefined && !presence) {
    return report(
      'wrong-type',
      `\`${field.text}\` is a whole object, which cannot be compared`,
      `name a part of it, such as \`${field.text}.${field.entry.id === 'event' ? 'call.id' : 'command'}\`, or ask for \`any text in ${field.text}\``,
    );
  }
  if (measure === 'text' && quantifier === undefined) {
    return report(
      'missing-quantifier',
      '`text in …` is many texts',
      'say whether `any text in …` or `every text in …` is meant',
    );
  }
  if (measure !== undefined && type !== 'any') {
    return report(
      'wrong-type',
      `\`${field.text}\` has no parts that could be measured`,
      'size, count and text are for `input`, `extension` and `event`',
    );
  }
  if (measure !== undefined && measure !== 'text') {
    if (quantifier !== undefined)
      return report(
        'wrong-type',
        `\`${quantifier} ${measure} of\` has no meaning`,
        `leave \`${quantifier}\` out`,
      );
    if (operator === 'is' || operatorTable[operator].operand === 'number') return true;
    return report('wrong-type', `a ${measure} is a number`, 'compare it with `<`, `<=`, `>`, `>=` or `is`');
  }
  const nothing = operatorTable[operator].operand === 'nothing';
  if (quantifier !== undefined && nothing) {
    return report(
      'wrong-type',
      `\`${quantifier}\` cannot go with \`${operator}\``,
      `leave \`${quantifier}\` out`,
    );
  }
  if (type === 'paths' && quantifier === undefined && !nothing) {
    return report(
      'missing-quantifier',
      `\`${field.text}\` is a list`,
      `say whether \`any ${field.text}\` or \`every ${field.text}\` is meant`,
    );
  }
  if (quantifier !== undefined && measure === undefined && type !== 'paths' && type !== 'any') {
    return report('wrong-type', `\`${field.text}\` is a single thing`, `leave \`${quantifier}\` out`);
  }
  // A text inside the input can be a path like any other part of it, but never a number.
  const part = operator === 'under' ? 'any' : 'text';
  const single = type === 'paths' && !nothing ? 'path' : measure === 'text' ? part : type;
  if (operatorTable[operator].subjects.includes(single)) return true;
  return report(
    'wrong-type',
    `\`${operator}\` does not go with \`${field.text}\``,
    `it is for things such as \`${operatorTable[operator].example}\``,
  );
}

function resolveValues(
  context: Context,
  compare: Compare,
  field: ResolvedField,
  operator: Operator,
  tally: Tally,
): Pattern[] | undefined {
  const { subject, values } = compare;
  const { operand } = operatorTable[operator];
  if (operand === 'nothing') return checkAbsence(context, compare, field);
  const [, second] = values;
  if (operand === 'number' && second !== undefined) {
    if (second.kind === 'word' && isCondition(context, second)) return reportCondition(context, second);
    return reportError(context, 'wrong-type', second.span, `\`${operator}\` compares with one number`, {
      help: 'repeat the whole comparison on the other side of `or`',
    });
  }
  const language: Language = subject.measure === 'text' ? 'text' : languageOf(field.entry.type);
  const dimension = subject.measure === 'size' ? 'size' : subject.measure === 'count' ? 'plain' : 'any';
  const resolve = (value: Value): Pattern | undefined => {
    if (isExhausted(context)) return undefined;
    switch (operand) {
      case 'pattern':
        return subject.measure === 'size' || subject.measure === 'count'
          ? resolveNumberOnly(context, value, dimension)
          : resolvePatternValue(context, value, language, operator, tally);
      case 'text':
        return resolveTextOnly(context, value, operator, tally);
      case 'regex':
        return resolveRegexOnly(context, value);
      case 'path':
        return resolvePathOnly(context, value, tally);
      case 'number':
        return resolveNumberOnly(context, value, dimension);
      default:
        return operand satisfies never;
    }
  };
  const patterns = values.map(resolve);
  notePlaces(context, values, patterns);
  const sound = patterns.flatMap((each) => each ?? []);
  return sound.length === patterns.length ? sound : undefined;
}

/** Items of the lists that a comparison asks for. */
interface Tally {
  items: number;
}

function resolveList(
  context: Context,
  value: ListValue,
  language: Language,
  tally: Tally,
): Pattern | undefined {
  const list = resolveListValue(context, value, language);
  tally.items += list?.items ?? 0;
  return list?.pattern;
}

function checkAbsence(context: Context, compare: Compare, field: ResolvedField): Pattern[] | undefined {
  if (field.entry.optional || field.steps.length > 0) return [];
  return reportError(context, 'wrong-type', compare.subject.span, `\`${field.text}\` is never missing`, {
    help: 'only optional fields, and what is below `input`, can be missing',
  });
}

function resolvePatternValue(
  context: Context,
  value: Value,
  language: Language,
  operator: Operator,
  tally: Tally,
): Pattern | undefined {
  switch (value.kind) {
    case 'text':
      return resolveText(context, value, language);
    case 'word':
      return resolveWord(context, value, language);
    case 'number':
      if (language === 'any') return resolveNumberOnly(context, value, 'any');
      return reportError(
        context,
        'wrong-type',
        value.span,
        `\`${value.raw}\` is a number, but a text is compared`,
        {
          help: `text is written in quotes: \`"${value.raw}"\``,
        },
      );
    case 'regex':
      return reportError(
        context,
        'wrong-type',
        value.span,
        `\`${operator}\` compares with a thing, not with a regular expression`,
        {
          help: 'write `matches /…/`',
        },
      );
    case 'list':
      if (operator === 'in') return resolveList(context, value, language, tally);
      markUsed(context, [value]);
      return reportError(
        context,
        'wrong-type',
        value.span,
        `\`@${value.name}\` is a list, and \`is\` compares with one thing`,
        {
          help: `write \`in @${value.name}\``,
        },
      );
    default:
      return value satisfies never;
  }
}

function resolveTextOnly(
  context: Context,
  value: Value,
  operator: Operator,
  tally: Tally,
): Pattern | undefined {
  if (value.kind === 'text') {
    if (value.value !== '') return resolveText(context, value, 'part');
    return reportError(context, 'invalid-pattern', value.span, `every text \`${operator}\` an empty one`, {
      help: 'use `is present` for a thing that is there',
    });
  }
  if (value.kind === 'list') return resolveList(context, value, 'part', tally);
  if (value.kind === 'word' && isCondition(context, value)) return reportCondition(context, value);
  return reportError(context, 'wrong-type', value.span, `\`${operator}\` compares with a text in quotes`, {
    help:
      value.kind === 'regex'
        ? 'write `matches /…/`'
        : value.kind === 'number'
          ? `write \`"${value.raw}"\`; numbers are compared with \`is\`, \`<\` and \`>\``
          : `write it like this: \`"…"\``,
  });
}

function resolveRegexOnly(context: Context, value: Value): Pattern | undefined {
  if (value.kind === 'regex') return resolveRegex(context, value);
  markUsed(context, [value]);
  if (value.kind === 'word' && isCondition(context, value)) return reportCondition(context, value);
  return reportError(context, 'wrong-type', value.span, '`matches` compares with a regular expression', {
    help: 'a regular expression is written between slashes: `matches /^v[0-9]+$/`; whole texts are compared with `is`',
  });
}

function resolvePathOnly(context: Context, value: Value, tally: Tally): Pattern | undefined {
  if (value.kind === 'text') return resolvePath(context, value);
  if (value.kind === 'word' && value.text === 'workspace') return { kind: 'workspace' };
  if (value.kind === 'list') return resolveList(context, value, 'path', tally);
  if (value.kind === 'word' && isCondition(context, value)) return reportCondition(context, value);
  return reportError(context, 'wrong-type', value.span, '`under` compares with a directory', {
    help: 'write `under "/srv/app"` or `under workspace`',
  });
}

function resolveNumberOnly(
  context: Context,
  value: Value,
  dimension: Parameters<typeof resolveNumber>[2],
): Pattern | undefined {
  if (value.kind !== 'number') {
    markUsed(context, [value]);
    if (value.kind === 'word' && isCondition(context, value)) return reportCondition(context, value);
    return reportError(context, 'wrong-type', value.span, 'a number is compared here', {
      help: 'numbers are written bare: `600000`, `1MiB`, `10m`',
    });
  }
  const number = resolveNumber(context, value, dimension);
  return number === undefined ? undefined : { kind: 'constant', value: number };
}
