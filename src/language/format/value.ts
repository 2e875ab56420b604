/**
 * Words, texts, numbers, values and fields as they are written. A text and a
 * number keep the author's spelling; what would not be seen in a text is escaped,
 * so that a reader sees what the engine reads.
 */
import type { Field, FieldStep, PolicyValue, QuotedText, TextValue } from '../expression.ts';
import type { SourceText } from './origin.ts';
import { type TextPiece, withCommas, withOr } from './piece.ts';

/** A text in quotes. */
export function formatText(origin: SourceText, { value, span }: QuotedText | TextValue): string {
  const spelling = origin.spelling(span);
  return spelling === undefined ? quote(value) : showUnseen(spelling);
}

/** A text that may be a bare word. */
export const formatTextOrWord = (origin: SourceText, text: QuotedText): string =>
  isWord(text.value) ? text.value : formatText(origin, text);

/** An option of a command; a pattern for its operands, and dashes alone, in quotes. */
export const formatOption = (origin: SourceText, text: TextValue): string =>
  /^[-+][A-Za-z0-9_.-]+$/.test(text.value) && /[A-Za-z0-9]/.test(text.value)
    ? text.value
    : formatText(origin, text);

export function formatValue(origin: SourceText, value: PolicyValue): string {
  switch (value.kind) {
    case 'text':
      return formatText(origin, value);
    case 'number':
      return value.raw;
    case 'regex':
      return `/${value.source}/${value.flags}`;
    case 'word':
      return value.text;
    case 'list':
      return `@${value.name}`;
    default:
      return value satisfies never;
  }
}

const valuePieces = (origin: SourceText, values: readonly PolicyValue[]): readonly TextPiece[] =>
  values.map((value) => ({ text: formatValue(origin, value), span: value.span }));

/** `"a", "b"` */
export const itemPieces = (origin: SourceText, values: readonly PolicyValue[]): readonly TextPiece[] =>
  withCommas(valuePieces(origin, values));

/** `"a" or "b"` */
export const alternativePieces = (origin: SourceText, values: readonly PolicyValue[]): readonly TextPiece[] =>
  withOr(valuePieces(origin, values));

export function formatField(origin: SourceText, { root, steps }: Field): string {
  const [first, ...rest] = steps;
  const part = first?.key;
  if (root.text === 'mcp' && rest.length === 0 && (part === 'server' || part === 'tool'))
    return `mcp ${part}`;
  if (root.text === 'extension' && first !== undefined && typeof part === 'string')
    return `extension ${formatKey(origin, first)}${formatSteps(origin, rest)}`;
  return root.text + formatSteps(origin, steps);
}

const formatSteps = (origin: SourceText, steps: readonly FieldStep[]): string =>
  steps
    .map((step) => {
      if (typeof step.key === 'number') return `[${plainNumber(step.key)}]`;
      return isWord(step.key) ? `.${step.key}` : `.${formatKey(origin, step)}`;
    })
    .join('');

/** A step in quotes, as it is spelt if it is spelt so. */
function formatKey(origin: SourceText, { key, span }: FieldStep): string {
  const spelling = origin.spelling(span);
  const text = spelling?.slice(spelling.indexOf('"'));
  return text?.startsWith('"') === true ? showUnseen(text) : quote(String(key));
}

const isWord = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(text);

/** Control and format characters, separators, spaces that are none, halves of surrogate pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const showUnseen = (text: string): string => text.replace(unseen, escapeUnseen);

const quote = (text: string): string => `"${showUnseen(text.replace(/["\\]/g, '\\$&'))}"`;

function escapeUnseen(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join('');
}

const escapeUnit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** A number with digits and a point only: the grammar has no exponents. */
export function plainNumber(value: number): string {
  if (Object.is(value, -0)) return '-0';
  // Digits too many for a number are read as infinity, and must be again.
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}1${'0'.repeat(309)}`;
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (parts === null) return String(value);
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}
