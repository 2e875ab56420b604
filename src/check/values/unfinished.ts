/**
 * Comparisons with a missing part: no subject (`unless under "/tmp"`), or no value (`unless path`).
 */
import type { Compare, Name, PolicyValue } from '../../language/expression.ts';
import { isObjectWord, objectWords, roles } from '../../vocabulary/effects.ts';
import { isOneOf, kinds } from '../../vocabulary/kinds.ts';
import { type Context, reportError } from '../names/context.ts';

const places = ['under', 'outside', 'in'] as const;

/** Reports a comparison that begins with its operator; undefined where it does not. */
export function reportPlaceAlone(context: Context, { subject, operator, values }: Compare): true | undefined {
  const { root, steps } = subject.field;
  if (!isOneOf(places, root.text) || steps.length > 0 || subject.quantifier !== undefined) return undefined;
  const value = operator.text === 'is' || operator.text === 'in' ? writtenAs(values[0]) : '"…"';
  reportError(
    context,
    'missing-operator',
    root.span,
    `there is nothing before \`${root.text}\`: it is not said what lies there`,
    {
      help: `write \`path ${root.text} ${value}\`; after \`or\`, the place alone: \`path ${root.text} "/a" or ${value}\``,
    },
  );
  return true;
}

const writtenAs = (value: PolicyValue | undefined): string => {
  switch (value?.kind) {
    case 'text':
      return value.value.length <= 60 && !/["\\\n\t]/.test(value.value) ? `"${value.value}"` : '"…"';
    case 'list':
      return `@${value.name}`;
    case 'word':
      return value.text;
    default:
      return '"…"';
  }
};

/** Reports a word that can only be the subject of a comparison; undefined for other words. */
export function reportSubjectAlone(context: Context, { text, span }: Name): true | undefined {
  if (isObjectWord(text)) {
    reportError(
      context,
      'missing-operator',
      span,
      `\`${text}\` alone says nothing: it is compared with something`,
      { help: `write it like this: \`${objectWords[text].compared}\`` },
    );
    return true;
  }
  if (isOneOf(kinds, text)) {
    reportError(context, 'missing-operator', span, `\`${text}\` alone says nothing: it is a kind of tool`, {
      help: `write \`kind is ${text}\``,
    });
    return true;
  }
  if (!isOneOf(roles, text)) return undefined;
  reportError(
    context,
    'missing-operator',
    span,
    `\`${text}\` alone says nothing: it is what commands are given`,
    { help: `write \`${roleQuantifier(context)} ${text} is "…"\`` },
  );
  return true;
}

/** `every` where a comparison excuses: one harmless word must not speak for all. */
export const roleQuantifier = ({ excuses }: Context): 'any' | 'every' => (excuses === true ? 'every' : 'any');
