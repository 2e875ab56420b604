/**
 * Texts in quotes with a notation of another language in them, which is plain text here and is in no call: variables, addresses
 * in the place of paths, lists and alternatives inside of the quotes.
 *
 *     when reads "$HOME/.ssh/**" or "a.txt or b.txt"
 */
import type { TextValue } from '../../language/expression.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
import { type Context, reportWarning } from '../names/context.ts';

type PlainLanguage = 'path' | 'host' | 'command' | 'package' | 'name' | 'kind';

interface Doubt {
  readonly message: string;
  readonly help: string;
}

export function warnOfPlainWords(
  context: Context,
  { value, span }: TextValue,
  language: PlainLanguage,
): void {
  const doubt = doubtOfList(value, context) ?? doubtIn(value, language);
  if (doubt !== undefined) reportWarning(context, 'never-matches', span, doubt.message, { help: doubt.help });
}

/** Only where there is such a list: a scope of packages may have the name. */
const doubtOfList = (text: string, { scope }: Context): Doubt | undefined =>
  text.startsWith('@') && scope.lists.has(text.slice(1))
    ? {
        message: `\`${text}\` in quotes is plain text, and no list`,
        help: `a list is written without quotes: \`${text}\``,
      }
    : undefined;

/** The alternatives that a text has in the same quotes; undefined where it has no ` or `. */
function alternativesIn(text: string): readonly string[] | undefined {
  const parts = text.split(/ or /);
  return parts.length > 1 && parts.every((part) => /\S/.test(part)) ? parts : undefined;
}

const helpForAlternatives = (parts: readonly string[]): string =>
  `each alternative has its own quotes: ${code(parts.map((part) => quoted(part.trim())).join(' or '))}`;

/** What to do about a text that cannot be used, where it has alternatives in the same quotes. */
export function helpForQuotes(text: string): string | undefined {
  const parts = alternativesIn(text);
  return parts && helpForAlternatives(parts);
}

/** Names may have any words in them, and a file may be called `this or that.txt`. */
const mayHaveOr = (parts: readonly string[], language: PlainLanguage): boolean =>
  language === 'name' || (language === 'path' && !parts.every((part) => /[*/]/.test(part)));

function doubtIn(text: string, language: PlainLanguage): Doubt | undefined {
  const alternatives = alternativesIn(text);
  if (alternatives !== undefined && !mayHaveOr(alternatives, language))
    return { message: `\` or \` is plain text inside of quotes`, help: helpForAlternatives(alternatives) };
  if (language === 'path') return doubtInPath(text);
  if (language === 'host' && /^\.[A-Za-z0-9]/.test(text))
    return {
      message: `no host is called \`${text}\``,
      help: `the hosts below a domain are written ${code(quoted(`*${text}`))}, and the domain itself ${code(quoted(text.slice(1)))}`,
    };
  const kind = language === 'kind' ? kindMeant(text) : undefined;
  return kind === undefined
    ? undefined
    : { message: `no tool is of the kind \`${text}\``, help: `did you mean \`kind is ${kind}\`?` };
}

function doubtInPath(text: string): Doubt | undefined {
  const [, home, rest = ''] = homes.exec(text) ?? [];
  if (home !== undefined)
    return {
      message: `\`${home}\` is plain text in a path pattern`,
      help: `any user’s home is written \`~\`: ${code(quoted(`~${rest.replaceAll('\\', '/')}`))}`,
    };
  const [, variable] = variables.exec(text) ?? [];
  if (variable !== undefined)
    return {
      message: `\`${variable}\` is plain text in a path pattern`,
      help: 'patterns have no variables: write the path itself, `~/…` below any user’s home, or `**/…` for anywhere',
    };
  const [, path] = /^file:\/\/(?:localhost(?=\/))?(\/.+)$/i.exec(text) ?? [];
  return path === undefined
    ? undefined
    : { message: `no path begins with \`file://\` once it is resolved`, help: `write ${code(quoted(path))}` };
}

const homes =
  /^(\$HOME|\$\{HOME\}|\$env:(?:HOME|USERPROFILE)|%USERPROFILE%|%HOMEDRIVE%%HOMEPATH%)((?:[\\/].*)?)$/i;

/** At the beginning, and a whole name: `$Recycle.Bin` and `A$B.class` are names of files. */
const variables = /^(\$\{[A-Za-z_]\w*\}|\$[A-Z_][A-Z0-9_]*(?=\/|$)|%[A-Za-z_]\w*%)/;

const quoted = (text: string): string => JSON.stringify(text);
const code = (text: string): string => `\`${text}\``;

/** What people call the kinds of tools, where it is no kind of any harness. */
const otherKinds: readonly (readonly [kind: string, words: readonly string[]])[] = [
  ['shell', wordsIn('bash sh zsh powershell cmd command exec execute terminal')],
  ['file_read', wordsIn('read')],
  ['file_write', wordsIn('write')],
  ['file_edit', wordsIn('edit')],
  ['fetch', wordsIn('http web webfetch browse')],
  ['search', wordsIn('grep glob')],
  ['task', wordsIn('agent subagent')],
];

const kindMeant = (text: string): string | undefined =>
  otherKinds.find(([, words]) => words.includes(text.toLowerCase()))?.[0];
