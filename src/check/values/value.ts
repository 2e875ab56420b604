/**
 * Values: what a field is compared with → patterns. The type of the field chooses the pattern language of a text; a typed
 * list has its own.
 */
import type { Name, PolicyValue, RegexValue, TextValue, WordValue } from '../../language/expression.ts';
import { nearest } from '../../language/words.ts';
import { problemWithPath } from '../../pattern/path/path.ts';
import { hostClassWords } from '../../vocabulary/effects.ts';
import type { FieldType } from '../../vocabulary/fields.ts';
import { clientWays, isOneOf, kinds, origins, type PatternLanguage } from '../../vocabulary/kinds.ts';
import { type Context, oneOfWords, reportError, reportWarning } from '../names/context.ts';
import { compileCounted } from '../names/layer-size.ts';
import { shippedList } from '../names/shipped-list.ts';
import type { Pattern } from '../tree/checked.ts';
import { fixOfText, resolveObjectText } from './object-pattern.ts';
import { warnOfOddPath } from './odd-pattern.ts';
import { warnOfPlainWords } from './plain-words.ts';

/** What a string means beside something of this type. */
export function languageOf(type: FieldType): PatternLanguage | 'any' | 'origin' | 'way' {
  switch (type) {
    case 'kind':
    case 'name':
    case 'path':
    case 'text':
    case 'origin':
    case 'way':
    case 'any':
      return type;
    case 'paths':
      return 'path';
    default:
      return type satisfies never;
  }
}

/** `part` is plain text behind operators such as `contains`. */
export type ValueLanguage = ReturnType<typeof languageOf> | 'part';

/** A string in one of the pattern languages. Reports what is wrong with it. */
export function resolveText(
  context: Context,
  value: TextValue,
  language: ValueLanguage,
): Pattern | undefined {
  switch (language) {
    case 'any':
    case 'text':
      warnOfStar(context, value, 'whole');
      warnOfEscape(context, value);
      return { kind: 'text', value: value.value };
    case 'part':
      if (value.value === '') {
        return reportError(context, 'invalid-pattern', value.span, 'every text contains an empty one', {
          help: 'remove it, or use `is present` for a thing that is there',
        });
      }
      warnOfStar(context, value, 'part');
      warnOfEscape(context, value);
      return { kind: 'text', value: value.value };
    case 'name':
      if (value.value === '') {
        return reportError(context, 'invalid-pattern', value.span, 'an empty name matches nothing', {
          help: 'use `is missing` for a thing that is not there',
        });
      }
      warnOfPlainWords(context, value, 'name');
      return { kind: 'name', value: value.value };
    case 'path':
      return resolvePath(context, value);
    case 'kind':
      return resolveKind(context, value.value, value);
    case 'origin':
    case 'way':
      return resolveClosed(context, value.value, value, language);
    case 'host':
    case 'command':
    case 'package':
      return resolveObjectText(context, value, language);
    default:
      return language satisfies never;
  }
}

/** Warns of `is "feat-*"` beside plain text and of `contains "rm *"`, which compare with an asterisk. */
function warnOfStar(context: Context, { value, span }: TextValue, as: 'whole' | 'part'): void {
  if (!value.includes('*')) return;
  // Between other characters a star may be part of a script or glob; at an end it is a wildcard without effect.
  if (as === 'part' && !/^\*|\*$/.test(value)) return;
  reportWarning(context, 'literal-star', span, `\`*\` is a plain star in \`${value}\``, {
    help:
      as === 'part'
        ? `leave it out: the rest is found whatever is around it; to look for a star, write \`matches /\\*/\``
        : 'this field holds plain text: use `starts with`, `contains` or `matches /…/`; a list of names is declared with `names`, one of paths with `paths`',
    ...(as === 'part' ? fixOfText(value, value.replace(/^\*+|\*+$/g, ''), span) : {}),
  });
}

/** `"C:\temp\new"` has a tab and a line end in it, and names nothing. */
function warnOfEscape(context: Context, { value, span }: TextValue): void {
  if (!escapedPath.test(value)) return;
  const [, sign = ''] = escapedPath.exec(value) ?? [];
  reportWarning(
    context,
    'path-escape',
    span,
    `\`${sign === '\t' ? '\\t' : '\\n'}\` is ${sign === '\t' ? 'a tab' : 'a line end'} here, and no part of a path`,
    { help: `a backslash is written twice: \`"${asWritten(value)}"\`` },
  );
}

