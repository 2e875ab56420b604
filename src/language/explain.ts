/**
 * A syntax error as a sentence: what was found, what was expected, and what to write. The grammar says only which letters
 * it expects; here they become words that an author of policies knows.
 */

import { effectVerbs } from '../vocabulary/effects.ts';
import { type Diagnostic, errorAt } from './diagnostic.ts';
import { adviceForEffect } from './explain-effect.ts';
import { adviceForHabit, adviceForOptionWithValue, adviceForOtherSystem } from './explain-habit.ts';
import { adviceForMemory } from './explain-memory.ts';
import { adviceForTime } from './explain-time.ts';
import { adviceOfUnquoted } from './explain-unquoted.ts';
import { findStrangeVerb } from './explain-verb.ts';
import type { Expectation } from './generated/parser.js';
import { tokensOf } from './scan.ts';
import type { Span } from './source.ts';
import {
  clauseKeywords,
  declarationKeywords,
  foreignClauses,
  foreignDeclarations,
  knowledgeKeywords,
  nearest,
  operatorWords,
  recordKeywords,
} from './words.ts';

/** Where parsing of `piece` stopped, and what the grammar would have taken there. */
export interface Stop {
  readonly path: string;
  readonly text: string;
  readonly piece: Span;
  readonly offset: number;
  readonly expected: readonly Expectation[];
}

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
    const missing = wanted.length === 0 ? '' : `; ${listed(wanted)} is missing`;
    const message = `${describePlace(text, piece)} ends too early${missing}`;
    const before = wordsBefore(text, piece, offset);
    return errorAt('syntax', path, lastWord(text, piece, offset), message, {
      help: wanted.includes(condition)
        ? 'a condition reads like `kind is shell`'
        : (adviceForException(before) ?? adviceForMemory(before, '') ?? adviceForEffect(before, '', '')),
    });
  }
  const expected = wanted.length === 0 ? '' : `; expected ${listed(wanted)}`;
  return errorAt('syntax', path, found.span, `unexpected \`${found.text}\`${expected}`, {
    help: adviceFor(stop, found, wanted),
  });
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

// ── What was expected ─────────────────────────────────────────────────────────────────────

const condition = 'a condition';
const value = 'a value';
const operator = 'an operator such as `is`';
const quoted = 'a text in quotes';
const name = 'a name';
const clock = 'a time such as `08:00`';
const day = 'a date such as `2026-12-01`';

function inBackticks(words: readonly string[]): string[] {
  return words.map((word) => `\`${word}\``);
}

