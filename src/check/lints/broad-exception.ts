/**
 * Exceptions that excuse more than they seem to. One about something else that the call does: one harmless command among
 * others excuses the whole call.
 *
 *     when kind is shell unless runs "git status"
 *
 * And one about the call as it is sent, in a rule about what calls do: of a shell command that does many things, each is
 * excused.
 *
 *     when reads "secrets/**" unless input.command starts with "git "
 *
 * And one with an expression that matches every text.
 *
 *     when reads "secrets/**" unless path matches /(docs)?/
 *
 * And one that holds for every call, after which nothing is left of its rules.
 *
 *     except all for com.acme.dev.* when tool is "*"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { compileRegex } from '../../pattern/regex/regex.ts';
import type {
  CheckedCompare,
  CheckedEffect,
  CheckedExpression,
  CheckedRule,
  ObjectType,
  Pattern,
} from '../tree/checked.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { foldExpression, gather } from '../tree/walk.ts';
import { alwaysHolds } from './always-holds.ts';

/** How to ask about what a rule is about, in a way that excuses nothing else; `clause` is how it is written. */
export function helpForOwn(rule: Pick<CheckedRule, 'slots'>, clause: 'unless' | 'when'): string {
  const test = testOfOwn(rule);
  const whole = `as in \`${clause} input.command is "npm test"\``;
  return test === undefined
    ? `the rule is about no single thing: ask about a field, ${whole}`
    : `ask about what the rule is about, as in \`${clause} ${test}\`, or name the whole command, ${whole}`;
}

/** A question about the first thing that a rule is about; undefined where it is about fields alone. */
const testOfOwn = ({ slots: [own] }: Pick<CheckedRule, 'slots'>): string | undefined =>
  own === undefined || own.type === 'elevation' ? undefined : ownTest[own.type];

export const findBroadExceptions = (rule: CheckedRule): Diagnostic[] => [
  ...findBroadEffects(rule),
  ...rule.unless.flatMap((each) => findWholeCommands(each, rule, 'unless')),
  ...rule.unless.flatMap(findAnyText),
];

/** Regular expressions of an exception that match every text. */
const findAnyText = (exception: CheckedExpression): readonly Diagnostic[] =>
  gather(exception, (node) => {
    if (node.kind === 'not' || node.kind === 'and') return [];
    // One that holds for every call is reported with its rules.
    if (node.kind === 'condition' && node.exception !== undefined && alwaysHolds(node)) return [];
    const asked = node.kind === 'compare' ? [node] : node.kind === 'object' ? [node.test] : [];
    const found = asked
      .filter(({ operator, negated }) => operator === 'matches' && !negated)
      .flatMap(({ patterns }) => plainPatterns(patterns))
      .find((pattern) => pattern.kind === 'regex' && matchesAll(pattern.source, pattern.flags));
    if (found?.kind !== 'regex' || !('place' in node)) return undefined;
    const { path, span } = node.place;
    const message = `\`/${found.source}/\` matches every text, so that this excuses whatever has one`;
    return [
      warningAt('broad-exception', path, span, message, {
        help: 'say what the whole text is like, with `^` in front and `$` behind it',
      }),
    ];
  });

/** Whether an expression matches the empty text and texts that have nothing in common. */
function matchesAll(source: string, flags: string): boolean {
  const { pattern } = compileRegex(source, flags);
  return pattern !== undefined && probes.every((text) => pattern.test(text) === true);
}

const probes = [
  '',
  'q',
  String.fromCharCode(...Array.from({ length: 95 }, (_, at) => at + 32)),
  '\u00e9\u4e00',
];

/** Effects in exceptions that are about something else than the rule. */
export function findBroadEffects({ unless, slots }: CheckedRule): Diagnostic[] {
  const [own] = slots;
  const test = testOfOwn({ slots });
  const help =
    test === undefined
      ? 'ask about each thing that the call does: `when runs any command` with `unless command is "git status"`'
      : `ask about what the rule is about, as in \`unless ${test}\`, so that nothing else is excused`;
  const doers = own === undefined || own.type === 'command' || own.type === 'pipe' ? [] : ['runs'];
  return unless
    .flatMap(broadEffects)
    .map(({ verbs, place }) =>
      warningAt(
        'broad-exception',
        place.path,
        place.span,
        'this excuses the whole call, whatever else the call does',
        { help: verbs.some((verb) => doers.includes(verb)) ? helpForDoer : help },
      ),
    );
}

/** Where an exception of a rule about what calls do asks only how a shell command is sent; `clause` is how it is written. */
export function findWholeCommands(
  exception: CheckedExpression,
  { slots }: Pick<CheckedRule, 'slots'>,
  clause: 'unless' | 'when',
): Diagnostic[] {
  const test = testOfOwn({ slots });
  if (test === undefined || isAboutOwn(exception)) return [];
  const help = helpForOwn({ slots }, clause);
  return ofWholeCommands(exception).map(({ place: { path, span } }) =>
    warningAt(
      'broad-exception',
      path,
      span,
      'of a shell command that does many things, this excuses all of them',
      { help },
    ),
  );
}

