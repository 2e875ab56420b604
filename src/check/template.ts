/** Reasons and hints: places for facts resolved to fields. */
import type { Text } from '../language/ast.ts';
import { parseTemplate } from '../vocabulary/template.ts';
import type { Template } from './checked.ts';
import { type Context, reportError } from './context.ts';
import { resolveSteps } from './field.ts';

/** A longer reason would not be read. */
export const maximalTemplate = 2000;

/** Resolves a template, or reports what is wrong with it. */
export function resolveTemplate(context: Context, text: Text, what: 'reason' | 'hint'): Template | undefined {
  if (text.value.trim() === '') {
    return reportError(context, 'empty-text', text.span, `the ${what} is empty`, {
      help: 'say what is wrong with the call, in a sentence for the person or agent who made it',
    });
  }
  if (text.value.length > maximalTemplate) {
    return reportError(
      context,
      'text-too-long',
      text.span,
      `the ${what} has ${text.value.length} characters; at most ${maximalTemplate} are allowed`,
    );
  }
  const { parts, problems } = parseTemplate(text.value);
  for (const { message } of problems) reportError(context, 'invalid-template', text.span, message);
  const resolved = parts.map((part) => {
    if (part.kind === 'text') return part;
    const field = resolveSteps(context, part.root, part.steps, text.span);
    return field && ({ kind: 'field', field } as const);
  });
  const sound = resolved.flatMap((each) => each ?? []);
  return problems.length > 0 || sound.length < resolved.length ? undefined : { parts: sound };
}