function listed(names: readonly string[]): string {
  const last = names.at(-1);
  if (last === undefined) return '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Groups of expectations: the words that show that a group is expected, its other words, and its name. */
const groups: readonly {
  readonly mark: string;
  readonly others: readonly string[];
  readonly phrase: string;
}[] = [
  {
    mark: '`(`',
    others: [
      ...inBackticks(['any', 'count', 'every', 'extension', 'mcp', 'might', 'not', 'size', 'text', 'unsure']),
      ...inBackticks(['denied', 'during', 'it', 'outside']),
      ...inBackticks([
        ...effectVerbs,
        'copied',
        'deleted',
        'emptied',
        'moved',
        'read',
        'sent',
        'shell',
        'spawned',
        'value',
        'working',
        'written',
      ]),
      name,
    ],
    phrase: condition,
  },
  {
    mark: '`anything`',
    others: [
      ...inBackticks([
        '@',
        'any',
        'contains',
        'content',
        'does',
        'ends',
        'from',
        'in',
        'is',
        'labelled',
        'matches',
        'not',
      ]),
      ...inBackticks(['outside', 'starts', 'under']),
      ...[quoted, name, 'a number', 'a regular expression'],
    ],
    phrase: 'what it is about (a pattern in quotes, or such as `any path outside workspace`)',
  },
  {
    mark: '`@`',
    others: [
      ...inBackticks(['in', 'labelled', 'missing', 'not', 'or', 'outside', 'present', 'under']),
      ...[quoted, name, 'a number', 'a regular expression'],
    ],
    phrase: value,
  },
  {
    mark: '`starts`',
    others: inBackticks([
      ...['begins', 'does', 'ends', 'in', 'is', 'labelled', 'not', 'outside', 'under', '.', '['],
    ]),
    phrase: operator,
  },
  {
    mark: '`under`',
    others: inBackticks(['contains', 'in', 'labelled', 'matches']),
    phrase: operator,
  },
  {
    mark: '`operands`',
    others: [...inBackticks(['first', 'input', 'last', 'value']), quoted],
    phrase: 'with what: `operands`, `first operand`, `last operand`, `value of --out` or a text in quotes',
  },
  {
    mark: '`options`',
    others: inBackticks(effectVerbs),
    phrase: 'what the command does, such as `reads operands`',
  },
  {
    mark: '`elevates`',
    others: inBackticks(effectVerbs),
    phrase: 'what the tool does, such as `writes input.file`',
  },
  {
    mark: '`watch`',
    others: inBackticks([...declarationKeywords, ...knowledgeKeywords]),
    phrase: `a declaration (${listed(inBackticks([...declarationKeywords, ...knowledgeKeywords]))})`,
  },
  {
    mark: '`tags`',
    others: inBackticks([...clauseKeywords, ...recordKeywords, 'skip', 'from', 'for']),
    phrase: `a clause (${listed(inBackticks(clauseKeywords))})`,
  },
];

/** What the grammar could have taken: without white space and single letters, and with groups named. */
function phrases(expected: readonly Expectation[]): string[] {
  const plain = new Set(
    expected.flatMap((each) => {
      if (each.type === 'literal') return [`\`${each.text ?? ''}\``];
      return each.type === 'other' && each.description !== 'white space' ? [each.description ?? ''] : [];
    }),
  );
  const named: string[] = [];
  for (const { mark, others, phrase } of groups) {
    if (!plain.has(mark)) continue;
    for (const each of [mark, ...others]) plain.delete(each);
    named.push(phrase);
  }
  return [...[...plain].sort(), ...named];
}

// ── What was found ────────────────────────────────────────────────────────────────────────

interface Found {
  /** Empty at the end of the piece. */
  readonly text: string;
  readonly span: Span;
}

/** The word, text or symbol at an offset, shortened for a message. */
function wordAt(text: string, offset: number, end: number): Found {
  let start = offset;
  while (start < end && /\s/.test(text[start] ?? '')) start++;
  const match = /^(?:[A-Za-z0-9_][A-Za-z0-9_-]*|"[^"\r\n]{0,40}"?|'[^'\r\n]{1,40}'|[=!<>&|]+|[\s\S])/u.exec(
    text.slice(start, Math.min(end, start + 60)),
  );
  const word = match?.[0] ?? '';
  return { text: word, span: { start, end: start + word.length } };
}

/** Where the first word of a piece starts; comments before it are passed over. */
const firstWord = (text: string, piece: Span): number | undefined => tokensOf(text, piece)[0]?.start;

/** The word after which something is missing. */
function lastWord(text: string, { start }: Span, offset: number): Span {
  return tokensOf(text, { start, end: offset }).at(-1) ?? { start, end: start };
}

function describePlace(text: string, piece: Span): string {
  const word = /^[A-Za-z-]+/.exec(text.slice(piece.start, piece.start + 40))?.[0];
  return word === undefined ? 'the file' : `\`${word}\``;
}

// ── What to write ─────────────────────────────────────────────────────────────────────────

