/** Variables of the environment that begin with `BYLAW_` and that nothing reads: a wish that would be passed over. */
import { suggestion } from '../../language/words.ts';
import { UsageError } from '../terminal/context.ts';
import { keys, variableOf } from './table.ts';

/** A secret, which has no place in a file and on a command line. */
export const passphraseVariable = 'BYLAW_TLS_PASSPHRASE';
export const clusterTokenVariable = 'BYLAW_CLUSTER_TOKEN';

/** What a server reads, beside what chooses its policies and its file of configuration. */
const ofSettings = [...keys.map(variableOf), passphraseVariable, clusterTokenVariable];

/** What else is read: by a server, by other commands, by a hook, and by what is shipped beside the command. */
const others = [
  'BYLAW_CONFIG',
  'BYLAW_POLICIES',
  'BYLAW_LAYERS',
  'BYLAW_BUDGET',
  'BYLAW_CACHE',
  'BYLAW_TOKEN',
  'BYLAW_SHIP_SECRET',
  'BYLAW_SIGNING_KEY',
  'BYLAW_SIGNING_PASSPHRASE',
  'BYLAW_GUARDED',
  'BYLAW_HOLDS_SOCKET',
  'BYLAW_INHERITED_SOCKETS',
  'BYLAW_HEALTH_URL',
  'BYLAW_HEALTH_TOKEN_FILE',
  'BYLAW_COMMAND',
  'BYLAW_FAIL_ON',
  'BYLAW_PATHS',
  'BYLAW_SARIF_FILE',
];
const known: ReadonlySet<string> = new Set([...ofSettings, ...others]);

/** Groups of settings: a variable that begins like one is meant for a server. */
const groups = [
  ...new Set(keys.flatMap((key) => (key.includes('.') ? `${variableOf(key.split('.')[0] ?? '')}_` : []))),
];

const isOfGroup = (name: string): boolean => groups.some((group) => name.startsWith(group));

/** Throws `UsageError` for one that is meant for a server. */
export function refuseStrange(names: Iterable<string>): void {
  for (const name of names) {
    if (known.has(name) || !isOfGroup(name)) continue;
    const help = suggestion(name, ofSettings) ?? 'see `bylaw config explain`';
    throw new UsageError(`the variable \`${name}\` sets nothing; ${help}`);
  }
}

/** Lines about the others, which may be for a program of their owner: nothing is refused because of them. */
export function warnOfStrange(env: Readonly<Record<string, string | undefined>>): string {
  return Object.keys(env)
    .filter((name) => name.startsWith('BYLAW_') && env[name] && !known.has(name) && !isOfGroup(name))
    .map((name) => {
      const help = suggestion(name, [...known]) ?? 'see `bylaw config explain`';
      return `bylaw: the variable \`${name}\` is read by no command; ${help}\n`;
    })
    .join('');
}
