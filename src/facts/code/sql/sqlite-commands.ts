/**
 * Commands of the shell of SQLite, which begin with a dot: `.output "|cmd"`, `.import --csv file table`. Their names may
 * be abbreviated, and their words have quotes. Those that only set how something is shown do nothing.
 */

/** `open`: a database that is read and possibly written. `below`: files in a folder are written. */
export type DotUse =
  | 'shell'
  | 'read'
  | 'write'
  | 'delete'
  | 'open'
  | 'cwd'
  | 'load'
  | 'library'
  | 'sql'
  | 'read-all'
  | 'below';

export interface DotEffect {
  readonly does: DotUse;
  readonly text: string;
}

/** The order in which the shell looks for the name that an abbreviation means. */
const names =
  `archive auth backup bail binary cd changes check clone connection databases dbconfig dbinfo dump echo eqp
  excel exit expert explain filectrl fullschema headers help import imposter indexes iotrace limit lint load log mode
  nonce nullvalue once open output parameter print progress prompt quit read recover restore save scanstats schema
  separator session sha3sum shell show stats system tables testcase testctrl timeout timer trace`.split(
    /\s+/,
  );

/** What a command does; nothing if the line is none. */
export function dotCommand(line: string): readonly DotEffect[] | undefined {
  const [, written = '', rest = ''] = /^\s*\.([a-z]\w*)(?=\s|$)\s*(.*?)\s*$/is.exec(line) ?? [];
  if (written === '') return undefined;
  const begin = written.toLowerCase();
  const words = wordsOf(rest);
  // Which one a short name means is not the same in all versions.
  const found = begin === 'ar' ? ['archive'] : names.filter((name) => name.startsWith(begin));
  if (found.length === 0) return undefined;
  const effects = found.flatMap((name) => effectsOf(name, rest, words));
  const seen = new Set<string>();
  return effects.filter(({ does, text }) => {
    const key = `${does} ${text}`;
    return seen.size !== seen.add(key).size;
  });
}

function wordsOf(text: string): readonly string[] {
  const words = text.match(/"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s]+/gs) ?? [];
  return words.map((word) => {
    if (word.startsWith("'")) return word.replace(/^'|'$/g, '');
    if (!word.startsWith('"')) return word;
    return word
      .replace(/^"|(?<!\\)"$/g, '')
      .replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{2}|.)/gs, (_, code: string) => {
        if (code.startsWith('x') && code.length === 3)
          return String.fromCharCode(Number.parseInt(code.slice(1), 16));
        if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
        return ({ n: '\n', t: '\t', r: '\r' } as Readonly<Record<string, string>>)[code] ?? code;
      });
  });
}

const notFiles = /^(?:on|off|stdout|stderr|stdin|memory)?$/i;

const file = (does: DotUse, name: string | undefined): readonly DotEffect[] =>
  name === undefined || notFiles.test(name) ? [] : [{ does, text: name }];

/** The words without options; those of `takesText` have the next word as their value. */
function operandsOf(words: readonly string[], takesText = /^$/): readonly string[] {
  return words.filter(
    (word, at) => !word.startsWith('-') && !(at > 0 && takesText.test(words[at - 1] ?? '')),
  );
}

function effectsOf(name: string, rest: string, words: readonly string[]): readonly DotEffect[] {
  const operands = operandsOf(words);
  const [first] = operands;
  switch (name) {
    case 'shell':
    case 'system':
      return rest === '' ? [] : [{ does: 'shell', text: rest }];
    case 'output':
    case 'once':
    case 'excel':
      if (first?.startsWith('|') === true) return [{ does: 'shell', text: operands.join(' ').slice(1) }];
      return file('write', first);
    case 'save':
    case 'backup':
      return file('write', operands.at(-1));
    case 'clone':
    case 'log':
    case 'trace':
    case 'iotrace':
      return file('write', first);
    case 'testcase':
      return [{ does: 'write', text: 'testcase-out.txt' }];
    case 'session':
      return /^(?:changeset|patchset)$/.test(words.at(-2) ?? '') ? file('write', words.at(-1)) : [];
    case 'read':
      return first?.startsWith('|') === true
        ? [{ does: 'shell', text: operands.join(' ').slice(1) }]
        : file('load', first);
    case 'import': {
      const [from] = operandsOf(words, /^--?(?:skip|schema)$/);
      return from?.startsWith('|') === true ? [{ does: 'shell', text: from.slice(1) }] : file('read', from);
    }
    case 'restore':
      return file('read', operands.at(-1));
    case 'open': {
      const database = operandsOf(words, /^--?maxsize$/).at(-1);
      const isNew = words.some((word) => /^--?new$/.test(word));
      return [...(isNew ? file('delete', database) : []), ...file('open', database)];
    }
    case 'cd':
      return file('cwd', first);
    case 'load':
      return [{ does: 'library', text: first ?? '' }];
    case 'parameter':
      return [{ does: 'sql', text: words.slice(2).join(' ') }];
    case 'archive':
      return archive(words);
    default:
      return [];
  }
}

const longOptions = [
  'create',
  'extract',
  'insert',
  'list',
  'remove',
  'update',
  'verbose',
  'file',
  'append',
  'directory',
];

const letters: ReadonlyMap<string, string> = new Map([
  ...longOptions.map((name): [string, string] => [name[0] ?? '', name]),
  ['x', 'extract'],
  ['l', 'list'],
  ['t', 'list'],
  ['C', 'directory'],
]);

const takesValue = /^(?:file|append|directory)$/;

/** `.archive -cf file name …`, `.ar cf file name …`: files are packed and unpacked, as `tar` does. */
function archive(words: readonly string[]): readonly DotEffect[] {
  const given = new Map<string, string>();
  const operands: string[] = [];
  const waiting: string[] = [];
  const take = (name: string | undefined): void => {
    if (name === undefined) return;
    given.set(name, '');
    if (takesValue.test(name)) waiting.push(name);
  };
  words.forEach((word, at) => {
    if (word.startsWith('--')) take(longOptions.find((name) => name.startsWith(word.slice(2))));
    else if (word.startsWith('-') || at === 0) {
      for (const letter of word.replace(/^-/, '')) take(letters.get(letter));
    } else if (waiting.length > 0) given.set(waiting.shift() ?? '', word);
    else operands.push(word);
  });
  const [kept = given.get('append')] = [given.get('file')];
  const adds = ['create', 'insert', 'update'].some((name) => given.has(name));
  const changes = adds || given.has('remove');
  const folder = given.get('directory') ?? '.';
  return [
    ...file(changes ? 'write' : 'read', kept),
    ...(adds ? operands.map((text): DotEffect => ({ does: 'read-all', text: below(folder, text) })) : []),
    ...(given.has('extract') ? [{ does: 'below', text: folder } as const] : []),
  ];
}

const below = (folder: string, name: string): string =>
  folder === '.' || name.startsWith('/') ? name : `${folder}/${name}`;
