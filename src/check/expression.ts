/**
 * Expressions: names resolved, types checked, what is written in several ways
 * brought to one. An expression with an error in it resolves to nothing; the
 * error has been reported.
 */
import type { Compare, Expression, Mixed, Name, Reference, Value } from '../language/ast.ts';
import { cover, type Span } from '../language/source.ts';
import { suggestion } from '../language/words.ts';
import { fieldRoots, fieldSpellings } from '../vocabulary/fields.ts';
import { foreignOperators, isOperator, type Operator, operatorTable } from '../vocabulary/operators.ts';
import type { CheckedCompare, CheckedExpression, Pattern, Place, ResolvedField } from './checked.ts';
import { type Context, contextOf, type Resolved, reportError } from './context.ts';
import { resolveField } from './field.ts';
import {
  type Language,
  languageOf,
  resolveListValue,
  resolveNumber,
  resolvePath,
  resolveRegex,
  resolveText,
  resolveWord,
} from './value.ts';

/** Comparisons that one rule may come to, with its conditions written out. */
export const maximalComparisons = 10_000;
/** Conditions inside conditions. */
const maximalConditionDepth = 32;

/** Resolves an expression; `weight` is the number of comparisons it comes to. */
export function resolveExpression(
  context: Context,
  expression: Expression,
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
      const operand = resolveExpression(context, expression.operand);
      return (
        operand && { node: { kind: expression.kind, operand: operand.node, place }, weight: operand.weight }
      );
    }
    case 'reference':
      return resolveReference(context, expression);
    case 'compare': {
      const node = resolveCompare(context, expression);
      return node && { node, weight: 1 };
    }
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
  const operands = expressions.map((each) => resolveExpression(context, each));
  const nodes = operands.flatMap((each) => each?.node ?? []);
  if (nodes.length < operands.length) return undefined;
  const weight = operands.reduce((sum, each) => sum + (each?.weight ?? 0), 0);
  return { node: { kind, operands: nodes, place }, weight };
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
  const declared = context.scope.conditions.get(name.text);
  if (declared === undefined) return reportUnknownCondition(context, name);
  context.shared.used.add(declared.node.name);
  const resolved = resolveCondition(
    contextOf(context, declared.path),
    declared.node.name,
    declared.node.expression,
    name,
  );
  if (resolved === undefined) return undefined;
  return {
    node: { kind: 'condition', name: name.text, expression: resolved.node, place: placeOf(context, span) },
    weight: resolved.weight,
  };
}

function reportUnknownCondition(context: Context, name: Name): undefined {
  if (context.scope.broken.has(name.text)) return undefined;
  if (fieldRoots.has(name.text)) {
    return reportError(
      context,
      'missing-operator',
      name.span,
      `\`${name.text}\` is a field: it needs to be compared with something`,
      {
        help: `such as \`${name.text} is …\``,
      },
    );
  }
  return reportError(context, 'unknown-condition', name.span, `unknown condition \`${name.text}\``, {
    help:
      suggestion(name.text, [...context.scope.conditions.keys(), ...fieldSpellings]) ??
      'declare it with `condition`, or import the file that declares it',
  });
}

/** A condition's own expression, resolved once for all its uses; reports circles. */
export function resolveCondition(
  context: Context,
  name: Name,
  expression: Expression,
  user: Name | undefined,
): Resolved<CheckedExpression> | undefined {
  const { conditions, open } = context.shared;
  if (conditions.has(name)) return conditions.get(name);
  if (open.includes(name)) {
    return reportError(
      context,
      'cyclic-condition',
      user?.span ?? name.span,
      `the condition \`${name.text}\` uses itself`,
      {
        notes: [{ path: context.path, span: name.span, message: 'declared here' }],
        help: 'a condition may use others, but not go round in a circle',
      },
    );
  }
  if (open.length >= maximalConditionDepth) {
    return reportError(
      context,
      'too-deep',
      name.span,
      `conditions use each other more than ${maximalConditionDepth} levels deep`,
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
    );
  }
  const result = tooLarge ? undefined : resolved;
  conditions.set(name, result);
  return result;
}

// ── Comparisons ───────────────────────────────────────────────────────────────────────────

