/** What to write where parsing stopped: help that is chosen by the words around that place. */
import { isEffectVerb } from '../vocabulary/effects.ts';
import { meantUnits } from '../vocabulary/units.ts';
import { inBackticks, phrase } from './expected.ts';
import { adviceForEffect } from './explain-effect.ts';
import { adviceForForm } from './explain-form.ts';
import { adviceForHabit, adviceForOptionWithValue, adviceForOtherSystem } from './explain-habit.ts';
import { adviceForMemory } from './explain-memory.ts';
import { adviceForTime } from './explain-time.ts';
import { adviceOfUnquoted } from './explain-unquoted.ts';
import { type FoundWord, firstWord, type Stop, wordBehind, wordsBefore } from './stop.ts';
import {
  asChoice,
  byWord,
  clauseKeywords,
  declarationKeywords,
  foreignClauses,
  foreignDeclarations,
  meantVerdicts,
  nearest,
} from './words.ts';

export function adviceFor(stop: Stop, found: FoundWord, wanted: readonly string[]): string | undefined {
  const { text, piece } = stop;
  const word = /^[A-Za-z]/.test(found.text);
  const before = wordsBefore(text, piece, found.span.start);
  const rest = text.slice(found.span.start, Math.min(piece.end, found.span.start + 40));
  return (
    adviceForVerdict(stop, found) ??
    adviceForUnsure(before, found.text) ??
    adviceForEndOfRule(stop, found) ??
    adviceForOtherSystem(text, piece, found.span) ??
    (word && before[0] !== 'expires' ? adviceForForeign(stop, found, rest) : undefined) ??
    adviceForHabit(before, found.text) ??
    adviceForOptionWithValue(text, found.span.start) ??
    adviceOfUnquoted(text, piece, found.span) ??
    adviceFromWordsBefore(before, found.text, wordBehind(text, piece, found)) ??
    adviceForOptionValue(text, found) ??
    adviceForTime(before, found.text, rest, wanted.includes(phrase.day)) ??
    adviceForExpected(stop, found, wanted, before) ??
    adviceForForm(before, found.text)
  );
}

/** `deny "psql"`, `allows read "a.txt"` on an indented line: a call after another word than that of a test. */
function adviceForVerdict({ text }: Stop, { span }: FoundWord): string | undefined {
  const line =
    text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.end + 200).split(/\r?\n/, 1)[0] ?? '';
  const [, word = '', call] = /^[ \t]+([A-Za-z]+)[ \t]+((?:[a-z]+ )?"[^"]*"?)/.exec(line) ?? [];
  const verdict = meantVerdicts.get(word.toLowerCase());
  return verdict === undefined ? undefined : `in a test it is \`${verdict} ${call}\``;
}

/** `when unsur deny`: the first word of the clause is misspelt. */
function adviceForUnsure(before: readonly string[], found: string): string | undefined {
  const isClause = before.at(-2) === 'when' && (found === 'deny' || found === 'note');
  return isClause && nearest(before.at(-1) ?? '', ['unsure']) !== undefined
    ? `did you mean \`when unsure ${found}\`?`
    : undefined;
}

/** `deny push until 2026-12-24`: a rule begins on a day and has no end. */
function adviceForEndOfRule({ text, piece }: Stop, { text: word, span }: FoundWord): string | undefined {
  const [first, name, ...more] = wordsBefore(text, piece, span.start);
  const isRule = (first === 'deny' || first === 'watch') && name !== undefined && more.length === 0;
  return isRule && ['until', 'ends', 'expires', 'valid'].includes(word.toLowerCase())
    ? `a rule has no end: take it away on that day; it can begin on a day: \`${first} ${name} from 2026-12-01\``
    : undefined;
}

/** Help by what the grammar expected at the stop. */
function adviceForExpected(
  stop: Stop,
  found: FoundWord,
  wanted: readonly string[],
  before: readonly string[],
): string | undefined {
  const { text } = stop;
  const word = /^[A-Za-z]/.test(found.text);
  if (wanted.includes(phrase.clock) && /^[0-9]/.test(found.text))
    return 'times are written `08:00` to `18:00`';
  if (word && wanted.length === 1 && wanted.includes(phrase.quoted))
    return before.at(-1) === 'content' && found.text === 'text' ? adviceOfSize : adviceOfQuotes;
  if (found.text.startsWith('"') && wanted.includes(phrase.name))
    return 'names and words are written without quotes';
  const [unit] = word && /^[0-9.]+$/.test(before.at(-1) ?? '') ? meantUnits(found.text) : [];
  if (unit !== undefined) return `a unit follows its number without a space: \`${before.at(-1)}${unit}\``;
  if (word) {
    const near = nearest(found.text, likelyWords(text, found.span.start, wanted));
    if (near !== undefined && near !== found.text) return `did you mean \`${near}\`?`;
    return adviceForInvented(stop, found, before);
  }
  if (found.text === '{' && before.includes('given')) return adviceOfDisk;
  // Inside the input of a test's call, signs have another meaning.
  return wanted.some((each) => ['`:`', '`[`', '`]`', '`}`'].includes(each))
    ? undefined
    : adviceForSymbol(found.text, before.at(-1) ?? '');
}

