/**
 * Guesses what a field of an unknown tool holds, by its name and by its value. If the name is clearly for prose, the
 * field holds nothing of interest. If the name says nothing, the value decides.
 */
import { hostNamesIn, isHostName } from '../../pattern/host-name.ts';
import { BoundedCache } from '../event/bounded-cache.ts';

/**
 * The purpose of a field. `command`: a text that a shell may run. `code`: a text in a programming language. `path`: names
 * of files, whatever the value looks like. `place`: a source or target, here or elsewhere. `address`: a host or a URL.
 * `recipient`: addresses of people. `prose`: text for people, or data. `other`: the name does not say.
 */
export type FieldSort = 'command' | 'code' | 'path' | 'place' | 'address' | 'recipient' | 'prose' | 'other';

const sorts: Readonly<Record<Exclude<FieldSort, 'other'>, string>> = {
  command:
    'command cmd cmdline commandline shell bash sh powershell pwsh terminal exec execute run program executable exe binary bin entrypoint',
  code: 'script code snippet eval javascript js python py ruby perl php node',
  path: `path file filepath filename pathname basename dir dirname directory folder cwd workdir root notebook
    workspace attachment glob`,
  place: `target source src dest destination dst from to into out output input in location place object resource item
    mirror archive artifact asset config configuration settings certificate cert keyfile log backup include
    exclude project base repo repository remote upstream local old new origin mount volume store storage
    database db save load export import`,
  address: `url uri href link endpoint host hostname server domain address addr webhook callback proxy registry
    website site page gateway peer ip socket`,
  recipient: 'recipient cc bcc email mailto mail',
  prose: `body title message text content description summary comment prompt query question answer reason note
    subject headline caption label html markdown md explanation instruction thought reasoning tag keyword task goal
    objective feedback bio about intro abstract quote feature criteria requirement observation`,
};

function plurals(word: string): readonly string[] {
  if (/(?:s|x|sh|ch)$/.test(word)) return [word, `${word}es`];
  return /[^aeiou]y$/.test(word) ? [word, `${word.slice(0, -1)}ies`] : [word, `${word}s`];
}

const sortOfWord: ReadonlyMap<string, FieldSort> = new Map(
  (Object.keys(sorts) as (keyof typeof sorts)[]).flatMap((sort) =>
    sorts[sort]
      .split(/\s+/)
      .flatMap(plurals)
      .map((word): [string, FieldSort] => [word, sort]),
  ),
);

/** Words at the end of a name that say nothing about the value: `file_name`, `command_line`, `url_list`. */
const plainEndings: ReadonlySet<string> = new Set([
  ...['name', 'names', 'list', 'array', 'string', 'str', 'value', 'values', 'line', 'lines', 'text', 'arg'],
  ...['param', 'raw'],
]);

/** Known words that also count at the end of a longer word: `outputfile`, `baseurl`. */
const joined = /(?:(path|dir|folder|(?<!pro)file)|(url|uri|endpoint|hostname|address)|(cmd|command))s?$/;

/** Codes that are no programs: `country_code`, `statusCode`. */
const programCode: ReadonlySet<string> = new Set([
  ...[
    'source',
    'js',
    'javascript',
    'python',
    'script',
    'shell',
    'program',
    'inline',
    'custom',
    'user',
    'raw',
  ],
]);

const knownSorts = new BoundedCache<FieldSort>(500);