function resolveCompare(context: Context, compare: Compare): CheckedCompare | undefined {
  const { subject, negated } = compare;
  const field = resolveField(context, subject.field);
  const operator = resolveOperator(context, compare.operator);
  if (field === undefined || operator === undefined) return undefined;
  if (!checkSubject(context, compare, field, operator)) return undefined;
  const patterns = resolveValues(context, compare, field, operator);
  if (patterns === undefined) return undefined;
  return {
    kind: 'compare',
    field,
    quantifier: subject.quantifier,
    measure: subject.measure,
    operator: operator === 'in' ? 'is' : operator,
    negated,
    patterns,
    place: placeOf(context, compare.span),
  };
}

function resolveOperator(context: Context, { text, span }: Name): Operator | undefined {
  if (isOperator(text)) return text;
  const foreign = foreignOperators.get(text.toLowerCase());
  const known = Object.keys(operatorTable);
  return reportError(context, 'unknown-operator', span, `unknown operator \`${text}\``, {
    help:
      foreign === undefined
        ? (suggestion(text, known) ?? `the operators are ${known.join(', ')}`)
        : `write \`${foreign}\``,
  });
}

/** Whether the operator is about such a thing at all. */
function checkSubject(context: Context, compare: Compare, field: ResolvedField, operator: Operator): boolean {
  const { subject } = compare;
  const report = (code: string, message: string, help: string): boolean => {
    reportError(context, code, subject.span, message, { help });
    return false;
  };
  const { type } = field.entry;
  const { measure, quantifier } = subject;
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
  const single = type === 'paths' && !nothing ? 'path' : measure === 'text' ? 'text' : type;
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
): Pattern[] | undefined {
  const { subject, values } = compare;
  const { operand } = operatorTable[operator];
  if (operand === 'nothing') return checkAbsence(context, compare, field);
  if (operand === 'number' && values.length > 1) {
    return reportError(
      context,
      'wrong-type',
      cover(values[1]?.span ?? compare.span, compare.span),
      `\`${operator}\` compares with one number`,
      {
        help: 'repeat the whole comparison on the other side of `or`',
      },
    );
  }
  const language: Language = subject.measure === 'text' ? 'text' : languageOf(field.entry.type);
  const dimension = subject.measure === 'size' ? 'size' : subject.measure === 'count' ? 'plain' : 'any';
  const resolve = (value: Value): Pattern | undefined => {
    switch (operand) {
      case 'pattern':
        return subject.measure === 'size' || subject.measure === 'count'
          ? resolveNumberOnly(context, value, dimension)
          : resolvePatternValue(context, value, language, operator);
      case 'text':
        return resolveTextOnly(context, value, operator);
      case 'regex':
        return resolveRegexOnly(context, value);
      case 'path':
        return resolvePathOnly(context, value);
      case 'number':
        return resolveNumberOnly(context, value, dimension);
      default:
        return operand satisfies never;
    }
  };
  const patterns = values.map(resolve);
  const sound = patterns.flatMap((each) => each ?? []);
  return sound.length === patterns.length ? sound : undefined;
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
      if (operator === 'in') return resolveListValue(context, value, language);
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

function resolveTextOnly(context: Context, value: Value, operator: Operator): Pattern | undefined {
  if (value.kind === 'text') {
    if (value.value !== '') return { kind: 'text', value: value.value };
    return reportError(context, 'invalid-pattern', value.span, `every text \`${operator}\` an empty one`, {
      help: 'use `is present` for a thing that is there',
    });
  }
  if (value.kind === 'list') return resolveListValue(context, value, 'text');
  return reportError(context, 'wrong-type', value.span, `\`${operator}\` compares with a text in quotes`, {
    help: value.kind === 'regex' ? 'write `matches /…/`' : undefined,
  });
}

function resolveRegexOnly(context: Context, value: Value): Pattern | undefined {
  if (value.kind === 'regex') return resolveRegex(context, value);
  return reportError(context, 'wrong-type', value.span, '`matches` compares with a regular expression', {
    help: 'a regular expression is written between slashes: `matches /^v[0-9]+$/`; whole texts are compared with `is`',
  });
}

function resolvePathOnly(context: Context, value: Value): Pattern | undefined {
  if (value.kind === 'text') return resolvePath(context, value);
  if (value.kind === 'word' && value.text === 'workspace') return { kind: 'workspace' };
  if (value.kind === 'list') return resolveListValue(context, value, 'path');
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
    return reportError(context, 'wrong-type', value.span, 'a number is compared here', {
      help: 'numbers are written bare: `600000`, `1MiB`, `10m`',
    });
  }
  const number = resolveNumber(context, value, dimension);
  return number === undefined ? undefined : { kind: 'constant', value: number };
}
