/** Reasons and hints: places for facts resolved to fields. */
import type { QuotedText } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { suggestion } from '../../language/words.ts';
import { isObjectWord, type ObjectWord, objectWords, roles } from '../../vocabulary/effects.ts';
import { fieldById, findField } from '../../vocabulary/fields.ts';
import { isOneOf } from '../../vocabulary/kinds.ts';
import { parseTemplate, type TemplatePart, type TemplateProblem } from '../../vocabulary/template.ts';
import { resolveSteps } from '../conditions/field.ts';
import { allSound, type Context, reportError } from '../names/context.ts';
import { useLabel } from '../names/label-name.ts';
import type { Slot, Template } from '../tree/checked.ts';
import { findSlot, wordsFor } from './slots.ts';

/** A longer reason would not be read. */
const maximalTemplate = 2000;

/** What the rule that a text belongs to is about. */
export interface TemplateSubject {
  /** Its objects; undefined where the rule has errors that keep them from being known. */
  readonly slots: readonly Slot[] | undefined;
  /** The code of the limit that it is the rule of. */
  readonly limit: string | undefined;
}

/** Resolves a template, or reports what is wrong with it. */
export function resolveTemplate(
  context: Context,
  text: QuotedText,
  what: 'reason' | 'hint',
  { slots, limit }: TemplateSubject,
): Template | undefined {
  if (text.value.trim() === '') {
    return reportError(context, 'empty-text', text.span, `the ${what} is empty`, {
      help:
        what === 'reason'
          ? 'say what is wrong with the call, in a sentence for the person or agent who made it'
          : 'say what to do instead, or leave the hint out',
    });
  }
  if (text.value.length > maximalTemplate) {
    return reportError(
      context,
      'text-too-long',
      text.span,
      `the ${what} has ${text.value.length} characters; at most ${maximalTemplate} are allowed`,
      { help: 'a reason is read by an agent in the middle of its work: a sentence or two are enough' },
    );
  }
  const { parts, problems } = parseTemplate(text.value);
  for (const problem of problems) reportProblem(context, text, problem, what);
  const resolved = parts.map((part) => {
    if (part.kind === 'text') return part;
    const remembered = memoryOf(context, part, limit, spanInside(text, part.at, part.raw.length));
    if (remembered !== noMemory) return remembered;
    const object = part.steps.length === 0 ? objectOf(part.root, slots) : undefined;
    if (object !== undefined) {
      if (slots === undefined) return undefined;
      const slot = findSlot(
        context,
        object.word,
        `{${part.raw}}`,
        slots,
        spanInside(text, part.at, part.raw.length),
      );
      return slot === undefined ? undefined : ({ kind: 'object', slot, of: object.of } as const);
    }
    if (part.steps.length === 0 && isOneOf(roles, part.root) && findField(part.root, []) === undefined) {
      return reportRole(context, spanInside(text, part.at, part.raw.length), part.raw, what, slots);
    }
    const span = spanInside(text, part.at, part.raw.length);
    const words = part.steps.length === 0 ? wordsInText(slots, limit) : [];
    const field = resolveSteps(context, part.root, part.steps, span, words);
    return field && ({ kind: 'field', field } as const);
  });
  const sound = allSound(resolved);
  return problems.length > 0 || sound === undefined ? undefined : { parts: sound };
}

/** What a text can name besides fields. */
const wordsInText = (slots: TemplateSubject['slots'], limit: string | undefined): readonly string[] => [
  ...(slots === undefined ? Object.keys(objectWords) : wordsFor(slots)),
  ...(limit === undefined ? [] : limitParts),
];

function reportProblem(
  context: Context,
  text: QuotedText,
  { at, message, inside }: TemplateProblem,
  what: 'reason' | 'hint',
): undefined {
  const words = inside?.trim() ?? '';
  const role = /^(?:any|every)\s+([a-z-]+)(?:\s.*)?$/.exec(words)?.[1];
  if (inside !== undefined && role !== undefined && isOneOf(roles, role)) {
    return reportRole(context, spanInside(text, at, inside.length + 2), words, what);
  }
  const isSpaced = words !== inside && /^[A-Za-z][\w.-]*(?: [a-z]+)?$/.test(words);
  const span = spanInside(text, at, inside === undefined ? 1 : inside.length + 2);
  return reportError(context, 'invalid-template', span, message, {
    help: isSpaced
      ? `leave out the spaces: \`{${words}}\``
      : 'facts are put in like this: `{tool}`, `{input.command}`; a brace itself is written twice',
  });
}