/** The purpose of a field, as far as its name says it. */
export function sortOfField(name: string): FieldSort {
  if (name.length > 100) return 'other';
  let sort = knownSorts.get(name);
  if (sort === undefined) {
    sort = sortOfWords(wordsOf(name));
    knownSorts.set(name, sort);
  }
  return sort;
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Words for the arguments of a program in another field: `args`, `commandArguments`, `extra_flags`. */
const argumentWords: ReadonlySet<string> = new Set(
  'arg args argument arguments argv param params parameter parameters flag flags option options opts operands'.split(
    ' ',
  ),
);

/** Whether a field has words for a program that another field names. */
export const isArgumentField = (name: string): boolean =>
  argumentWords.has(/[A-Z]?[a-z]+s?(?=[^A-Za-z]*$)/.exec(name)?.[0].toLowerCase() ?? '');

/** Words for a program beside those of commands: `bin`, `tool`, `interpreter`. */
const programWords: ReadonlySet<string> = new Set(
  'app application tool utility util interpreter runner process prog name'.split(' '),
);

/** Whether a field may name the program of a call. */
export const isProgramField = (name: string): boolean =>
  sortOfField(name) === 'command' || programWords.has(wordsOf(name).at(-1) ?? '');

/** Whether a field of a tool for commands holds one that runs around another: `setup`, `then`, `on_failure`. */
export const isStep = (name: string): boolean =>
  /^(?:(?:on|run|pre|post)_?)?(?:setup|teardown|prepare|cleanup|init|before|after|then|else|otherwise|finally|fallback|pre|post|hooks?|next|and|or|success|fail(?:ure)?|error|exit)(?:_?(?:run|exec|all))?$/i.test(
    name,
  );

/** Whether a field may have what a command reads: `stdin`, `input`, `stdin_data`. */
export const isStandardInput = (name: string): boolean =>
  /^(?:.*std_?in.*|standard_?input|(?:pipe|piped|process|command|cmd)?_?input(?:_?(?:data|text|string|lines))?|pipe|heredoc|here_?doc)$/i.test(
    name,
  );

/** Whether the name of a field for prose says as little as `text`: what a program reads may be in it as well. */
export const holdsData = (name: string): boolean =>
  /(?:text|content|query|prompt|task|question|goal)s?$/i.test(name);

function sortOfWords(words: readonly string[]): FieldSort {
  const last = words.at(-1);
  if (last === undefined) return 'other';
  const before = words.slice(0, -1);
  if (before.length > 0 && plainEndings.has(last)) {
    const sort = sortOfWords(before);
    if (sort !== 'other' && sort !== 'prose') return sort;
  }
  const sort = sortOfWord.get(last);
  if (sort === 'code' && before.length > 0 && !programCode.has(before.at(-1) ?? ''))
    return last.startsWith('code') ? 'other' : sort;
  if (sort !== undefined) return sort;
  const [, path, address, command] = joined.exec(last) ?? [];
  if (path !== undefined) return 'path';
  if (address !== undefined) return 'address';
  return command === undefined ? 'other' : 'command';
}

/** A longer text is no name. */
const longestName = 4096;

const isName = (text: string): boolean => text.length <= longestName && !/[\n\r]/.test(text);
const isToken = (text: string): boolean => isName(text) && !/\s/.test(text);

const mediaType = /^(?:application|text|image|audio|video|multipart|font|model)\/[\w.+*-]+(?:;.*)?$/i;

/** Whether a text looks like a path, whatever the name of its field. */
export const looksLikePath = (text: string): boolean =>
  isName(text) &&
  !looksLikeUrl(text) &&
  (/^(?:\/|~(?:[\w.-]*\/|$)|\.{1,2}(?:[\\/]|$)|[A-Za-z]:[\\/]|\\\\|\$\{?\w+\}?[\\/]|%\w+%[\\/]|file:)/i.test(
    text,
  ) ||
    (isToken(text) && /^\.[A-Za-z]|[/\\]/.test(text) && !mediaType.test(text)));

/** A file by its name alone: it has an ending, or is a name that is known for a file. */
export const looksLikeFileName = (text: string): boolean =>
  text.length <= 200 &&
  (/^@?\w[\w+()~-]*(?:[ .][\w+()~-]+){0,5}\.[A-Za-z][A-Za-z0-9]{0,11}$/.test(text)
    ? !isHostName(text)
    : /^@?(?:[A-Z]\w*file|id_[a-z\d]+|README|LICENSE|CODEOWNERS)$/.test(text));

/** Whether a field has the name of a file in a folder that another field names: `name`, `new_name`, `filenames`. */
export const isNameField = (name: string): boolean => /(?:^|[a-z_.-])names?$/i.test(name);

/** The host of an address without a scheme: `//h.example/x`. */
export const looksLikeHostPath = (text: string): boolean =>
  isToken(text) && /^\/\/(?:[\w-]+\.)+[A-Za-z][\w-]+\.?(?::\d+)?(?:[/?#]|$)/.test(text);

/** Whether a text is an address with a scheme, also one of a program. */
export const looksLikeUrl = (text: string): boolean =>
  isName(text) &&
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|(?:javascript|vbscript|data):\S)/i.test(text) &&
  !/^file:/i.test(text);

/** A host with a port, a network address, or a place on another machine (`user@host:path`). */
export const looksLikeHost = (text: string): boolean =>
  isToken(text) &&
  (/^(?:[\w.-]+@)?(?:[\w-]+(?:\.[\w-]+)+|localhost|\[[\da-f:.]+\])\.?:\d{1,5}(?:[/?#]|$)/i.test(text) ||
    /^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|$)|^\[?[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}\]?$/i.test(text) ||
    /^[\w.-]+@[\w.-]+:(?!\/\/)/.test(text));

/** A possible host name: `evil.example`, `localhost`. */
export const couldBeHost = (text: string): boolean =>
  isToken(text) &&
  (looksLikeHost(text) || /^(?:[\w-]+\.)+[A-Za-z][\w-]+\.?(?:[/?#]|$)|^localhost$/i.test(text));

/** A possible file name, in a field for paths. */
export const couldBePath = (text: string): boolean => isName(text) && !looksLikeUrl(text);

/** A possible place, in a field for places: one word, or a path. */
export const couldBePlace = (text: string): boolean =>
  looksLikePath(text) || (isToken(text) && couldBePath(text));

/** A possible address, in a field for addresses. */
export const couldBeAddress = (text: string): boolean => isToken(text) && !/^[/~.]/.test(text);

/** The longest text in which addresses and paths are looked for. */
const longestLooked = 16_384;
const mostPlaces = 32;

/** Addresses and paths inside of a longer text, and names of hosts in a word: `a,/etc/x`, `host=db.example`. */
export function namedPlaces(text: string): {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
} {
  if (text.length > longestLooked || !/[./\\~]/.test(text)) return noPlaces;
  const hosts: string[] = [];
  const paths: string[] = [];
  if (!looksLikeUrl(text))
    for (const [url] of text.matchAll(/[a-z][a-z0-9+.-]{0,30}:(?:\/\/|\\\\)[^\s"'<>()[\]{},;]+/gi))
      if (hosts.push(url.replaceAll('\\', '/')) >= mostPlaces) break;
  const words = text.split(/\s+/, 64);
  for (const word of words)
    if (hosts.length < mostPlaces && (words.length === 1 || word.includes('=')))
      hosts.push(...hostNamesIn(word));
  if (!looksLikePath(text) || /^\s|[\n\0,;=]|:\d/.test(text))
    for (const [, path = ''] of text.matchAll(
      /(?:^|[\s,;=:@"'`(<[{])((?:~|\.{1,2})?\/(?!\/)[^\s,;:"'`)>\]}\0]+)/g,
    ))
      if (paths.push(path) >= mostPlaces) break;
  return { hosts, paths };
}

const noPlaces = { hosts: [], paths: [] } as const;

/** Marks that are common in commands and rare in sentences: options, paths, operators, substitutions. */
const commandMark =
  /\s-{1,2}[A-Za-z]|:\/\/|(?:^|[\s=])[~.]{0,2}\/|[|;&<>`]|\$[({A-Za-z]|\s[\w-]+\.\w+(?:\s|$)|\w+\/\w/;

/** Whether a text may be a command, whatever the name of its field: its first word could be a program. */
export const mayBeCommand = (text: string): boolean =>
  /^[^\s'"([{<A-Z]\S*\s+\S/.test(text) || /[|;&`]|\$\(/.test(text);

export const hasCommandMark = (text: string): boolean => commandMark.test(text);

/** Whether a text is a JSON object, list or text. */
export const looksLikeJson = (text: string): boolean =>
  /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\]|"[\s\S]*")\s*$/.test(text);
