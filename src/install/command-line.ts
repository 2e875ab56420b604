/**
 * The command line of the hook: what is written into configurations, and how it
 * is known again. Paths are absolute, with forward slashes and in quotes, because
 * no harness promises a search path, a folder to start from or one way of
 * reading a backslash. There is never a `scheme://` in it: one harness then
 * drops its whole file without a word.
 */
import type { Adapter } from '../adapters/adapter.ts';
import { shellHookPath } from '../adapters/guarded.ts';
import { type HarnessId, harnessNamed } from '../adapters/harnesses.ts';
import { isLayersFile } from '../host/policy-files/policy-folder.ts';
import type { JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import { type AskedServer, guarded, hookTarget, isGuarded, unguarded } from './guard.ts';

/** What the hook is run with. All paths are absolute. */
export interface HookCommand {
  readonly node: string;
  /** `dist/bylaw.cjs`. */
  readonly script: string;
  readonly policies: string;
  /** It denies nothing, and records in the user's log what rules would deny. */
  readonly watch?: boolean;
  /** The options of its log of decisions: `--log DIR`, and how it is kept. A hook that watches keeps one without them. */
  readonly log?: readonly string[];
  /** The server that a shell asks first; undefined where the hook does that itself. */
  readonly server?: Omit<AskedServer, 'policies' | 'watch'> | undefined;
  /** The options that name a server on another machine, in the place of policies. */
  readonly remote?: readonly string[] | undefined;
  /** The port of a server on this machine to which the harness posts its hooks itself, where it can. */
  readonly port?: number | undefined;
}

/** A command as a configuration has it: a text for a shell, or words without one; or an address that the harness posts to. */
export type CommandLine =
  | { readonly kind: 'shell'; readonly text: string }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | PostedLine;

export interface PostedLine {
  readonly kind: 'post';
  readonly url: string;
  readonly authorization: string;
}

/** The variable with the token, in the environment of the harness. It is in no file. */
export const tokenVariable = 'BYLAW_TOKEN';
const authorization = `Bearer $${tokenVariable}`;

/** The handler of a harness that posts its hooks itself, in the words of Claude Code. */
export const postHandler = (command: HookCommand, port: number, harness: HarnessId): JsonObject => ({
  type: 'http',
  url: `http://127.0.0.1:${port}${hookTarget(harness, command)}`,
  headers: { Authorization: authorization },
  allowedEnvVars: [tokenVariable],
});

/** What such a handler posts to; undefined for any other entry. */
export function postedLine({ type, url, headers }: JsonObject): PostedLine | undefined {
  if (type !== 'http' || typeof url !== 'string') return undefined;
  const given = isJsonObject(headers) ? own(headers, 'Authorization') : undefined;
  return { kind: 'post', url, authorization: typeof given === 'string' ? given : '' };
}

/** The words that a hook would have for an address; none for an address that `bylaw init` does not write. */
function postedWords(line: PostedLine): readonly string[] {
  if (line.authorization !== authorization || !URL.canParse(line.url)) return [];
  const { origin, pathname, searchParams } = new URL(line.url);
  const harness = pathname.startsWith(shellHookPath) ? pathname.slice(shellHookPath.length) : '';
  if (!/^http:\/\/127\.0\.0\.1(:|$)/.test(origin) || harnessNamed(harness) === undefined) return [];
  const policies = searchParams.getAll('policies').flatMap(policyWords);
  return ['hook', harness, ...policies, ...(searchParams.get('watch') === '1' ? ['--watch'] : [])];
}

/** The option for a folder of policies, or for a file of layers. */
export const policyWords = (place: string): readonly string[] => [
  isLayersFile(place) ? '--layers' : '--policies',
  place,
];

/** The option for the folder of a log, or for `default`. */
export const logWords = (folder: string): readonly string[] => ['--log', folder];

/** The program and its arguments. */
export function hookWords(
  { node, script, policies, watch = false, log = watch ? logWords('default') : [], remote }: HookCommand,
  harness: HarnessId,
): readonly string[] {
  const decides = remote ?? policyWords(slashed(policies));
  const words = [slashed(node), slashed(script), 'hook', harness, ...decides];
  return [...words, ...(watch ? ['--watch'] : []), ...log.map(slashed)];
}

/** For `sh`, with the shell around it that denies where the hook cannot. */
export const hookShellText = (command: HookCommand, adapter: Adapter): string =>
  guarded(hookWords(command, adapter.id), adapter, serverOf(command)).map(quoted).join(' ');

const serverOf = ({ server, policies, watch = false }: HookCommand): AskedServer | undefined =>
  server && { ...server, policies, watch };

/** For `cmd`. */
export const commandPromptText = (command: HookCommand, harness: HarnessId): string =>
  hookWords(command, harness).map(quoted).join(' ');

/** For PowerShell, which takes a line that begins with a text for a text. */
export const powerShellText = (command: HookCommand, harness: HarnessId): string =>
  `& ${hookWords(command, harness)
    .map((word) => (isPlain(word) ? word : `'${word.replaceAll("'", "''")}'`))
    .join(' ')}`;

const slashed = (path: string): string => (/^[A-Za-z]:[\\/]/.test(path) ? path.replaceAll('\\', '/') : path);

/** A word that means itself in every shell. */
const isPlain = (word: string): boolean => /^[A-Za-z][A-Za-z0-9-]*$|^--[a-z-]+$/.test(word);

function quoted(word: string): string {
  if (isPlain(word)) return word;
  // Between double quotes these four still mean something.
  if (!/["$`\\]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Whether a text has the hook of bylaw in it somewhere. Its author is not known: it is only looked at, never removed. */
