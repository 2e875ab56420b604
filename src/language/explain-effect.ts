/**
 * Help for a predicate about what a call does, or a block that describes a command, with a syntax error. It is chosen by the
 * words before the place where parsing stopped.
 */
import { effectTable, isEffectVerb } from '../vocabulary/effects.ts';
import { wordsIn } from '../vocabulary/words-in.ts';
import { operatorWords } from './words.ts';

const objectNames: readonly string[] = ['path', 'host', 'command', 'package', 'agent'];
const placeWords: readonly string[] = wordsIn('outside under in is not matches contains starts ends');
const isWord = (text: string): boolean => /^[A-Za-z]/.test(text);
const isValue = (word: string): boolean => word.startsWith('"');

/**
 * A sentence of help, or undefined. `found` is the word where parsing stopped, empty at the end of the text; `behind` is a
 * list or text right after it, or empty.
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
    adviceForMissingPlace(second, last, found) ??
    adviceForSentPlace(before) ??
    adviceForJoinedVerbs(before, found) ??
    adviceBehindVerb(last, found, behind) ??
    adviceBehindWord(second, last, found) ??
    adviceBehindValue(before, found, behind)
  );
}

const places: readonly string[] = ['outside', 'under', 'in'];

/** What people put behind `outside`, for paths and for everything else. */
const exampleOfPlace = (object: string): string => (object === 'path' ? 'workspace' : '@list');

/** `deletes any path outside`, and nothing behind it. */
const adviceForMissingPlace = (second: string, last: string, found: string): string | undefined =>
  found === '' && places.includes(last) && objectNames.includes(second)
    ? `say which place is meant: \`${last} ${exampleOfPlace(second)}\`${second === 'path' ? `, or \`${last} "/srv/shop"\`` : ', or a text in quotes'}`
    : undefined;

/** `sends outside @ours` names a place as if it were what is sent. */
function adviceForSentPlace(before: readonly string[]): string | undefined {
  const at = before.lastIndexOf('sends') + 1;
  const place = before[at] ?? '';
  const behind = before.slice(at + 1).join('');
  if (at === 0 || !['outside', 'in', 'under'].includes(place) || !/^@[\w-]+$|^"[^"]*"$/.test(behind))
    return undefined;
  return `say what is sent, and then where it goes: \`sends anything to any host ${place} ${behind}\``;
}

const isPathVerb = (word: string | undefined): boolean =>
  word !== undefined && isEffectVerb(word) && effectTable[word].object === 'path';

/** `reads or sends "…" to any host`: verbs about paths alone share a pattern. */
function adviceForJoinedVerbs(before: readonly string[], found: string): string | undefined {
  const last = before.at(-1) ?? '';
  const verb = last === 'or' ? found : last;
  if (!isEffectVerb(verb) || isPathVerb(verb)) return undefined;
  const example = effectTable[verb].forms.at(-1);
  if (last !== 'or') {
    return found === 'or'
      ? `each verb is followed by what it is about: \`${example} or reads "…"\``
      : undefined;
  }
  const start = before.findLastIndex((word) => word !== 'or' && !isPathVerb(word)) + 1;
  const joined = before.slice(start, -1);
  if (joined.length === 0 || !isPathVerb(joined.at(-1))) return undefined;
  return `each verb is followed by what it is about: \`${joined.join(' ')} "…" or ${example}\``;
}

/** Right after a verb. */
function adviceBehindVerb(verb: string, found: string, behind: string): string | undefined {
  if (!isEffectVerb(verb)) return undefined;
  if (verb === 'connects' && placeWords.includes(found))
    return `write \`connects to any host ${found} ${behind || '…'}\``;
  if (verb === 'connects') return 'write `connects to "…"`, or `connects to any host`';
  if (verb === 'elevates')
    return '`elevates` has nothing behind it; the command itself is asked for with `runs`';
  if (found === '') return `write \`${verb} "…"\`, or \`${verb} any …\``;
  if (found === '~') return 'a path is a text in quotes: `"~/.ssh/**"`';
  if (found.startsWith('-')) return `write \`${verb} value of --option\`, or \`${verb} operands\``;
  return undefined;
}

/** After a word that follows a verb. */
function adviceBehindWord(second: string, last: string, found: string): string | undefined {
  if (second === 'sends' && last === 'to')
    return 'say what is sent: `sends anything to any host`, or `sends "…" to any host`';
  if (last === 'with' || last === 'without')
    return 'options are written `--force` or `-f`; a pattern for an operand is a text in quotes';
  if (last === 'any' && isWord(found))
    return '`any` is followed by `path`, `host`, `command`, `package` or `agent`';
  if (objectNames.includes(last) && /^["@]/.test(found)) {
    return second === 'any'
      ? `\`any ${last}\` goes with \`in\`, \`under\`, \`outside\`, \`is\` or \`matches\`; without it there is only a pattern`
      : `leave \`${last}\` out: the pattern follows the verb`;
  }
  if (!isEffectVerb(second) || !isWord(last) || operatorWords.has(last)) return undefined;
  if (objectNames.includes(last) && places.includes(found))
    return `\`any\` is missing, and the place behind \`${found}\`: \`${second} any ${last} ${found} ${exampleOfPlace(last)}\``;
  if (isValue(found)) return `leave \`${last}\` out: the pattern follows the verb, \`${second} "…"\``;
  return /^[A-Za-z-]/.test(found) ? `patterns are written in quotes: \`${second} "…"\`` : undefined;
}

/** After the patterns of a verb. */
function adviceBehindValue(before: readonly string[], found: string, behind: string): string | undefined {
  if (before.at(-1) === 'anything' && before.at(-2) === 'sends') {
    const place = found === 'outside' && behind !== '' ? ` outside ${behind}` : '';
    return `say where it goes: \`sends anything to any host${place}\``;
  }
  const at = before.findLastIndex((word) => !isValue(word) && word !== 'or');
  const verb = before[at] ?? '';
  if (!isEffectVerb(verb) || !isValue(before.at(-1) ?? '')) return undefined;
  if (verb === 'sends') return 'say where it goes: `sends "…" to any host`';
  if (verb === 'pipes') return 'say what takes it in: `pipes "…" into "sh"`';
  return placeWords.includes(found)
    ? `\`${verb}\` is followed by a pattern or a place, not both: join \`path ${found} …\` with \`and\`, or except it with \`unless path …\``
    : undefined;
}
