/**
 * Further questions of a rule about its object, or about the words of its command: `path in …`, `every refspec is …`.
 */
import type { Compare } from '../../language/expression.ts';
import { suggestion } from '../../language/words.ts';
import { compileOption } from '../../pattern/command.ts';
import { isObjectWord, objectWords, roles } from '../../vocabulary/effects.ts';
import { fieldRoots } from '../../vocabulary/fields.ts';
import { isOneOf } from '../../vocabulary/kinds.ts';
import { type Context, oneQuestion, type Resolved, reportError } from '../names/context.ts';
import type { CheckedObject } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { plainTest, type ResolvedTest, resolveObjectTest } from './object-test.ts';

/** A slot that is still open: `slots.ts` puts the number of one of the rule's objects there. */
export const openSlot = -1;

/**
 * Whether a comparison is about an object of the rule, or the words of its command, and no
 * field. `source` is both: with `any` or `every` it is the words, since the field is one thing.
 */
export function isAboutObject({ subject }: Compare): boolean {
  const { root, steps } = subject.field;
  if (subject.measure === 'value') return true;
  if (steps.length > 0 || subject.measure !== undefined) return false;
  if (isObjectWord(root.text)) return true;
  return subject.quantifier !== undefined && (!fieldRoots.has(root.text) || isOneOf(roles, root.text));
}

/** Resolves `path in "/tmp/**"` or `every refspec is "agent/*"`; its slot is open. */
export function resolveObject(
  context: Context,
  compare: Compare,
  place: SourcePlace,
): Resolved<CheckedObject> | undefined {
  const { subject, operator, negated, values, span } = compare;
  const { root } = subject.field;
  const { quantifier } = subject;
  if (subject.measure === 'value') return resolveOptionValue(context, compare, place);
  if (isObjectWord(root.text) && (quantifier === undefined || !isOneOf(roles, root.text))) {
    if (quantifier !== undefined) {
      return reportError(
        context,
        'wrong-type',
        subject.span,
        `a rule is about one \`${root.text}\` at a time`,
        { help: `leave \`${quantifier}\` out` },
      );
    }
    const resolved = resolveObjectTest(context, {
      of: objectWords[root.text].of,
      operator,
      negated,
      values,
      span,
    });
    return finish(resolved, root.text, place);
  }
  if (!isOneOf(roles, root.text)) {
    return reportError(
      context,
      'unknown-role',
      root.span,
      `\`${root.text}\` is no field, and no command has such words`,
      {
        help:
          suggestion(root.text, roles) ??
          'the words of commands, such as argument, path, image, remote and refspec, are listed in docs/verbs.md',
      },
    );
  }
  const resolved = resolveObjectTest(context, {
    of: 'role',
    role: root.text,
    quantifier,
    operator,
    negated,
    values,
    span,
  });
  return finish(resolved, `${quantifier} ${root.text}`, place);
}

/** Resolves `value of --context is "dev"`; `is missing` asks whether the command has no such option. */
function resolveOptionValue(
  context: Context,
  { subject, operator, negated, values, span }: Compare,
  place: SourcePlace,
): Resolved<CheckedObject> | undefined {
  const { quantifier, field } = subject;
  const { text: option, span: optionSpan } = field.root;
  const { problem } = compileOption(option);
  if (problem !== undefined)
    return reportError(
      context,
      'invalid-pattern',
      optionSpan,
      `the option \`${option}\` cannot be used: ${problem}`,
      { help: 'options are written `--context` or `-n`' },
    );
  const text = `${quantifier === undefined ? '' : `${quantifier} `}value of ${option}`;
  if (operator.text !== 'missing' && operator.text !== 'present') {
    const written = { of: 'value', option, quantifier, operator, negated, values, span } as const;
    const resolved = resolveObjectTest(context, written);
    return finish(resolved, text, place);
  }
  if (quantifier !== undefined)
    return reportError(
      context,
      'wrong-type',
      subject.span,
      `\`${quantifier}\` cannot go with \`is ${operator.text}\``,
      { help: `leave \`${quantifier}\` out` },
    );
  const isWithout = (operator.text === 'missing') !== negated;
  return finish(plainTest('option', isWithout, [{ kind: 'option', value: option }]), text, place);
}

const finish = (
  resolved: ResolvedTest | undefined,
  text: string,
  place: SourcePlace,
): Resolved<CheckedObject> | undefined =>
  resolved &&
  oneQuestion({ kind: 'object', slot: openSlot, test: resolved.test, text, place }, resolved.items);