function adviceFor(stop: Stop, found: Found, wanted: readonly string[]): string | undefined {
  const { text, piece, offset } = stop;
  const word = /^[A-Za-z]/.test(found.text);
  const other = adviceForOtherSystem(text, piece);
  if (other !== undefined) return other;
  const foreign = word ? adviceForForeign(stop, found) : undefined;
  if (foreign !== undefined) return foreign;
  const before = wordsBefore(text, piece, found.span.start);
  const habit = adviceForHabit(before, found.text) ?? adviceForOptionWithValue(text, found.span.start);
  if (habit !== undefined) return habit;
  const unquoted = adviceOfUnquoted(text, piece, found.span);
  if (unquoted !== undefined) return unquoted;
  const inContext =
    adviceFromWordsBefore(before, found.text, wordBehind(text, piece, found)) ??
    adviceForOptionValue(text, found);
  if (inContext !== undefined) return inContext;
  const rest = text.slice(found.span.start, Math.min(piece.end, found.span.start + 40));
  const inTime = adviceForTime(before, found.text, rest, wanted.includes(day));
  if (inTime !== undefined) return inTime;
  if (wanted.includes(clock) && /^[0-9]/.test(found.text)) return 'times are written `08:00` to `18:00`';
  if (word && wanted.length === 1 && wanted.includes(quoted)) return adviceOfQuotes;
  if (found.text.startsWith('"') && wanted.includes(name))
    return 'names and words are written without quotes';
  if (word && /[0-9]\s+$/.test(text.slice(Math.max(piece.start, offset - 8), found.span.start))) {
    return 'a unit follows its number without a space: `10m`, `64KiB`';
  }
  if (word) {
    const near = nearest(found.text, likelyWords(text, found.span.start, wanted));
    if (near !== undefined && near !== found.text) return `did you mean \`${near}\`?`;
    return adviceForInvented(stop, found, before);
  }
  if (found.text === '{' && before.includes('given')) return adviceOfDisk;
  // Inside the input of a test's call, signs have another meaning.
  return wanted.some((each) => ['`:`', '`[`', '`]`', '`}`'].includes(each))
    ? undefined
    : adviceForSymbol(found.text);
}

const wordsBefore = (text: string, { start }: Span, end: number): readonly string[] =>
  tokensOf(text, { start, end }).map((token) => text.slice(token.start, token.end));

/** A list or text right after the word at which parsing stopped. */
const wordBehind = (text: string, piece: Span, { span }: Found): string =>
  /^\s*(@[A-Za-z][\w-]*|"[^"\r\n]*")/.exec(text.slice(span.end, Math.min(piece.end, span.end + 80)))?.[1] ??
  '';

/** Words of other systems, at the start of a declaration or where a clause could begin. */
function adviceForForeign({ text, piece }: Stop, { text: word, span }: Found): string | undefined {
  const isFirst = span.start === firstWord(text, piece);
  const lower = word.toLowerCase();
  // `Deny` is only written too large.
  if (isFirst && lower !== word && (declarationKeywords as readonly string[]).includes(lower))
    return undefined;
  return (isFirst ? foreignDeclarations.get(lower) : undefined) ?? foreignClauses.get(lower);
}

/** Help by the words just before the stop. */
function adviceFromWordsBefore(before: readonly string[], found: string, behind: string): string | undefined {
  const last = before.at(-1) ?? '';
  const isRuleHead = before[0] === 'deny' || before[0] === 'watch';
  if (
    isRuleHead &&
    before.length === 2 &&
    /^[A-Za-z]/.test(found) &&
    nearest(found, clauseKeywords) === undefined
  ) {
    return `the name of a rule is one word: \`${before[0]} ${last}-${found}\``;
  }
  if (last === 'and' || last === 'or') {
    if (found.startsWith('-')) return 'options that must all be there have a `with` each: `with -f with -x`';
    if (found.startsWith('"') || found === '@') return adviceForSecondValue(before, found);
  }
  if (['under', 'outside', 'in'].includes(last) && predicateStarts.has(before.at(-2) ?? '')) {
    return `what lies there is not said: write \`path ${last === 'in' ? 'under' : last} ${found}\``;
  }
  const aboutEffect = adviceForMemory(before, found) ?? adviceForEffect(before, found, behind);
  if (aboutEffect !== undefined) return aboutEffect;
  if (found === '[' && (last === '=' || listTypeBefore(before)))
    return 'a list has no brackets: `list a = "x", "y"`';
  if (found === '.' && /^[0-9]+$/.test(last))
    return 'addresses and versions are texts in quotes: `"10.0.0.0/8"`';
  return undefined;
}

