/**
 * Exceptions that can never hold: the rule is about variables of the environment, which are paths below one file, and the
 * exception is about another path.
 *
 *     when reads "/proc/self/environ/TOKEN" unless path in "docs/**"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { patternAlternatives } from '../../pattern/text/braces.ts';
import { fold } from '../../pattern/text/fold.ts';
import type { CheckedExpression, CheckedObject, CheckedRule, ObjectTest } from '../tree/checked.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import { conjunctsOf } from '../tree/walk.ts';

const environment = '/proc/self/environ/';

export function findNoVariables({ when, unless }: CheckedRule): readonly Diagnostic[] {
  if (unless.length === 0) return [];
  const asked = when.flatMap(conjunctsOf);
  return unless.flatMap((exception) =>
    conjunctsOf(withoutTerm(exception)).flatMap((part) => {
      if (part.kind !== 'object' || !isPlain(part.test)) return [];
      const variables = asked.map((each) => variablesOf(each, part.slot)).find((each) => each !== undefined);
      return variables !== undefined && isOfNone(part, variables) ? [report(part)] : [];
    }),
  );
}

const report = ({ place: { path, span } }: CheckedObject): Diagnostic =>
  warningAt(
    'dead-clause',
    path,
    span,
    'the rule is about variables of the environment, and no variable has this path',
    { help: `a variable is a path such as \`${environment}NAME\`: name one, or remove the exception` },
  );

const withoutTerm = (exception: CheckedExpression): CheckedExpression =>
  exception.kind === 'condition' && exception.exception !== undefined ? exception.expression : exception;

const isPlain = ({ of, operator, negated }: ObjectTest): boolean =>
  of === 'path' && operator === 'is' && !negated;

/** All patterns of an object that a condition allows, where each is of variables; else undefined. */
function variablesOf(part: CheckedExpression, slot: number): readonly string[] | undefined {
  if (part.kind !== 'effect' || part.slot !== slot) return undefined;
  const test = part.tests.find(isPlain);
  const texts = test === undefined ? [] : textsOf(test);
  const areVariables = texts?.every((text) => `${text}/`.startsWith(environment)) === true;
  return areVariables && texts.length > 0 ? texts : undefined;
}

/** The patterns of a test; undefined where one is no pattern for a path. */
function textsOf({ patterns }: ObjectTest): readonly string[] | undefined {
  const plain = plainPatterns(patterns);
  const texts = plain.flatMap((each) => (each.kind === 'path' ? patternAlternatives(each.value) : []));
  return plain.every(({ kind }) => kind === 'path') ? texts : undefined;
}

/** Whether no pattern of an exception can be that of a variable. */
function isOfNone({ test }: CheckedObject, variables: readonly string[]): boolean {
  const names = variables.flatMap((text) => text.split('/')).map(fold);
  const areKnown = names.every((name) => name === '' || isName(name));
  const isOther = (name: string): boolean =>
    isName(name) && (areKnown ? !names.includes(fold(name)) : !/^\w+$/.test(name));
  // `/proc/1/environ` may be that of this process as well.
  const isElsewhere = (text: string): boolean =>
    !text.startsWith('/proc/') && (/^(?:~|\/\w)/.test(text) || text.split('/').some(isOther));
  const texts = textsOf(test) ?? [];
  return texts.length > 0 && texts.every(isElsewhere);
}

const isName = (text: string): boolean => /^[\w.-]+$/.test(text) && !/^\.+$/.test(text);
