/**
 * Why a rule is asked about every event: the parts of its conditions that have no key, each with its place and with what to
 * add. It walks the same expressions as `requiredKeys` and asks `keysOfPart`, so that the two cannot disagree.
 */
import type { CheckedCompare, CheckedExpression, CheckedRule, Pattern } from '../check/tree/checked.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Known } from '../facts/known.ts';
import { keysOfPart, mostKeys, requiredKeys } from '../rule-index/required-keys.ts';

/** Why nothing of a part can be looked up; stable, for those who script against it. */
export type AlwaysAskedReason =
  /** The rule has no condition at all. */
  | 'no-condition'
  /** It asks that something be not there. */
  | 'negation'
  /** It asks about all of the elements of a list. */
  | 'every'
  /** It asks whether a field is there. */
  | 'presence'
  /** It asks of a field that holds paths, which are written in many ways, what text is in it. */
  | 'path'
  /** It compares a number, a size or a count. */
  | 'number'
  /** It compares with one of few fixed words, or with `true`, `false` or `null`. */
  | 'few-values'
  /** No text is in everything that fits the pattern. */
  | 'no-literal'
  /** The pattern has signs that can be written in more than one way. */
  | 'spelling'
  /** It asks what earlier calls did. */
  | 'memory'
  | 'time'
  /** It asks whether a part of the call is opaque. */
  | 'opaque'
  /** It asks about an object in a way that nothing is found by. */
  | 'object'
  /** It has more words than an index is worth. */
  | 'too-many';

/** A part that demands nothing. */
export interface AlwaysAsked {
  readonly reason: AlwaysAskedReason;
  /** Lower case, no full stop. */
  readonly message: string;
  /** What to do, so that the rule can be looked up; it may have to stay as it is. */
  readonly help: string;
  readonly place: SourcePlace;
}

/** The parts to blame, in the order they are written; empty for a rule that is looked up. */
export function whyAlwaysAsked(rule: CheckedRule, known: Known): readonly AlwaysAsked[] {
  if (requiredKeys(rule, known).length > 0) return [];
  if (rule.when.length === 0) {
    const message = 'the rule has no condition, and so is about every call';
    return [{ reason: 'no-condition', message, help: `${narrow('it')}`, place: rule.place }];
  }
  return rule.when.flatMap((each) => partsIn(each, { rule, known, besides: 'and' }));
}

interface Context {
  readonly rule: CheckedRule;
  readonly known: Known;
  /** What a remedy has to be added to: the condition, or one side of an `or` in it. */
  readonly besides: 'and' | 'or';
}

const examples = '`kind is shell`, `tool is "Bash"` or `runs "git push"`';

/** A rule that is meant for every call stays as it is: to narrow it would let calls pass. */
const narrow = (what: string): string =>
  `where ${what} is meant for some calls only, name them in it, such as by ${examples}; where it is meant for every call, leave it as it is`;

const helpOf = ({ besides }: Context): string =>
  besides === 'and'
    ? narrow('the rule')
    : `each side of an \`or\` has to be looked up; ${narrow('this one')}`;

function partsIn(expression: CheckedExpression, context: Context): readonly AlwaysAsked[] {
  const { rule, known } = context;
  if (keysOfPart(expression, rule.slots, known) !== undefined) return [];
  const because = (reason: AlwaysAskedReason, message: string, help = helpOf(context)): AlwaysAsked[] => [
    { reason, message, help, place: expression.place },
  ];
  switch (expression.kind) {
    case 'and':
      return expression.operands.flatMap((each) => partsIn(each, context));
    case 'or': {
      const found = expression.operands.flatMap((each) => partsIn(each, { ...context, besides: 'or' }));
      // Each side can be looked up, and all of them together cannot.
      return found.length > 0 ? found : because('too-many', tooMany('the `or`'), tooManyHelp);
    }
    case 'condition':
      return partsIn(expression.expression, context);
    case 'might':
      return partsIn(expression.operand, context);
    case 'compare':
      return because(...whyCompare(expression, context));
    case 'not':
      return because(
        'negation',
        '`not` asks that something be not there, and the index finds only what is there',
      );
    case 'label':
      return because('memory', `whether \`${expression.name}\` is set is no part of the event`);
    case 'limit':
      return because('memory', 'how often calls happened is no part of the event');
    case 'denials':
      return because('memory', 'how often calls were denied is no part of the event');
    case 'window':
      return because('time', `whether it is \`${expression.name}\` is no part of the event`);
    case 'opaque':
      return because('opaque', 'any call could have a part that is opaque');
    case 'object':
      return because('object', `nothing is found by what \`${expression.text}\` is compared with here`);
    case 'effect':
      return because('object', 'nothing is found by what the predicate asks for');
    default:
      return expression satisfies never;
  }
}

const tooMany = (what: string): string => `${what} has more than ${mostKeys} words to be looked up`;
const tooManyHelp = `make several rules of it, or ${narrow('it')}`;

type Why = readonly [reason: AlwaysAskedReason, message: string, help?: string];

function whyCompare(compare: CheckedCompare, context: Context): Why {
  const { field, measure, negated, operator, quantifier } = compare;
  const named = `\`${field.text}\``;
  if (operator === 'missing' || operator === 'present')
    return ['presence', `\`${operator}\` names no value that ${named} could be looked up by`];
  if (negated) return ['negation', `it asks what ${named} is not, and the index finds only what is there`];
  if (quantifier === 'every')
    return ['every', `\`every\` asks about all of ${named}, and a rule is found by one thing that is there`];
  if (measure === 'size' || measure === 'count')
    return ['number', `the ${measure} of ${named} is a number, which nothing is found by`];
  if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=')
    return ['number', `\`${operator}\` compares ${named} with a number, which nothing is found by`];
  const isPath = field.entry.type === 'path' || field.entry.type === 'paths';
  if (isPath && operator !== 'is' && operator !== 'under')
    return ['path', `${named} is a path, which can be written in many ways: ask where it is \`under\``];
  const parts = compare.patterns.flatMap(plainPatterns);
  const blamed = parts.find(
    (pattern) =>
      keysOfPart({ ...compare, patterns: [pattern] }, context.rule.slots, context.known) === undefined,
  );
  return blamed === undefined ? ['too-many', tooMany(named), tooManyHelp] : whyPattern(blamed);
}

const plainPatterns = (pattern: Pattern): readonly Pattern[] =>
  pattern.kind === 'list' ? pattern.items.flatMap(plainPatterns) : [pattern];

function whyPattern(pattern: Pattern): Why {
  switch (pattern.kind) {
    case 'name':
    case 'text':
    case 'operand':
      return /^[ -~]*$/.test(pattern.value)
        ? ['no-literal', `\`"${shortened(pattern.value)}"\` fits everything`]
        : [
            'spelling',
            `\`"${shortened(pattern.value)}"\` has signs that can be written in more than one way`,
          ];
    case 'constant':
      return typeof pattern.value === 'number'
        ? ['number', `\`${pattern.value}\` is a number, which nothing is found by`]
        : ['few-values', `\`${pattern.value}\` is a value that many calls have`];
    case 'kind':
      return ['few-values', `\`${pattern.value}\` is one of few words, which many calls have`];
    default:
      return ['object', 'nothing is found by what it is compared with'];
  }
}

/** A pattern as messages show it; long ones say no more than their beginning does. */
const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);
