/** Comparisons of fields: whether the operator fits the field and the values fit the operator → patterns. */
import type { DiagnosticCode } from '../../language/diagnostic-codes.ts';
import type { Compare, ListValue, Name, PolicyValue } from '../../language/expression.ts';
import { suggestion } from '../../language/words.ts';
import { foreignOperators, isOperator, type Operator, operatorTable } from '../../vocabulary/operators.ts';
import {
  type Context,
  isExhausted,
  oneQuestion,
  placeOf,
  type Resolved,
  reportError,
} from '../names/context.ts';
import type { CheckedCompare, Pattern, ResolvedField } from '../tree/checked.ts';
import { findList, resolveListValue } from '../values/list.ts';
import { resolveNumber } from '../values/number.ts';
import { soundPatterns } from '../values/pattern-place.ts';
import { reportPlaceAlone } from '../values/unfinished.ts';
import {
  isCondition,
  languageOf,
  reportCondition,
  resolvePath,
  resolveRegex,
  resolveText,
  resolveWord,
  type ValueLanguage,
} from '../values/value.ts';
import { resolveField } from './field.ts';

/** What is behind `to`, as written: a verb that is misspelt is read as a field. */
function behindTo({ operator, values: [only, ...others] }: Compare): string | undefined {
  if (operator.text !== 'to' || only === undefined || others.length > 0) return undefined;
  return only.kind === 'list' ? `@${only.name}` : only.kind === 'text' ? `"${only.value}"` : undefined;
}

export function resolveCompare(context: Context, compare: Compare): Resolved<CheckedCompare> | undefined {
  const { subject, negated } = compare;
  if (reportPlaceAlone(context, compare) === true) {
    markUsed(context, compare.values);
    return undefined;
  }
  const field = resolveField(context, subject.field, behindTo(compare));
  // `uses any command`: the first word is an unknown verb, so the second one is no operator.
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
  return oneQuestion(node, patterns.length + tally.items);
}

/** Words that follow verbs, and are no operators. */
const behindVerbs: ReadonlySet<string> = new Set(['any', 'anything', 'to', 'from', 'into', 'content']);

/** Lists and conditions in a comparison with an error count as used. */
function markUsed(context: Context, values: readonly PolicyValue[]): void {
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
      { help: 'write `path labelled …`, `reads any path labelled …` or `runs any file labelled …`' },
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

/** Whether the operator fits the type of the field; reports an error where it does not. */
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
): readonly Pattern[] | undefined {
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
  const language: ValueLanguage = subject.measure === 'text' ? 'text' : languageOf(field.entry.type);
  const dimension = subject.measure === 'size' ? 'size' : subject.measure === 'count' ? 'plain' : 'any';
  const resolve = (value: PolicyValue): Pattern | undefined => {
    if (isExhausted(context)) return undefined;
    const takesWords = operand === 'pattern' && dimension === 'any';
    if (!takesWords && value.kind === 'word' && isCondition(context, value))
      return reportCondition(context, value);
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
  return soundPatterns(context, values, patterns);
}

/** Items of the lists that a comparison asks for. */
interface Tally {
  items: number;
}

function resolveList(
  context: Context,
  value: ListValue,
  language: ValueLanguage,
  tally: Tally,
): Pattern | undefined {
  const list = resolveListValue(context, value, language);
  tally.items += list?.items ?? 0;
  return list?.pattern;
}

function checkAbsence(
  context: Context,
  compare: Compare,
  field: ResolvedField,
): readonly Pattern[] | undefined {
  if (field.entry.optional || field.steps.length > 0) return [];
  return reportError(context, 'wrong-type', compare.subject.span, `\`${field.text}\` is never missing`, {
    help: 'only optional fields, and what is below `input`, can be missing',
  });
}

function resolvePatternValue(
  context: Context,
  value: PolicyValue,
  language: ValueLanguage,
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
        { help: `text is written in quotes: \`"${value.raw}"\`` },
      );
    case 'regex':
      return reportError(
        context,
        'wrong-type',
        value.span,
        `\`${operator}\` compares with a thing, not with a regular expression`,
        { help: 'write `matches /…/`' },
      );
    case 'list':
      if (operator === 'in') return resolveList(context, value, language, tally);
      markUsed(context, [value]);
      return reportError(
        context,
        'wrong-type',
        value.span,
        `\`@${value.name}\` is a list, and \`is\` compares with one thing`,
        { help: `write \`in @${value.name}\`` },
      );
    default:
      return value satisfies never;
  }
}

function resolveTextOnly(
  context: Context,
  value: PolicyValue,
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
  return reportError(context, 'wrong-type', value.span, `\`${operator}\` compares with a text in quotes`, {
    help:
      value.kind === 'regex'
        ? 'write `matches /…/`'
        : value.kind === 'number'
          ? `write \`"${value.raw}"\`; numbers are compared with \`is\`, \`<\` and \`>\``
          : `write it like this: \`"…"\``,
  });
}

function resolveRegexOnly(context: Context, value: PolicyValue): Pattern | undefined {
  if (value.kind === 'regex') return resolveRegex(context, value);
  markUsed(context, [value]);
  return reportError(context, 'wrong-type', value.span, '`matches` compares with a regular expression', {
    help: 'a regular expression is written between slashes: `matches /^v[0-9]+$/`; whole texts are compared with `is`',
  });
}

function resolvePathOnly(context: Context, value: PolicyValue, tally: Tally): Pattern | undefined {
  if (value.kind === 'text') return resolvePath(context, value);
  if (value.kind === 'word' && value.text === 'workspace') return { kind: 'workspace' };
  if (value.kind === 'list') return resolveList(context, value, 'path', tally);
  return reportError(context, 'wrong-type', value.span, '`under` compares with a directory', {
    help: 'write `under "/srv/app"` or `under workspace`',
  });
}

function resolveNumberOnly(
  context: Context,
  value: PolicyValue,
  dimension: Parameters<typeof resolveNumber>[2],
): Pattern | undefined {
  if (value.kind !== 'number') {
    markUsed(context, [value]);
    return reportError(context, 'wrong-type', value.span, 'a number is compared here', {
      help: 'numbers are written bare: `600000`, `1MiB`, `10m`',
    });
  }
  const number = resolveNumber(context, value, dimension);
  return number === undefined ? undefined : { kind: 'constant', value: number };
}