/** An exception that holds for every call; `touched`: its rules. */
export const findWithoutRest = (
  { path, span }: SourcePlace,
  touched: readonly CheckedRule[],
): readonly Diagnostic[] => {
  const [first] = touched;
  if (first === undefined) return [];
  const whose = touched.length === 1 ? `\`${first.code}\`` : `${touched.length} rules`;
  return [
    warningAt(
      'broad-exception',
      path,
      span,
      `this exception holds for every call, so that nothing is left of ${whose}`,
      {
        help: 'ask about the calls that have to pass; to switch a rule off for a while, write `watch` in the place of `except`, and the log shows what it would deny',
      },
    ),
  ];
};

/** Comparisons that many a shell command fulfils as a whole, where nothing beside them narrows them down. */
const ofWholeCommands = (expression: CheckedExpression): readonly CheckedCompare[] => {
  switch (expression.kind) {
    case 'and': {
      // What a call must not do, nearly every call does not do.
      const asked = expression.operands.filter((each) => absencesAlone(each).length === 0);
      const each = asked.map(ofWholeCommands);
      return each.every(({ length }) => length > 0) ? (each[0] ?? []) : [];
    }
    case 'or':
      return expression.operands.flatMap(ofWholeCommands);
    case 'condition':
      return expression.exception === undefined ? ofWholeCommands(expression.expression) : [];
    case 'compare':
      return isOfCommands(expression) ? [expression] : [];
    default:
      // An exception about the client, the place or the time is meant for the whole call.
      return [];
  }
};

/** Whether a comparison holds for many shell commands because of what they are: their kind, or a part of their text. */
function isOfCommands({ field, operator, negated, measure, patterns }: CheckedCompare): boolean {
  const hasShell = patterns.some((pattern) => pattern.kind === 'kind' && pattern.value === 'shell');
  if (field.entry.id === 'kind') return operator === 'is' && hasShell !== negated;
  const [step] = field.steps;
  const isText = field.entry.id === 'input' && (step === undefined || step === 'command');
  if (!isText || operator === 'missing' || operator === 'present') return false;
  return negated || measure !== undefined || !(operator === 'is' || patterns.every(isOfAll));
}

const helpForDoer =
  'ask about the command that does what the rule is about, as in `unless command is "npm ci"`, so that nothing else is excused';

const ownTest: Readonly<Record<Exclude<ObjectType, 'elevation'>, string>> = {
  path: 'path in @list',
  command: 'command is "git status"',
  host: 'host in @list',
  package: 'package in @list',
  agent: 'spawned agent is "…"',
  send: 'host in @list',
  pipe: 'command is "jq"',
};

/** Effects that excuse by themselves, without anything beside them that is about the rule's own object. */
const broadEffects = (expression: CheckedExpression): readonly CheckedEffect[] =>
  gather(expression, (node) => {
    if (node.kind === 'not') {
      const inner = bare(node.operand);
      return inner.kind === 'not' ? broadEffects(inner.operand) : [];
    }
    if (node.kind === 'and' && node.operands.some(isAboutOwn)) return [];
    return isOfCall(node) ? [node] : undefined;
  });

/** The expression without the named conditions and the `might` around it. */
const bare = (node: CheckedExpression): CheckedExpression =>
  node.kind === 'condition' ? bare(node.expression) : node.kind === 'might' ? bare(node.operand) : node;

/** Whether a predicate asks about the whole call, and not about an object of the rule. */
const isOfCall = (node: CheckedExpression): node is CheckedEffect =>
  node.kind === 'effect' && node.slot === undefined;

/** Whether an expression holds only for some of what the rule is about. */
const isAboutOwn = (expression: CheckedExpression): boolean =>
  foldExpression(expression, {
    and: (operands) => operands.includes(true),
    or: (operands) => operands.every(Boolean),
    not: (operand) => operand,
    part: (part) => part.kind === 'object' || (part.kind === 'effect' && part.slot !== undefined),
  });

/** What a call must not do, where that is all that an expression asks: it holds for nearly every call. */
export const absencesAlone = (expression: CheckedExpression): readonly CheckedEffect[] =>
  gather(expression, (node) => {
    if (node.kind === 'not') return effectsOfCall(node.operand);
    if (node.kind === 'might') return [];
    if (node.kind !== 'and') return undefined;
    const each = node.operands.map(absencesAlone);
    return each.every(({ length }) => length > 0) ? each.flat() : [];
  });

/** Effects of the whole call. A call may lack any of them. */
const effectsOfCall = (expression: CheckedExpression): readonly CheckedEffect[] =>
  gather(expression, (node) => (node.kind === 'not' ? [] : isOfCall(node) ? [node] : undefined));

/** An expression that says what the whole text is like, and not only what it begins with. */
const isOfAll = (pattern: Pattern): boolean =>
  pattern.kind === 'regex' && /^\^.*\$$/s.test(pattern.source) && !pattern.flags.includes('m');
