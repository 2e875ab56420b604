/**
 * Exceptions about something else that the call does: one harmless command among others excuses the whole call.
 *
 *     when kind is shell unless runs "git status"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedEffect, CheckedExpression, CheckedRule, ObjectType } from '../checked.ts';
import { foldExpression, gather } from '../walk.ts';

/** A question about the first thing that a rule is about; undefined where it is about fields alone. */
export const testOfOwn = ({ slots: [own] }: Pick<CheckedRule, 'slots'>): string | undefined =>
  own === undefined || own.type === 'elevation' ? undefined : ownTest[own.type];

export function findBroadExceptions({ unless, slots }: CheckedRule): Diagnostic[] {
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
    if (node.kind === 'not' || (node.kind === 'and' && node.operands.some(isAboutOwn))) return [];
    return isOfCall(node) ? [node] : undefined;
  });

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

/** Effects of the whole call, of which any can be missing. */
const effectsOfCall = (expression: CheckedExpression): readonly CheckedEffect[] =>
  gather(expression, (node) => (node.kind === 'not' ? [] : isOfCall(node) ? [node] : undefined));