/** Words of other systems, at the start of a declaration or where a clause could begin. */
function adviceForForeign(
  { text, piece }: Stop,
  { text: word, span }: FoundWord,
  rest: string,
): string | undefined {
  if (/^(?:allow|permit)\s+exceptions?\b/.test(rest)) return adviceForForm(['exceptions'], '');
  const isFirst = span.start === firstWord(text, piece);
  const lower = word.toLowerCase();
  const object = /\bany (path|host|package)\s+$/.exec(text.slice(Math.max(0, span.start - 40), span.start));
  if (object !== null && lower === 'except')
    return `what it is not about follows \`outside\`: \`any ${object[1]} outside …\``;
  // `Deny` is only written too large.
  if (isFirst && lower !== word && (declarationKeywords as readonly string[]).includes(lower))
    return undefined;
  return (isFirst ? foreignDeclarations.get(lower) : undefined) ?? foreignClauses.get(lower);
}

/** Help by the words just before the stop. */
function adviceFromWordsBefore(before: readonly string[], found: string, behind: string): string | undefined {
  const last = before.at(-1) ?? '';
  // `if FIELD missing …` is a clause of bylaw; here somebody means a condition.
  if (before.at(-2) === 'if' && isEffectVerb(last) && found.startsWith('"'))
    return `a condition begins with \`when\`: \`when ${last} ${found}\``;
  const isRuleHead = before[0] === 'deny' || before[0] === 'watch';
  if (
    isRuleHead &&
    before.length === 2 &&
    /^[A-Za-z]/.test(found) &&
    nearest(found, clauseKeywords) === undefined
  ) {
    return `the name of a rule is one word: \`${before[0]} ${last}-${found}\``;
  }
  if (before[0] === 'policy' && before.length === 2 && /^[A-Za-z]/.test(found))
    return `the name of a policy is one word: \`policy ${last}-${found}\``;
  if (last === 'and' || last === 'or') {
    if (found.startsWith('-')) return 'options that must all be there have a `with` each: `with -f with -x`';
    if (found.startsWith('"') || found === '@') return adviceForSecondValue(before, found);
  }
  if (['under', 'outside', 'in'].includes(last) && predicateStarts.has(before.at(-2) ?? '')) {
    return `the word before the place is missing: write \`path ${last === 'in' ? 'under' : last} ${found}\``;
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
function adviceForOptionValue(text: string, { text: found, span }: FoundWord): string | undefined {
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
  { span }: FoundWord,
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
  return `a rule has no such clause; its clauses are ${asChoice(inBackticks(clauseKeywords)).replace(' or ', ' and ')}, and what the agent reads is the \`reason\``;
}

/** `except migration`, and nothing that it is an exception to. */
export const adviceForException = (before: readonly string[]): string | undefined =>
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

const adviceOfSize =
  'a text of a size is written in an object: `tool "Write" { file_path: "a.txt", content: text of 120 KiB }`';

const adviceOfQuotes = 'text is written in double quotes: "…"';

/** Signs of other languages, and what is written here. */
const foreignSigns = byWord({
  '= ==': 'equality is written `is`, inequality `is not`',
  '!=': 'inequality is written `is not`',
  '!': 'write `not`',
  '&& &': 'write `and`',
  '|| |': 'write `or`',
  ',': 'alternatives are joined with `or`: `"a" or "b"`; commas are for lists',
  '/': 'names are made of letters, digits, `_` and `-`, with dots between their parts',
  ':': 'no colon follows a keyword: `when kind is shell`',
  '@': 'a list is asked for with `in`: `tool in @name`',
  '; { }': 'there are no braces and semicolons: every clause starts with its keyword',
});

function adviceForSymbol(found: string, last: string): string | undefined {
  if (found.startsWith("'")) return adviceOfQuotes;
  // In `18:00` a colon is no sign of another language.
  return found === ':' && /^[0-9]/.test(last) ? undefined : foreignSigns.get(found);
}