/** A path on a drive with a tab or a line end in the place of a backslash. */
const escapedPath = /(?:^|[^A-Za-z])[A-Za-z]:(?:\\[^\t\n"]*)?([\t\n])(?=[A-Za-z0-9_.])/;

/** A text with its backslashes, as a policy writes it. */
const asWritten = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\t', '\\\\t').replaceAll('\n', '\\\\n').slice(0, 80);

export function resolvePath(context: Context, value: TextValue): Pattern | undefined {
  if (value.value === '') {
    return reportError(context, 'invalid-pattern', value.span, 'an empty path pattern matches nothing', {
      help: 'the current directory is written `"."`; use `is missing` for a thing that is not there',
    });
  }
  const problem = problemWithPath(value.value);
  if (problem === undefined) {
    warnOfRootOnly(context, value);
    warnOfOddPath(context, value);
    warnOfPlainWords(context, value, 'path');
    return { kind: 'path', value: value.value };
  }
  return reportError(
    context,
    'invalid-pattern',
    value.span,
    `the path pattern \`${value.value}\` cannot be used: ${problem}`,
    { help: adviceForPath(value.value) },
  );
}

function adviceForPath(text: string): string {
  const slashed = text.replaceAll('\t', '/t').replaceAll('\n', '/n').replaceAll('\\', '/');
  const isWindows = slashed !== text && /^(?:[A-Za-z]:|\/\/)\/?[^\u0000-\u001f"]*$/.test(slashed);
  return isWindows && slashed.length <= 80
    ? `write \`"${slashed}"\`: directories are separated by \`/\` on every system`
    : 'docs/language.md says how paths are written: `/etc/**`, `~/.ssh/**`, `**/.env`, `src/**`';
}

/** `"*.pem"` names files in the root of the workspace only, which few mean. */
function warnOfRootOnly(context: Context, { value, span }: TextValue): void {
  if (!/^\*\.[A-Za-z0-9*{},]+$/.test(value)) return;
  reportWarning(context, 'root-only', span, `\`${value}\` names only files in the root of the workspace`, {
    help: `to mean such files anywhere, write \`"**/${value}"\`; those of the root alone, \`"./${value}"\``,
  });
}

function resolveKind(context: Context, word: string, value: PolicyValue): Pattern | undefined {
  if (isOneOf(kinds, word)) return { kind: 'kind', value: word };
  const near = nearest(word, kinds);
  // In the draft revision harnesses can have further kinds. A text in quotes that is not misspelt may be one.
  if (value.kind === 'text' && near === undefined && word !== '') {
    warnOfPlainWords(context, value, 'kind');
    return { kind: 'kind', value: word };
  }
  if (value.kind === 'word' && isCondition(context, value)) return reportCondition(context, value);
  return reportError(context, 'unknown-kind', value.span, `unknown kind \`${word}\``, {
    help:
      near === undefined
        ? `the kinds are ${kinds.join(', ')}; another one is written in quotes`
        : `did you mean \`${near}\`?`,
  });
}

/** Whether a bare word among values is the name of a condition, which then counts as used. */
export function isCondition(context: Context, word: Name | WordValue): boolean {
  const declared = context.scope.conditions.get(word.text);
  if (declared !== undefined) context.shared.used.add(declared.node.name);
  return declared !== undefined;
}

/** Reports `kind is shell or my-condition`, which reads the condition as a kind. */
export function reportCondition(context: Context, { text, span }: WordValue): undefined {
  return reportError(
    context,
    'unknown-word',
    span,
    `\`${text}\` is a condition, not something to compare with`,
    { help: `set the comparison apart with parentheses: \`(…) or ${text}\`` },
  );
}

/** A word of a closed list: an origin, a way in which a question comes. */
function resolveClosed(
  context: Context,
  word: string,
  value: TextValue | WordValue,
  language: 'origin' | 'way',
): Pattern | undefined {
  const { words, message, help } = closedWords[language];
  const isWord = isOneOf(words, word);
  if (!isWord && value.kind === 'word' && isCondition(context, value)) return reportCondition(context, value);
  const known = oneOfWords(context, { text: word, span: value.span }, words, message(word), help);
  return known && { kind: 'kind', value: known };
}

const closedWords = {
  origin: {
    words: origins,
    message: (word: string) => `unknown origin \`${word}\``,
    help: 'an origin is native or mcp',
  },
  way: {
    words: clientWays,
    message: (word: string) => `no question comes by the way \`${word}\``,
    help: `the ways are ${clientWays.join(', ')}`,
  },
} as const;

/** A bare word beside a field: a kind, an origin, a way, `true`, `false` or `null`. */
export function resolveWord(
  context: Context,
  value: WordValue,
  language: ValueLanguage,
): Pattern | undefined {
  if (language === 'kind') return resolveKind(context, value.text, value);
  if (language === 'host' && isOneOf(hostClassWords, value.text)) return { kind: 'host', value: value.text };
  if (language === 'origin' || language === 'way') return resolveClosed(context, value.text, value, language);
  if (language === 'any') {
    if (value.text === 'true' || value.text === 'false')
      return { kind: 'constant', value: value.text === 'true' };
    if (value.text === 'null') return { kind: 'constant', value: null };
  }
  if (isCondition(context, value)) return reportCondition(context, value);
  return reportError(
    context,
    'unknown-word',
    value.span,
    `\`${value.text}\` is a bare word where a text is compared`,
    {
      help:
        value.text === 'workspace'
          ? 'a path is compared with the workspace by `under workspace`'
          : language === 'host' && context.scope.lists.has(value.text)
            ? helpForWord(context, value.text)
            : language === 'host' && nearest(value.text, hostClassWords) !== undefined
              ? `did you mean \`${nearest(value.text, hostClassWords)}\`?`
              : language === 'host'
                ? `the classes of hosts are ${hostClassWords.join(', ')}; a name is written in quotes: \`"${value.text}"\``
                : language === 'path'
                  ? helpForPlace(context, value.text)
                  : helpForWord(context, value.text),
    },
  );
}

/** A bare word where a path is compared: mostly `workspace`, a list, or a window of time. */
function helpForPlace(context: Context, word: string): string {
  if (context.scope.lists.has(word) || shippedList(word) !== undefined) return helpForWord(context, word);
  if (context.scope.windows.has(word))
    return `\`${word}\` is a window of time, which is asked for apart: \`and outside ${word}\``;
  return nearest(word, ['workspace']) === undefined
    ? `a path is written in quotes: \`"${word}/**"\`; a list of paths as \`@${word}\`, and the workspace as \`workspace\``
    : 'did you mean `workspace`?';
}

function helpForWord({ scope }: Context, word: string): string {
  if (scope.lists.has(word)) return `did you mean the list \`@${word}\`?`;
  const lower = word.toLowerCase();
  if (lower !== word && ['true', 'false', 'null'].includes(lower)) return `write \`${lower}\``;
  const shipped = shippedList(word);
  if (shipped !== undefined)
    return `a list is written with \`@\`: \`@${word}\`, after \`import "${shipped}"\``;
  return `text is written in quotes: \`"${word}"\``;
}

export function resolveRegex(context: Context, value: RegexValue): Pattern | undefined {
  const compiled = compileCounted(context, value);
  if (compiled === undefined) return undefined;
  const { pattern, problem } = compiled;
  if (problem === undefined) return pattern;
  if (problem.kind === 'flag') {
    return reportError(context, 'invalid-regex', value.span, `unknown flag \`${problem.flag}\``, {
      help: 'the flags are i (any case), m (^ and $ at each line) and s (. matches line ends)',
    });
  }
  if (problem.kind === 'size') {
    return reportError(
      context,
      'regex-too-large',
      value.span,
      `the regular expression is too large: ${problem.message}`,
      { help: 'split it into several, or use a list' },
    );
  }
  return reportError(
    context,
    'invalid-regex',
    value.span,
    `the regular expression is not valid: ${problem.message}`,
    { help: 'the syntax is RE2’s: no look-ahead, no look-behind, no back-references' },
  );
}