export const runsHook = (text: string): boolean =>
  /(?:^|[\s"'\\/])bylaw(?:\.cjs|\.cmd|\.exe)?["']?\s+["']?hook(?:["'\s]|$)/.test(text);

/** The same of a program and its arguments. */
export function isHookCommand(line: CommandLine): boolean {
  if (line.kind === 'shell') return runsHook(line.text);
  if (line.kind === 'post') return isOwnCommand(line);
  const at = line.words.indexOf('hook');
  return at > 0 && isBylaw(line.words[at - 1] ?? '');
}

const isBylaw = (word: string): boolean => /(?:^|[\\/])bylaw(?:\.cjs|\.cmd|\.exe)?$/.test(word);
const isNode = (word: string): boolean => /(?:^|[\\/])node[\w.-]*$/.test(word);

/**
 * Whether the whole command is what `bylaw init` writes: bylaw, alone or started
 * by node, with `hook`, a harness and options, and nothing that means more to a
 * shell. Only such a command is ever replaced, taken out or run.
 */
export function isOwnCommand(line: CommandLine): boolean {
  if (line.kind === 'post') return postedWords(line).length > 0;
  const all = line.kind === 'words' ? line.words : plainWords(line.text);
  const words = all && unguarded(all);
  const at = words?.indexOf('hook') ?? -1;
  if (words === undefined || at < 1 || at > 2) return false;
  const [program = '', , , ...rest] = words;
  if (!isBylaw(words[at - 1] ?? '') || (at === 2 && !isNode(program))) return false;
  const [harness = '', ...options] = at === 2 ? rest : words.slice(2);
  // With these it only prints something, so it is not from `bylaw init`.
  return (
    harnessNamed(harness) !== undefined &&
    !options.some((word) => ['--print-event', '--help', '-h'].includes(word))
  );
}

/** The words of a text that means the same in every shell; undefined where a shell might do more with it. */
function plainWords(text: string): readonly string[] | undefined {
  const line = text.trim();
  const isPowerShell = line.startsWith('& ');
  const words: string[] = [];
  const next = /[ \t]*((?:"[^"$`\\]*"|'[^']*'|\\'|[\w./:@%+=,~-])+)(?=[ \t]|$)/y;
  next.lastIndex = isPowerShell ? 2 : 0;
  while (next.lastIndex < line.length) {
    const word = next.exec(line)?.[1];
    if (word === undefined) return undefined;
    words.push(unquoted(word, isPowerShell));
  }
  return words;
}

/** PowerShell writes a quote between quotes twice; other shells step outside for it. */
const unquoted = (word: string, isPowerShell: boolean): string =>
  isPowerShell
    ? word.replace(/"([^"]*)"|'((?:[^']|'')*)'/g, (_, double?: string, single?: string) =>
        single === undefined ? (double ?? '') : single.replaceAll("''", "'"),
      )
    : word.replace(/"([^"]*)"|'([^']*)'|\\(')/g, '$1$2$3');

/**
 * The words of a command line, as far as they can be known without a shell: quotes
 * are taken away, nothing is expanded, and the shell around the hook is left out. For looking at, not for running.
 */
export function commandWords(line: CommandLine): readonly string[] {
  if (line.kind === 'words') return unguarded(line.words);
  if (line.kind === 'post') return postedWords(line);
  const plain = plainWords(line.text);
  if (plain !== undefined) return unguarded(plain);
  const words: string[] = [];
  for (const [whole] of line.text.matchAll(/(?:"[^"]*"|'[^']*'|\\'|[^\s"'])+/g))
    if (whole !== '&') words.push(unquoted(whole, false));
  return words;
}

/** All words of a command line with bylaw's shell around the hook; undefined for any other. */
export function guardedWords(line: CommandLine): readonly string[] | undefined {
  if (line.kind === 'post') return undefined;
  const words = line.kind === 'words' ? line.words : plainWords(line.text);
  return words !== undefined && isGuarded(words) ? words : undefined;
}

/** What a command line gives an option; undefined where it does not have it. */
export function optionOf(line: CommandLine, option: string): string | undefined {
  const words = commandWords(line);
  const at = words.indexOf(option);
  return at < 0 ? undefined : words[at + 1];
}

/** The options about the log of decisions that a command line has, each with its value: `--log` and its folder first. */
export function logOptionsOf(line: CommandLine): readonly string[] {
  const words = commandWords(line).flatMap((word) => /^(--log[a-z-]*)=(.*)$/s.exec(word)?.slice(1) ?? word);
  const options = words.flatMap((word, at) =>
    /^--log(?:-[a-z-]+)?$/.test(word) ? [words.slice(at, at + 2)] : [],
  );
  return [true, false].flatMap((isFolder) =>
    options.filter(([name]) => (name === '--log') === isFolder).flat(),
  );
}

/** A word as a person types it at a shell. */
export const typedWord = (word: string): string => (/^[\w./:@%+=,-]+$/.test(word) ? word : quoted(word));
