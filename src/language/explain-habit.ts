/**
 * Help for text in the habit of other systems or of everyday speech: `git branch is`, `time after 18:00`, a file of Rego or
 * YAML. Each gets a sentence that says how it is written here.
 */
import { wordsIn } from '../vocabulary/words-in.ts';
import { tokensOf } from './scan.ts';
import type { Span } from './source.ts';
import { clauseKeywords, declarationKeywords, nearest } from './words.ts';

const beginning =
  'a policy here begins with `policy com.example.dev`, and a rule reads `deny no-push when runs "git push"`';

const adviceOfYaml = `this looks like YAML: ${beginning}`;

/** A sentence of help where a declaration is one of another system. */
export function adviceForOtherSystem(text: string, piece: Span, found: Span): string | undefined {
  // `rules:` at the start of a line, in the midst of a policy.
  const isKey = /^:(?:\s|$)/.test(text.slice(found.end, found.end + 2));
  const startsLine = /(?:^|[\r\n])$/.test(text.slice(Math.max(0, found.start - 1), found.start));
  const word = text.slice(found.start, found.end);
  if (isKey && startsLine && ![...clauseKeywords, ...declarationKeywords].some((each) => each === word))
    return adviceOfYaml;
  const start = tokensOf(text, piece)[0]?.start ?? piece.start;
  const line = /^[^\r\n]{0,200}/.exec(text.slice(start, piece.end))?.[0] ?? '';
  if (/^default\s+(?:deny|allow|permit|block)\b/.test(line)) return adviceOfDefault(line);
  if (/^package\s+[A-Za-z_]/.test(line)) return `this looks like Rego: ${beginning}`;
  if (/^(?:permit|forbid)\s*\(/.test(line)) return `this looks like Cedar: ${beginning}`;
  const [, key] = /^(?:-\s+)?([A-Za-z_][\w-]*):(?:\s|$)/.exec(line) ?? [];
  if (key !== undefined && [...clauseKeywords].some((word) => word === key)) return undefined;
  if (key !== undefined && [...declarationKeywords].some((word) => word === key))
    return `no colon follows a keyword: \`${key === 'policy' ? 'policy com.example.dev' : `${key} …`}\``;
  if (key !== undefined || /^---\s*$/.test(line)) return adviceOfYaml;
  if (/^[[{]/.test(line)) return `this looks like JSON: ${beginning}`;
  return undefined;
}

const adviceOfDefault = (line: string): string =>
  /allow|permit|true/.test(line) && !/=\s*false/.test(line)
    ? 'leave it out: a call that no rule denies goes on anyway'
    : 'there is no default: a call that no rule denies goes on; to deny all but some, write `deny others when kind is shell` with an `unless` for those';

/** Help for the words of a predicate before the stop, and the word at the stop. */
export function adviceForHabit(before: readonly string[], found: string): string | undefined {
  const from = before.findLastIndex((word) => starts.has(word)) + 1;
  const [first = '', second = ''] = [...before.slice(from), found];
  if (first === 'git' && second === 'branch')
    return 'the branch that is checked out is `repository.branch`: `repository.branch is "main"`';
  if (first === 'env' || first === 'environment') return adviceOfEnvironment;
  if (timeWords.has(first)) return adviceOfWindow;
  if ((first === 'after' || first === 'before' || first === 'between') && /^[0-9]/.test(second))
    return adviceOfWindow;
  if (first === 'with' || first === 'without')
    return 'an option is one of a command: `runs "kubectl" with --force`; the value of one is asked for with `value of --context is "dev"`';
  if (found === 'to' && first === 'runs' && /^"(?:git|jj|hub) .*push/.test(second))
    return 'the branch of a push is asked for by itself: `and any refspec is "main"`';
  if (found === 'from' && (before[0] === 'when' || before[0] === 'unless'))
    return 'the day follows the name of the rule: `deny no-push from 2026-12-01`';
  return undefined;
}

const starts: ReadonlySet<string> = new Set(['when', 'unless', 'and', 'or', 'not', 'might', '(']);

/** Words by which people ask for the time. */
export const timeWords: ReadonlySet<string> = new Set(wordsIn('time hour day weekday date now today'));

export const adviceOfWindow =
  'the time is asked for by a window: declare `window office = monday to friday 08:00 to 18:00 in "Europe/Berlin"`, and write `outside office`';

export const adviceOfEnvironment =
  'no event says what the environment holds; what the call itself sets for a command is `any assignment`: `runs any command and any assignment is "CI=*"`';

/** `with --context=dev`: the value of an option needs a comparison. */
export function adviceForOptionWithValue(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).slice(-200);
  const option = /\bwith(?:out)?\s[^"]*?(-{1,2}[A-Za-z][\w-]*)\s*$/.exec(line)?.[1];
  const given = /^(?:=([^\s"(),]{1,60})?|"(?=([^"\r\n]{1,60})")|([A-Za-z0-9][\w.-]{0,60}))/.exec(
    text.slice(at, at + 70),
  );
  if (option === undefined || given === null) return undefined;
  const [, joined, quoted, bare] = given;
  if (bare !== undefined && nearest(bare, [...clauseKeywords, 'and', 'or', 'with', 'without']) !== undefined)
    return undefined;
  const value = joined ?? quoted ?? bare ?? '…';
  return `the value of an option is asked for by itself: \`and value of ${option} is "${value}"\``;
}
