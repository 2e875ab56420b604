/** The command line of the hook. A mistake in it is no reason to let calls pass, so it comes back as a sentence. */
import { type HarnessId, harnessIds, harnessNamed } from '../adapters/harnesses.ts';
import type { UseMode } from '../compile/program.ts';
import { type LogFlag, type LogSettings, readLogSettings } from '../host/decision-log/log-settings.ts';
import { isLayersFile } from '../host/policy-files/policy-folder.ts';
import type { BundleOfHook } from './bundle-of-hook.ts';
import { type RemoteFlag, type RemoteOptions, readRemoteOptions } from './remote-options.ts';

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

export const defaultDeadline = 5000;

export type ParsedArguments =
  | { readonly kind: 'options'; readonly options: HookOptions }
  | { readonly kind: 'help' }
  /** `options` are those that could be understood: they say whom to answer. */
  | { readonly kind: 'problem'; readonly problem: string; readonly options: HookOptions };

/** Parses the words after `bylaw hook`. Never throws. */
export function parseHookArguments(args: readonly string[]): ParsedArguments {
  let options: HookOptions = {
    harness: undefined,
    policies: [],
    bundle: undefined,
    socket: undefined,
    remote: undefined,
    memory: undefined,
    deadline: defaultDeadline,
    failOpen: false,
    printEvent: false,
    disk: true,
    mode: {},
    log: undefined,
  };
  let folder: string | undefined;
  const aboutLog: Partial<Record<LogFlag, string>> = {};
  const aboutServer: Partial<Record<RemoteFlag, string>> = {};
  let problem: string | undefined;
  let layers: string | undefined;
  let from: string | undefined;
  let keys: string | undefined;
  const rest = args.flatMap(splitEquals);
  for (let at = 0; at < rest.length; at++) {
    const arg = rest[at]!;
    const takeValue = (what: string): string | undefined => {
      const value = rest[++at];
      if (value === undefined || value === '') problem ??= `\`${arg}\` takes ${what}`;
      return value === '' ? undefined : value;
    };
    switch (arg) {
      case '--help':
      case '-h':
        return { kind: 'help' };
      case '--policies': {
        const value = takeValue('a folder');
        if (value !== undefined) options = { ...options, policies: [...options.policies, value] };
        break;
      }
      case '--layers': {
        const value = takeValue('a file such as `bylaw.yaml`');
        if (value !== undefined && !isLayersFile(value))
          problem ??= `\`--layers\` takes a file such as \`bylaw.yaml\`, not \`${value}\``;
        else if (value !== undefined) layers = value;
        break;
      }
      case '--bundle':
        from = takeValue('a file, a folder or an address');
        break;
      case '--bundle-key':
        keys = takeValue('a file of public keys');
        break;
      case '--socket':
        options = { ...options, socket: takeValue('the path of a socket') };
        break;
      case '--server':
      case '--server-ca':
      case '--server-certificate':
      case '--server-key':
      case '--token-file':
      case '--token-command':
      case '--unreachable': {
        const value = takeValue('a value');
        if (value !== undefined) aboutServer[arg.slice(2) as RemoteFlag] = value;
        break;
      }
      case '--memory':
        options = { ...options, memory: takeValue('a folder') };
        break;
      case '--deadline': {
        const value = takeValue('a number of milliseconds');
        const deadline = /^[0-9]{1,7}$/.test(value ?? '') ? Number(value) : 0;
        if (deadline >= 50 && deadline <= 600_000) options = { ...options, deadline };
        else problem ??= `\`--deadline\` takes 50 to 600000 milliseconds, not \`${value ?? ''}\``;
        break;
      }
      case '--log':
        folder = takeValue('a folder');
        break;
      case '--log-inputs':
      case '--log-when-full':
      case '--log-max-size':
      case '--log-max-age':
      case '--log-keep': {
        const value = takeValue('a value');
        if (value !== undefined) aboutLog[arg.slice(2) as LogFlag] = value;
        break;
      }
      case '--fail-open':
        options = { ...options, failOpen: true };
        break;
      case '--no-disk':
        options = { ...options, disk: false };
        break;
      case '--forget-files':
        options = { ...options, mode: { ...options.mode, forgetsFiles: true } };
        break;
      case '--watch':
        options = { ...options, mode: { ...options.mode, watches: true } };
        break;
      case '--print-event':
        options = { ...options, printEvent: true };
        break;
      default: {
        const harness = arg.startsWith('-') ? undefined : harnessNamed(arg);
        if (arg.startsWith('-')) problem ??= `\`bylaw hook\` has no option \`${arg}\``;
        else if (harness === undefined)
          problem ??= `there is no harness \`${arg}\`, only ${harnessIds.join(', ')}`;
        else if (options.harness !== undefined)
          problem ??= `two harnesses are named, the second is \`${arg}\``;
        else options = { ...options, harness };
      }
    }
  }
  if (layers !== undefined && options.policies.length > 0)
    problem ??= '`--policies` and `--layers` exclude each other';
  else if (layers !== undefined) options = { ...options, policies: [layers] };
  if (from !== undefined && options.policies.length > 0)
    problem ??= '`--bundle` and other policies exclude each other';
  else if (from !== undefined && keys !== undefined) options = { ...options, bundle: { from, keys } };
  else if (from !== undefined || keys !== undefined)
    problem ??=
      'a bundle and whose bundles are trusted are named together: `--bundle PLACE --bundle-key FILE`';
  const remote = readRemoteOptions(aboutServer, options.bundle !== undefined);
  if (typeof remote === 'string') problem ??= remote;
  else if (remote !== undefined && (options.policies.length > 0 || options.socket !== undefined))
    problem ??=
      '`--server` excludes `--policies`, `--layers` and `--socket`: the server has policies of its own';
  else options = { ...options, remote };
  if (folder !== undefined) {
    const settings = readLogSettings(folder, aboutLog);
    if (typeof settings === 'string') problem ??= settings;
    else options = { ...options, log: settings };
  } else if (Object.keys(aboutLog).length > 0)
    problem ??= `\`--${Object.keys(aboutLog)[0]}\` is about a decision log; name its folder with \`--log\``;
  // A mistake must not turn a closed hook into an open one.
  return problem === undefined
    ? { kind: 'options', options }
    : { kind: 'problem', problem, options: { ...options, failOpen: false } };
}

/** `--name=value` is two words. */
function splitEquals(arg: string): readonly string[] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
