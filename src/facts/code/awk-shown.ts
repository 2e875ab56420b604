/** The variables of the environment that a script of awk prints: `print ENVIRON["X"]`, also by another name. */
import type { CodeFinding } from './values/finding.ts';
import type { ScriptWord } from './values/script-words.ts';
import { type Shown, shownOfBoth } from './values/shown-names.ts';

export function variablesPrinted(words: readonly ScriptWord[]): readonly CodeFinding[] {
  const found: CodeFinding[] = [];
  const held = new Map<string, Shown>();
  let statement: Statement = { end: 0, shows: 'no' };
  let isPrinting = false;
  let target: string | undefined;
  words.forEach((word, at) => {
    if (ends(word)) {
      isPrinting = false;
      target = undefined;
    }
    if (word.kind !== 'name') return;
    if (/^printf?$/.test(word.text)) {
      if (at >= statement.end) statement = statementAt(words, at);
      isPrinting = true;
    }
    if (words[at + 1]?.text === '=') target = word.text;
    const isItem = word.text === 'ENVIRON' && words[at + 1]?.text === '[';
    const key = words[at + 2];
    const shown = isItem ? new Set([key?.kind === 'text' ? key.text : '']) : held.get(word.text);
    if (shown === undefined || isOnlyAsked(words, at, isItem ? at + 4 : at + 1)) return;
    if (target !== undefined) held.set(target, shownOfBoth(held.get(target), shown));
    if (!isPrinting || statement.shows === 'no') return;
    const { start, end } = word;
    const about = { kind: 'environment', certain: statement.shows === 'yes', start, end } as const;
    for (const name of shown)
      found.push({ ...about, name: name === '' ? undefined : name, prints: name === '*' ? 'all' : 'one' });
  });
  return found;
}

interface Statement {
  /** The index of the word behind it. */
  readonly end: number;
  /** Whether what it prints is shown: not in a file, perhaps behind a command. */
  readonly shows: 'yes' | 'perhaps' | 'no';
}

const ends = ({ kind, text }: ScriptWord): boolean => kind === 'line' || text === ';' || text === '}';

function statementAt(words: readonly ScriptWord[], from: number): Statement {
  let end = from;
  let shows: Statement['shows'] = 'yes';
  let depth = 0;
  for (let word = words[end]; word !== undefined && !ends(word); word = words[++end]) {
    if (word.kind !== 'mark') continue;
    if (word.text === '(') depth++;
    else if (word.text === ')') depth--;
    // In parentheses it compares.
    if (/^>>?$/.test(word.text) && depth === 0) shows = shownAt(words, end + 1);
    if (/^\|&?$/.test(word.text)) shows = 'perhaps';
  }
  return { end, shows };
}

/** Whether a file that a statement prints to shows it: perhaps, where its name is not a single text. */
function shownAt(words: readonly ScriptWord[], at: number): Statement['shows'] {
  const [file, next] = [words[at], words[at + 1]];
  if (file?.kind !== 'text' || !(next === undefined || ends(next))) return 'perhaps';
  return /^(?:-|\/dev\/(?:stdout|stderr|tty|fd\/[12])|\/proc\/self\/fd\/[12])$/.test(file.text)
    ? 'yes'
    : 'no';
}

const asks = /^(?:[=!<>]=|!?~|&&|\|\||\?)$/;

/** Whether a value is only measured or compared: `length(x)`, `x != ""`. */
function isOnlyAsked(words: readonly ScriptWord[], at: number, after: number): boolean {
  const [first, before] = [words[at - 2], words[at - 1]];
  const [next, second] = [words[after], words[after + 1]];
  return (
    (before?.text === '(' && first?.text === 'length') ||
    (before?.kind === 'mark' && /^(?:[=!<>]=|!|!?~)$/.test(before.text)) ||
    (next?.kind === 'mark' && (asks.test(next.text) || (next.text === '!' && second?.text === '~')))
  );
}
