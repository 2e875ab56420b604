/**
 * Exceptions about what a call does that are not about what the rule is about:
 * one harmless command among others then excuses the whole call.
 *
 *     when kind is shell unless runs "git status"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedEffect, CheckedExpression, CheckedRule, ObjectType } from '../checked.ts';

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
function broadEffects(expression: CheckedExpression): readonly CheckedEffect[] {
  switch (expression.kind) {
    case 'effect':
      return expression.slot === undefined ? [expression] : [];
    case 'and':
      return expression.operands.some(isAboutOwn) ? [] : expression.operands.flatMap(broadEffects);
    case 'or':
      return expression.operands.flatMap(broadEffects);
    case 'might':
      return broadEffects(expression.operand);
    case 'condition':
      return broadEffects(expression.expression);
    case 'not':
    case 'compare':
    case 'object':
    case 'opaque':
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
      return [];
    default:
      return expression satisfies never;
  }
}

/** Whether an expression holds only for some of what the rule is about. */
function isAboutOwn(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case 'effect':
      return expression.slot !== undefined;
    case 'object':
      return true;
    case 'and':
      return expression.operands.some(isAboutOwn);
    case 'or':
      return expression.operands.every(isAboutOwn);
    case 'not':
    case 'might':
      return isAboutOwn(expression.operand);
    case 'condition':
      return isAboutOwn(expression.expression);
    case 'compare':
    case 'opaque':
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
      return false;
    default:
      return expression satisfies never;
  }
}

/** What a call must not do, where that is all that an expression asks: it holds for nearly every call. */
export function absencesAlone(expression: CheckedExpression): readonly CheckedEffect[] {
  switch (expression.kind) {
    case 'not':
      return effectsOfCall(expression.operand);
    case 'and': {
      const each = expression.operands.map(absencesAlone);
      return each.every(({ length }) => length > 0) ? each.flat() : [];
    }
    case 'or':
      return expression.operands.flatMap(absencesAlone);
    case 'condition':
      return absencesAlone(expression.expression);
    default:
      return [];
  }
}

/** Effects of which any may be the one that is not there. */
function effectsOfCall(expression: CheckedExpression): readonly CheckedEffect[] {
  switch (expression.kind) {
    case 'effect':
      return expression.slot === undefined ? [expression] : [];
    case 'and':
    case 'or':
      return expression.operands.flatMap(effectsOfCall);
    case 'might':
      return effectsOfCall(expression.operand);
    case 'condition':
      return effectsOfCall(expression.expression);
    default:
      return [];
  }
}
