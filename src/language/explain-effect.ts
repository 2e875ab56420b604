/**
 * What was probably meant where a predicate about what a call does, or a block
 * that describes a command, could not be read: told from the words before the
 * place where reading stopped.
 */
import { effectWords, operatorWords } from './words.ts';

const objectNames: readonly string[] = ['path', 'host', 'command', 'package', 'agent'];
const placeWords: readonly string[] = [
  'outside',
  'under',
  'in',
  'is',
  'not',
  'matches',
  'contains',
  'starts',
  'ends',
];
const isWord = (text: string): boolean => /^[A-Za-z]/.test(text);
const isVerb = (word: string): boolean => (effectWords as readonly string[]).includes(word);
const isValue = (word: string): boolean => word.startsWith('"');

/**
 * A sentence of help, or undefined; `found` is empty where the text ends, and
 * `behind` is a list or text that stands right behind it, or empty.
 */
export function adviceForEffect(
  before: readonly string[],
  found: string,
  behind: string,
): string | undefined {
  const [last = '', second = ''] = [before.at(-1), before.at(-2)];
  if (last === 'of' && isValue(found)) return `a server is named by \`of mcp ${found}\``;
  if (before[0] === 'command' && found === 'option')
    return 'write `options: --force/-f`, or `options with values: --out`';
  return (
    adviceForJoinedVerbs(before, found) ??
    adviceBehindVerb(last, found) ??
    adviceBehindWord(second, last, found) ??
    adviceBehindValue(before, found, behind)
  );
}

const pathVerbs: readonly string[] = ['reads', 'writes', 'deletes', 'empties', 'moves', 'copies'];

/** `reads or sends "…" to any host`: verbs about paths alone share a pattern. */
function adviceForJoinedVerbs(before: readonly string[], found: string): string | undefined {
  const last = before.at(-1) ?? '';
  const example = otherVerbs.get(last === 'or' ? found : last);
  if (example === undefined) return undefined;
  if (last !== 'or') {
    return found === 'or'
      ? `behind each verb stands what it is about: \`${example} or reads "…"\``
      : undefined;
  }
  const start = before.findLastIndex((word) => word !== 'or' && !pathVerbs.includes(word)) + 1;
  const joined = before.slice(start, -1);
  if (joined.length === 0 || !pathVerbs.includes(joined.at(-1) ?? '')) return undefined;
  return `behind each verb stands what it is about: \`${joined.join(' ')} "…" or ${example}\``;
}

/** Verbs that share no pattern with others. */
const otherVerbs: ReadonlyMap<string, string> = new Map([
  ['sends', 'sends "…" to any host'],
  ['runs', 'runs "…"'],
  ['connects', 'connects to any host'],
  ['pipes', 'pipes "…" into "…"'],
  ['installs', 'installs any package'],
  ['spawns', 'spawns any agent'],
  ['elevates', 'elevates'],
]);

/** Right behind a verb. */
function adviceBehindVerb(verb: string, found: string): string | undefined {
  if (!isVerb(verb)) return undefined;
  if (verb === 'connects') return 'write `connects to "…"`, or `connects to any host`';
  if (verb === 'elevates')
    return '`elevates` has nothing behind it; the command itself is asked for with `runs`';
  if (found === '') return `write \`${verb} "…"\`, or \`${verb} any …\``;
  if (found === '~') return 'a path is a text in quotes: `"~/.ssh/**"`';
  if (found.startsWith('-')) return `write \`${verb} value of --option\`, or \`${verb} operands\``;
  return undefined;
}

/** Behind a word that follows a verb. */
function adviceBehindWord(second: string, last: string, found: string): string | undefined {
  if (last === 'with' || last === 'without')
    return 'options are written `--force` or `-f`; a pattern for an operand is a text in quotes';
  if (last === 'any' && isWord(found))
    return 'behind `any` stands `path`, `host`, `command`, `package` or `agent`';
  if (objectNames.includes(last) && /^["@]/.test(found)) {
    return second === 'any'
      ? `\`any ${last}\` goes with \`in\`, \`under\`, \`outside\`, \`is\` or \`matches\`; without it a pattern stands alone`
      : `leave \`${last}\` out: the pattern stands right behind the verb`;
  }
  if (!isVerb(second) || !isWord(last) || operatorWords.has(last)) return undefined;
  if (isValue(found))
    return `leave \`${last}\` out: the pattern stands right behind the verb, \`${second} "…"\``;
  return /^[A-Za-z-]/.test(found) ? `patterns are written in quotes: \`${second} "…"\`` : undefined;
}

/** Behind the patterns of a verb. */
function adviceBehindValue(before: readonly string[], found: string, behind: string): string | undefined {
  if (before.at(-1) === 'anything' && before.at(-2) === 'sends') {
    const place = found === 'outside' && behind !== '' ? ` outside ${behind}` : '';
    return `say where it goes: \`sends anything to any host${place}\``;
  }
  const at = before.findLastIndex((word) => !isValue(word) && word !== 'or');
  const verb = before[at] ?? '';
  if (!isVerb(verb) || !isValue(before.at(-1) ?? '')) return undefined;
  if (verb === 'sends') return 'say where it goes: `sends "…" to any host`';
  if (verb === 'pipes') return 'say what takes it in: `pipes "…" into "sh"`';
  return placeWords.includes(found)
    ? `behind \`${verb}\` stands a pattern or a place, not both: join \`path ${found} …\` with \`and\`, or except it with \`unless path …\``
    : undefined;
}
