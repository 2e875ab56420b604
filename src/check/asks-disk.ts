/** Whether a policy compares what only a disk says: of an event without one that is missing. */
import type { CheckedBundle, CheckedExpression } from './checked.ts';
import { somePart } from './walk.ts';

/** The code of such a rule, or of the label or limit that it belongs to; undefined where there is none. */
export function asksDisk({ rules, labels, limits }: CheckedBundle): string | undefined {
  const subjects = [...rules, ...[...labels, ...limits].map(({ code, subject }) => ({ ...subject, code }))];
  return subjects.find(({ when, unless }) => [...when, ...unless].some(asks))?.code;
}

const asks = (expression: CheckedExpression): boolean =>
  somePart(expression, (part) => part.kind === 'compare' && part.field.entry.id.startsWith('repository.'));