/** Refuses `{file}` and `{user}`, since a reason shows no single word of a command. The help names what the reason of this rule can show. */
function reportRole(
  context: Context,
  span: Span,
  raw: string,
  what: 'reason' | 'hint',
  slots?: TemplateSubject['slots'],
): undefined {
  const words = slots === undefined ? ['command'] : wordsFor(slots);
  const field = [...fieldById.keys()].find((each) => each.endsWith(`.${raw}`));
  const ofCommand = `the words of a command are not put into a ${what} one by one`;
  const why = field === undefined ? ofCommand : `no field is called so, and ${ofCommand}`;
  const own = words.includes('path') && raw === 'file' ? 'path' : words.find((word) => word === 'command');
  const help = [
    ...(field === undefined ? [] : [`\`{${field}}\`, which gives ${fieldById.get(field)?.meaning}`]),
    ...(own === 'path' ? ['`{path}`, which gives the path that the rule is about'] : []),
    ...(own === 'command' ? ['`{command}`, which gives the whole command'] : []),
  ];
  return reportError(context, 'invalid-template', span, `\`{${raw}}\` cannot be shown: ${why}`, {
    help:
      help.length > 0 ? `write ${help.join(', or ')}` : `leave it out; \`{tool}\` gives the name of the tool`,
  });
}

const noMemory = Symbol('about no memory');
const limitParts = ['limit', 'period', 'retry-at'] as const;

/** `{since secret-seen}`, `{secret-seen.tool}`; `{limit}` and its like in the reason of a limit. */
function memoryOf(
  context: Context,
  { root, steps, raw }: Extract<TemplatePart, { kind: 'field' }>,
  limit: string | undefined,
  span: Span,
): Template['parts'][number] | undefined | typeof noMemory {
  if (steps.length === 0 && isOneOf(limitParts, root)) {
    if (limit !== undefined) return { kind: 'limit', limit, of: root };
    return reportError(context, 'invalid-template', span, `\`{${raw}}\` is for the reason of a \`limit\``, {
      help: 'other rules do not count; leave it out',
    });
  }
  const [step] = steps;
  if (root === 'since' && step === undefined) {
    return reportError(context, 'invalid-template', span, '`{since}` names no label', {
      help: 'write such as `{since secret-seen}`: how long the label has been set',
    });
  }
  const name = root === 'since' ? String(step) : root;
  const label = useLabel(context, { text: name, span });
  if (label === undefined) {
    if (root !== 'since') return noMemory;
    if (context.scope.incomplete || context.scope.broken.has(name)) return undefined;
    return reportError(context, 'unknown-label', span, `unknown label \`${name}\``, {
      help: suggestion(name, context.scope.labels.keys()) ?? 'declare it with `label`, or import its file',
    });
  }
  if (root === 'since') return { kind: 'label', label: label.code, of: 'since' };
  if (steps.length === 1 && step === 'tool') return { kind: 'label', label: label.code, of: 'tool' };
  return reportError(context, 'invalid-template', span, `\`{${raw}}\` cannot be shown of a label`, {
    help: `write \`{since ${name}}\` (how long it has been set) or \`{${name}.tool}\` (the tool that set it)`,
  });
}

type ObjectPart = Extract<Template['parts'][number], { kind: 'object' }>['of'];

/** `{path}` and its like; `{agent}` is the session's, unless the rule is about one that is spawned. */
function objectOf(
  root: string,
  slots: readonly Slot[] | undefined,
): { readonly word: ObjectWord; readonly of: ObjectPart } | undefined {
  if (isObjectWord(root)) return { word: root, of: objectWords[root].of };
  const spawns = slots?.some(({ type }) => type === 'agent') === true;
  return root === 'agent' && spawns ? { word: 'spawned agent', of: 'agent' } : undefined;
}

/** A part of a text as it is written; all of it where escapes make positions differ. */
function spanInside({ value, span }: QuotedText, at: number, length: number): Span {
  if (span.end - span.start !== value.length + 2) return span;
  const start = span.start + 1 + at;
  return { start, end: start + length };
}
