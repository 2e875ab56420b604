/** Whether a policy compares what only a disk says. An event that comes without a disk does not have it. */
import type { CheckedBundle, CheckedExpression } from './checked.ts';
import { somePart } from './walk.ts';

/** The code of a rule, label or limit that asks for it; undefined where none does. */
export function asksDisk({ rules, labels, limits }: CheckedBundle): string | undefined {
  const subjects = [...rules, ...[...labels, ...limits].map(({ code, subject }) => ({ ...subject, code }))];
  return subjects.find(({ when, unless }) => [...when, ...unless].some(asks))?.code;
}

const asks = (expression: CheckedExpression): boolean =>
  somePart(expression, (part) => part.kind === 'compare' && part.field.entry.id.startsWith('repository.'));
