/**
 * Comparisons of which a part is missing: a place without what lies there
 * (`unless under "/tmp"`), a thing without what it is compared with (`unless path`).
 */
import type { Compare, Name, Value } from '../language/ast.ts';
import { isObjectWord, type ObjectWord, roles } from '../vocabulary/effects.ts';
import { isOneOf, kinds } from '../vocabulary/kinds.ts';
import { type Context, reportError } from './context.ts';

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
    `nothing stands before \`${root.text}\`: what lies there is not said`,
    {
      help: `write \`path ${root.text} ${value}\`; where \`or\` stands before it, the place alone: \`path ${root.text} "/a" or ${value}\``,
    },
  );
  return true;
}

const writtenAs = (value: Value | undefined): string => {
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

const comparisons: Readonly<Record<ObjectWord, string>> = {
  path: 'path under "/tmp"',
  host: 'host in "*.example.com"',
  command: 'command is "git status"',
  package: 'package is "left-pad"',
  'spawned agent': 'spawned agent is "reviewer"',
  'working directory': 'working directory under "/srv"',
  'read path': 'read path under "/tmp"',
  'written path': 'written path under "/tmp"',
  'deleted path': 'deleted path under "/tmp"',
  'emptied path': 'emptied path under "/tmp"',
  'moved path': 'moved path under "/tmp"',
  'copied path': 'copied path under "/tmp"',
  'sent path': 'sent path under "/tmp"',
};

/** Reports a word alone that can only be one side of a comparison; undefined where it is no such word. */
export function reportSubjectAlone(context: Context, { text, span }: Name): true | undefined {
  if (isObjectWord(text)) {
    reportError(
      context,
      'missing-operator',
      span,
      `\`${text}\` alone says nothing: it is compared with something`,
      {
        help: `write it like this: \`${comparisons[text]}\``,
      },
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
    {
      help: `write \`${roleQuantifier(context)} ${text} is "…"\``,
    },
  );
  return true;
}

/** `every` where a comparison excuses: one harmless word must not speak for all. */
export const roleQuantifier = ({ excuses }: Context): 'any' | 'every' => (excuses === true ? 'every' : 'any');