/** `contains "a" and "b"`: what the second is compared with is not said. */
function adviceForSecondValue(before: readonly string[], found: string): string {
  const joint = before.at(-1) ?? '';
  const whole = before.slice(0, -1);
  const words = whole.slice(whole.findLastIndex((word) => predicateStarts.has(word)) + 1);
  const subject = words.slice(0, -1).reduce((line, word) => {
    const glued = word === '.' || word === '[' || word === ']' || /[.[]$/.test(line);
    return line === '' || glued ? line + word : `${line} ${word}`;
  }, '');
  const plain =
    subject !== '' && subject.length < 60 && found.startsWith('"') && words.at(-1)?.startsWith('"');
  if (!plain) {
    return 'a comparison says what it is about every time: `input.a contains "x" and input.a contains "y"`';
  }
  const [one, other] = [`${subject} ${words.at(-1)}`, `${subject} ${found}`];
  return `say what it is about every time: \`${one} ${joint} ${other}\`; where one of them is enough, write \`${one} or ${found}\``;
}

const predicateStarts: ReadonlySet<string> = new Set([
  ...['when', 'unless', 'and', 'or', 'not', 'might', '(', '='],
]);

/** `options: --env E`: the author wrote a value where only the name of the option belongs. */
function adviceForOptionValue(text: string, { text: found, span }: Found): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.start).slice(-200);
  const list = /^\s*options(\s+with\s+values)?\s*:/.exec(line);
  const option = /([-+][A-Za-z0-9_.-]+)\s*$/.exec(line)?.[1];
  if (list === null || option === undefined || !/^[A-Za-z0-9=<["]/.test(found)) return undefined;
  return list[1] === undefined
    ? `an option that takes a value is named, without its value, behind \`options with values:\`: \`options with values: ${option}\``
    : `the option is named without its value: \`options with values: ${option}\``;
}

/** A line that looks like a clause, such as `because "…"` in a rule, but begins with no word of a clause. */
function adviceForInvented(
  { text, piece }: Stop,
  { span }: Found,
  before: readonly string[],
): string | undefined {
  const isFirst = span.start === firstWord(text, piece);
  const startsLine = /[\r\n][ \t]*$/.test(text.slice(Math.max(0, span.start - 200), span.start));
  const isValue = /^[ \t]*(?:["0-9]|true\b|false\b)/.test(text.slice(span.end, span.end + 40));
  const first = before[0] ?? '';
  const inRule =
    ['deny', 'watch', 'label', 'limit'].includes(first) ||
    (clauseKeywords as readonly string[]).includes(first);
  if (isFirst || !startsLine || !isValue || !inRule || first === 'test') return undefined;
  return `a rule has no such clause; its clauses are ${listed(inBackticks(clauseKeywords)).replace(' or ', ' and ')}, and what the agent reads is the \`reason\``;
}

/** `except migration`, and nothing that it is an exception to. */
const adviceForException = (before: readonly string[]): string | undefined =>
  before[0] === 'except' && !before.includes('for')
    ? 'an exception names the rules that it is for: `except migration for com.acme.security.no-ddl`'
    : undefined;

const listTypeBefore = (before: readonly string[]): boolean =>
  before.at(-2) === '=' || before.at(-1) === 'in';

/** Inside a line, only what the grammar could have taken; at its start, also the keywords. */
function likelyWords(text: string, at: number, wanted: readonly string[]): readonly string[] {
  const possible = wanted.flatMap((each) => /^`([a-z]+)`$/.exec(each)?.[1] ?? []);
  const startsLine = /(?:^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, at - 200), at));
  return startsLine ? [...clauseKeywords, ...declarationKeywords, ...possible] : possible;
}

/** How a test says what is on the disk. */
export const adviceOfDisk =
  'a disk is written `given disk { "x.sh": "rm -rf build", "d" -> "~/Documents" }`: files with what they hold, links with where they lead';

const adviceOfQuotes = 'text is written in double quotes: "…"';

function adviceForSymbol(found: string): string | undefined {
  if (found.startsWith("'")) return adviceOfQuotes;
  switch (found) {
    case '=':
    case '==':
      return 'equality is written `is`, inequality `is not`';
    case '!=':
      return 'inequality is written `is not`';
    case '!':
      return 'write `not`';
    case '&&':
    case '&':
      return 'write `and`';
    case '||':
    case '|':
      return 'write `or`';
    case ',':
      return 'alternatives are joined with `or`: `"a" or "b"`; commas are for lists';
    case '/':
      return 'names are made of letters, digits, `_` and `-`, with dots between their parts';
    case ':':
      return 'no colon follows a keyword: `when kind is shell`';
    case '@':
      return 'a list is asked for with `in`: `tool in @name`';
    case ';':
    case '{':
    case '}':
      return 'there are no braces and semicolons: every clause starts with its keyword';
    default:
      return undefined;
  }
}
