/** The command line of the hook. A mistake in it is no reason to let calls pass, so it comes back as a sentence. */
import { type HarnessId, harnessIds, harnessNamed } from '../adapters/harnesses.ts';
import type { UseMode } from '../compile/program.ts';
import { type LogSettings, logFlags, readLogSettings } from '../host/decision-log/log-settings.ts';
import { isLayersFile } from '../host/policy-files/policy-folder.ts';
import { isOneOf } from '../vocabulary/kinds.ts';
import type { BundleOfHook } from './bundle-of-hook.ts';
import { type RemoteOptions, readRemoteOptions, remoteFlags } from './remote-options.ts';

export interface HookOptions {
  readonly harness: HarnessId | undefined;
  /** Folders or files of policies, from the highest layer to the lowest; or a file of layers. As given. */
  readonly policies: readonly string[];
  /** A signed bundle in the place of policies, and the file of the keys that are trusted. As given. */
  readonly bundle: BundleOfHook | undefined;
  /** A Unix socket or named pipe where `bylaw serve` listens. */
  readonly socket: string | undefined;
  /** A server on another machine, which decides in the place of all of these. */
  readonly remote: RemoteOptions | undefined;
  /** The folder where earlier calls are remembered, as given. */
  readonly memory: string | undefined;
  /** Milliseconds from the start of the process. */
  readonly deadline: number;
  readonly failOpen: boolean;
  readonly printEvent: boolean;
  /** Whether the disk may be looked at. */
  readonly disk: boolean;
  readonly mode: UseMode;
  /** Where decisions are written down, as given; nowhere if undefined. */
  readonly log: LogSettings | undefined;
}

/** Less than any harness waits. The first call after a change of the policies waits until they are read and tested. */
export const defaultDeadline = 8000;

/** Milliseconds that a server has, where the hook can decide without it. */
export const serverPatience = (deadline: number): number => Math.min(2000, deadline * 0.4);

export type ParsedArguments =
  | { readonly kind: 'options'; readonly options: HookOptions }
  | { readonly kind: 'help' }
  /** `options` are those that could be understood: they say whom to answer. */
  | { readonly kind: 'problem'; readonly problem: string; readonly options: HookOptions };

/** What the value of an option is, where a message has more to say than that it needs one. */
const takes: Readonly<Record<string, string>> = {
  policies: 'a folder',
  layers: 'a file such as `bylaw.yaml`',
  bundle: 'a file, a folder or an address',
  'bundle-key': 'a file of public keys',
  socket: 'the path of a socket',
  memory: 'a folder',
  deadline: 'a number of milliseconds',
  log: 'a folder',
  ...Object.fromEntries([...remoteFlags, ...logFlags].map((name) => [name, 'a value'])),
};
const switches = new Set(['fail-open', 'no-disk', 'forget-files', 'watch', 'print-event']);

/** Parses the words after `bylaw hook`. Never throws. */
export function parseHookArguments(args: readonly string[]): ParsedArguments {
  const values = new Map<string, readonly string[]>();
  const problems: string[] = [];
  const given = new Set<string>();
  let harness: HarnessId | undefined;
  const words = args.flatMap(splitEquals);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const name = word.startsWith('--') ? word.slice(2) : '';
    if (name === 'help' || word === '-h') return { kind: 'help' };
    if (switches.has(name)) given.add(name);
    else if (Object.hasOwn(takes, name)) {
      const value = words[++at] ?? '';
      const problem = value === '' ? `\`${word}\` takes ${takes[name]}` : problemOf(name, value);
      if (problem !== undefined) problems.push(problem);
      else values.set(name, [...(values.get(name) ?? []), value]);
    } else if (word.startsWith('-')) problems.push(`\`bylaw hook\` has no option \`${word}\``);
    else {
      const named = harnessNamed(word);
      if (named === undefined)
        problems.push(`there is no harness \`${word}\`, only ${harnessIds.join(', ')}`);
      else if (harness !== undefined) problems.push(`two harnesses are named, the second is \`${word}\``);
      else harness = named;
    }
  }
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  const only = <Name extends string>(names: readonly Name[]): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const [name, all] of values) if (isOneOf(names, name)) found[name] = all.at(-1) ?? '';
    return found;
  };
  const [folders, layers] = [values.get('policies') ?? [], last('layers')];
  const policies = layers === undefined ? folders : [layers];
  const [from, keys, socket] = [last('bundle'), last('bundle-key'), last('socket')];
  const bundle = from === undefined || keys === undefined ? undefined : { from, keys };
  const remote = readRemoteOptions(only(remoteFlags), bundle !== undefined);
  const [folder, aboutLog] = [last('log'), only(logFlags)];
  const log = folder === undefined ? undefined : readLogSettings(folder, aboutLog);
  const [stray] = folder === undefined ? Object.keys(aboutLog) : [];
  if (layers !== undefined && folders.length > 0)
    problems.push('`--policies` and `--layers` exclude each other');
  if (from !== undefined && policies.length > 0)
    problems.push('`--bundle` and other policies exclude each other');
  else if ((from === undefined) !== (keys === undefined))
    problems.push(
      'a bundle and the key that it is trusted by are named together: `--bundle PLACE --bundle-key FILE`',
    );
  if (typeof remote === 'string') problems.push(remote);
  else if (remote !== undefined && (policies.length > 0 || socket !== undefined))
    problems.push(
      '`--server` excludes `--policies`, `--layers` and `--socket`: the server has policies of its own',
    );
  if (typeof log === 'string') problems.push(log);
  if (stray !== undefined)
    problems.push(`\`--${stray}\` is about a decision log; name its folder with \`--log\``);
  const [problem] = problems;
  const options: HookOptions = {
    harness,
    policies,
    bundle,
    socket,
    remote: typeof remote === 'string' ? undefined : remote,
    memory: last('memory'),
    deadline: Number(last('deadline') ?? defaultDeadline),
    // A mistake must not turn a closed hook into an open one.
    failOpen: given.has('fail-open') && problem === undefined,
    printEvent: given.has('print-event'),
    disk: !given.has('no-disk'),
    mode: {
      ...(given.has('forget-files') && { forgetsFiles: true }),
      ...(given.has('watch') && { watches: true }),
    },
    log: typeof log === 'string' ? undefined : log,
  };
  return problem === undefined ? { kind: 'options', options } : { kind: 'problem', problem, options };
}

/** What is wrong with the value of an option; undefined for most. */
function problemOf(name: string, value: string): string | undefined {
  if (name === 'layers' && !isLayersFile(value))
    return `\`--layers\` takes a file such as \`bylaw.yaml\`, not \`${value}\``;
  if (name !== 'deadline') return undefined;
  const deadline = /^[0-9]{1,7}$/.test(value) ? Number(value) : 0;
  return deadline >= 50 && deadline <= 600_000
    ? undefined
    : `\`--deadline\` takes 50 to 600000 milliseconds, not \`${value}\``;
}

/** `--name=value` is two words. */
function splitEquals(arg: string): readonly string[] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
