/**
 * A syntax error as a sentence: what was found, what was expected, and what to write. The grammar says only which letters
 * it expects; here they become words that an author of policies knows.
 */
import { adviceFor, adviceForException } from './advice.ts';
import { type Diagnostic, errorAt } from './diagnostic.ts';
import { phrase, phrases } from './expected.ts';
import { adviceForEffect } from './explain-effect.ts';
import { adviceForForm } from './explain-form.ts';
import { adviceForMemory } from './explain-memory.ts';
import { findStrangeVerb } from './explain-verb.ts';
import { tokensOf } from './scan.ts';
import type { Span } from './source.ts';
import { describePlace, lastWord, type Stop, wordAt, wordsBefore } from './stop.ts';
import { asChoice, operatorWords } from './words.ts';

/** Explains why a piece of a policy file could not be parsed. */
export function explainSyntax(stop: Stop): Diagnostic {
  const { path, text, piece, offset } = stop;
  const found = wordAt(text, offset, piece.end);
  const bare = findBareKind(text, piece, offset);
  if (bare !== undefined) return explainBareKind(path, bare);
  const verb = findStrangeVerb(
    text,
    tokensOf(text, { start: piece.start, end: Math.min(piece.end, offset + 60) }),
    offset,
  );
  if (verb !== undefined) {
    const message = `\`${verb.word}\` is no verb that says what a call does`;
    return errorAt('syntax', path, verb.span, message, { help: verb.advice });
  }
  const wanted = phrases(stop.expected);
  if (found.text === '') {
    const missing = wanted.length === 0 ? '' : `; ${asChoice(wanted)} is missing`;
    const message = `${describePlace(text, piece)} ends too early${missing}`;
    const before = wordsBefore(text, piece, offset);
    return errorAt('syntax', path, lastWord(text, piece, offset), message, {
      help: wanted.includes(phrase.condition)
        ? 'a condition reads like `kind is shell`'
        : (adviceForPolicyName(text, offset) ??
          adviceForException(before) ??
          adviceForMemory(before, '') ??
          adviceForEffect(before, '', '') ??
          adviceForForm(before, '')),
    });
  }
  const expected = wanted.length === 0 ? '' : `; expected ${asChoice(wanted)}`;
  return errorAt('syntax', path, found.span, `unexpected \`${found.text}\`${expected}`, {
    help: adviceFor(stop, found, wanted),
  });
}

/** `policy my policy`: the second word of a name begins another declaration. */
function adviceForPolicyName(text: string, offset: number): string | undefined {
  const line =
    text
      .slice(0, offset)
      .split(/\r?\n/)
      .findLast((each) => each.trim() !== '') ?? '';
  const [, name] = /^policy[ \t]+([\w.-]+)[ \t]+policy[ \t]*$/.exec(line) ?? [];
  return name === undefined ? undefined : `the name of a policy is one word: \`policy ${name}-policy\``;
}

/** `kind shell`, with nothing between the field and its value. */
interface BareKind {
  readonly field: string;
  readonly value: string;
  readonly span: Span;
}

/** The words that end at a stop or just after it, where they are a kind without an operator. */
function findBareKind(text: string, piece: Span, offset: number): BareKind | undefined {
  const tokens = tokensOf(text, { start: piece.start, end: Math.min(piece.end, offset + 60) });
  const last = tokens.findLastIndex(({ start }) => start <= offset);
  for (const at of [last, last - 1, last - 2]) {
    const [before, here, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
    if (before === undefined || here === undefined) continue;
    // A kind further back counts only if its line has ended: the parser read the next line as more values.
    if (at === last - 2 && next !== undefined && !/[\r\n]/.test(text.slice(here.end, next.start))) continue;
    const field = text.slice(before.start, before.end);
    const value = text.slice(here.start, here.end);
    const isBare = field === 'shell' ? value === 'opaque' : field === 'kind' || field === 'origin';
    if (isBare && /^[A-Za-z_]+$/.test(value) && !operatorWords.has(value))
      return { field, value, span: here };
  }
  return undefined;
}

const explainBareKind = (path: string, { field, value, span }: BareKind): Diagnostic =>
  errorAt('syntax', path, span, `\`is\` is missing between \`${field}\` and \`${value}\``, {
    help: `write \`${field} is ${value}\``,
  });
