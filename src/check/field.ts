/** Fields: a word and its steps → the row of the table, and the steps below it. */
import type { Field } from '../language/ast.ts';
import { explainReserved } from '../language/explain.ts';
import type { Span } from '../language/source.ts';
import { reservedWords, suggestion } from '../language/words.ts';
import { type FieldEntry, fieldSpellings, findField } from '../vocabulary/fields.ts';
import type { ResolvedField } from './checked.ts';
import { type Context, reportError } from './context.ts';

/** Resolves a field, or reports why there is none. */
export function resolveField(context: Context, field: Field): ResolvedField | undefined {
  return resolveSteps(
    context,
    field.root.text,
    field.steps.map(({ key }) => key),
    field.span,
  );
}

/** The same for a field that is already split, as in a template. */
export function resolveSteps(
  context: Context,
  root: string,
  steps: readonly (string | number)[],
  span: Span,
): ResolvedField | undefined {
  const found = findField(root, steps);
  if (found === undefined) return reportUnknownField(context, root, steps, span);
  const rest = steps.slice(found.taken);
  if (found.entry.id === 'extension' && rest.length === 0) {
    return reportError(context, 'unknown-field', span, 'an extension is named by its key', {
      help: 'write `extension "com.example.key"`',
    });
  }
  return { entry: found.entry, steps: rest, text: fieldText(found.entry, rest) };
}

/** A field as messages write it. */
export function fieldText(entry: FieldEntry, steps: readonly (string | number)[]): string {
  const name = entry.spellings[0] ?? entry.id;
  if (entry.id === 'extension') {
    const [key, ...rest] = steps;
    return `extension "${key}"${stepsText(rest)}`;
  }
  return `${name}${stepsText(steps)}`;
}

function stepsText(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[A-Za-z][A-Za-z0-9_-]*$/.test(step) ? `.${step}` : `.${JSON.stringify(step)}`;
    })
    .join('');
}

function reportUnknownField(
  context: Context,
  root: string,
  steps: readonly (string | number)[],
  span: Span,
): undefined {
  if (reservedWords.has(root)) {
    context.shared.diagnostics.push(
      explainReserved(context.path, {
        word: root,
        span: { start: span.start, end: span.start + root.length },
      }),
    );
    return undefined;
  }
  const text = [root, ...steps].join('.');
  const near = suggestion(text, fieldSpellings);
  const below = suggestion(root, ['input', 'event', 'extension', 'session', 'tool']);
  const help =
    near ??
    (steps.length > 0 ? below : undefined) ??
    (root === 'mcp'
      ? 'an MCP call has `mcp server` and `mcp tool`'
      : 'the fields are listed in docs/language.md; what a tool is given is below `input`');
  return reportError(context, 'unknown-field', span, `unknown field \`${text}\``, { help });
}
