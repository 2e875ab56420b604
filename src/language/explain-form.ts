/**
 * Help by what somebody was writing: each clause and declaration that is about days, owners, clients or the scene of a test
 * has one right example. It is for syntax errors about which nothing nearer is known.
 */
import { fieldSpellings } from '../vocabulary/fields.ts';
import { severities } from '../vocabulary/kinds.ts';

/** A sentence of help, or undefined; `before` are the words of the piece in front of the place where parsing stopped. */
export function adviceForForm(before: readonly string[], found: string): string | undefined {
  const given = before.lastIndexOf('given');
  if (given >= 0) return adviceForGiven(before.slice(given + 1), found);
  if (before.includes('examples'))
    return 'a table names its columns, and then the texts of each row: `examples branch, flag "main", "-f" "dev", "-u"`';
  if (before[0] === 'test' && before.at(-1) === 'repeat')
    return 'only a step of a scenario is repeated: `repeat 20 after 1m fetch "https://example.com" passes`';
  const [first = '', name = ''] = before;
  if ((first === 'deny' || first === 'watch') && (before.includes('from') || before.includes('for')))
    return `the day and the share follow the name of the rule: \`${first} ${name} from 2026-12-01 for 10 % of sessions\``;
  return before.at(-1) === 'severity' ? adviceForSeverity : forms.get(first);
}

const adviceForSeverity = `the severities are ${severities.join(', ')}`;

const forms: ReadonlyMap<string, string> = new Map([
  ['window', 'a window is written `window office = monday to friday 08:00 to 18:00 in "Europe/Berlin"`'],
  ['except', 'an exception begins like `except migration for com.acme.security.no-ddl`'],
  ['exceptions', 'who may make exceptions is written `exceptions allowed by team for at most 90d`'],
  ['expires', 'an exception ends on a day: `expires 2027-03-01`'],
  ['owner', 'who answers for an exception is a text in quotes: `owner "dana@acme.example"`'],
  ['ticket', 'a ticket is a text in quotes: `ticket "OPS-1234"`'],
  ['because', 'why it has to be is a text in quotes: `because "The old schema goes away in March."`'],
]);

/** After `given`: what is set, and to what. */
function adviceForGiven(words: readonly string[], found: string): string | undefined {
  const [first = ''] = words;
  if (first === 'time') return 'such as `given time 2026-12-24 19:30 in "Europe/Berlin"`';
  if (first === 'extension') return 'such as `given extension "com.example/ticket".id "ABC-1"`';
  if (first === 'label') return 'such as `given label secret-seen`, or `given label own on "a.txt"`';
  if (first === 'disk') return undefined;
  // `given client token "ci"`, `given client.token is "ci"`.
  const value = found.startsWith('"') ? found : '"…"';
  const parts = words.filter((word) => /^[A-Za-z]/.test(word) && word !== 'is');
  const field = [parts.slice(0, 2).join('.'), first].find((each) => fieldSpellings.includes(each));
  return `what is given follows its field: \`given ${field ?? 'client.token'} ${field === undefined ? '"ci"' : value}\``;
}
