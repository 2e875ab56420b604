/**
 * Help for text about earlier calls with a syntax error: a label, a limit, a step of a scenario, how a call ended. It is
 * chosen by the words before the place where parsing stopped, in the same declaration or clause.
 */
import { meantUnits } from '../vocabulary/units.ts';
import { clauseKeywords, nearest } from './words.ts';

/** A sentence of help, or undefined; `found` is empty where the text ends. */
export function adviceForMemory(before: readonly string[], found: string): string | undefined {
  return (
    adviceForHead(before, found) ??
    adviceForLabelled(before, found) ??
    adviceForOutcome(before) ??
    adviceForDenials(before) ??
    adviceForScenario(before, found)
  );
}

const labelHead = 'a label begins like `label secret-seen on session lasts 30m`';
const counted =
  'what is counted is a kind or the name of a condition: `condition pushing = runs "git push"`, and then `limit pushes to 3 pushing per 1h per session`';
const limitHead = 'a limit begins like `limit fetch-rate to 30 fetch per 10m per session`';

function adviceForHead(before: readonly string[], found: string): string | undefined {
  const [first, name] = before;
  if (first !== 'label' && first !== 'limit') return undefined;
  if (before.some((word) => (clauseKeywords as readonly string[]).includes(word))) return undefined;
  const expected = first === 'label' ? ['on', 'lasts'] : ['to', 'per'];
  const last = before.at(-1) ?? '';
  // A word that is nearly the expected one gets another sentence.
  if (found !== '' && !expected.includes(last) && nearest(found, expected) !== undefined) {
    return expected.includes(found) ? headOf(first) : undefined;
  }
  // So does a unit with a space before it.
  if (/^[0-9]/.test(last) && last !== before[3] && meantUnits(found).length > 0) return undefined;
  if (last === 'per' && meantUnits(found).length > 0)
    return `the time has a number: \`per 1${meantUnits(found)[0]}\``;
  // What is counted is one name: `limit pushes to 3 "git push" per 1h`
  if (first === 'limit' && before[2] === 'to' && before.length >= 4 && !before.includes('per'))
    return counted;
  // The name is there: what counts is missing.
  if (found === 'at') return headOf(first);
  const isTwoWords = before.length === 2 && /^[A-Za-z]/.test(found);
  return isTwoWords ? `the name of a ${first} is one word: \`${first} ${name}-${found} …\`` : headOf(first);
}

const headOf = (keyword: 'label' | 'limit'): string => (keyword === 'label' ? labelHead : limitHead);

/** `path is labeled x`, `while label x` */
function adviceForLabelled(before: readonly string[], found: string): string | undefined {
  const last = before.at(-1) ?? '';
  if ([found, last].some((word) => /^(?:labeled|tagged|marked)$/.test(word))) {
    return 'whether a file has a label is asked with `labelled`: `path labelled downloaded`, `runs any file labelled downloaded`';
  }
  if (last === 'labelled' || before.at(-2) === 'labelled') {
    return 'it is asked of what a call touches: `path labelled downloaded`, `runs any file labelled downloaded`';
  }
  return found === 'label' ? 'a label is asked for by its name alone: `while secret-seen`' : undefined;
}

function adviceForOutcome(before: readonly string[]): string | undefined {
  const it = before.lastIndexOf('it');
  if (it < 0 || it < before.length - 3) return undefined;
  return 'how a call ended is written `it succeeded`, `it failed` or `it was denied`, with `or unknown` after it where the end may stay unknown';
}

function adviceForDenials(before: readonly string[]): string | undefined {
  const at = before.lastIndexOf('denied');
  if (at < 0 || before[0] === 'scenario' || before[0] === 'test') return undefined;
  if (!['when', 'while', 'unless', 'and', 'or', 'not', '('].includes(before[at - 1] ?? '')) return undefined;
  if (before[at + 1] !== undefined && before.slice(at).some((word) => word === 'and' || word === 'or'))
    return undefined;
  return 'denials are counted like this: `denied 3 times within 5m by "com.example.*"`';
}

const step = 'a step is a call and what becomes of it: `after 5m fetch "https://paste.example.net" denied`';

function adviceForScenario(before: readonly string[], found: string): string | undefined {
  if (before[0] !== 'scenario') return undefined;
  if (before.length === 1 && !found.startsWith('"')) {
    return 'a scenario has a title: `scenario "read, then fetch"`';
  }
  return before.at(-1) === 'by'
    ? 'a code is written in quotes: `denied by "com.example.dev.no-fetch"`'
    : step;
}
