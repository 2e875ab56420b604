/** What the command line of `bylaw init` asks for, tried against the machine. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBefore, postsOpen, versionOf } from '../../diagnosis/diagnose.ts';
import { findHarnesses, harnessInstalls } from '../../harnesses/installs.ts';
import { userConfigFolder } from '../../host/machine/user-folders.ts';
import { isLayersFile } from '../../host/policy-files/policy-folder.ts';
import { type HookCommand, logWords } from '../../install/command-line.ts';
import type { HarnessInstall } from '../../install/harness-install.ts';
import { type InstallScope, type Machine, managedPolicies } from '../../install/machine.ts';
import { ownCommand, ownServer } from '../../install/own-command.ts';
import { type HooksNow, hooksNow } from '../../install/plan.ts';
import type { Profile } from '../../install/starter-policies.ts';
import { harnessesNamed, inSentence, machineOf, scopeOf, scopeOptions } from '../options/harness-options.ts';
import {
  choice,
  flag,
  folder,
  type GivenOptions,
  parseChoice,
  parseInteger,
  pathArg,
  textArg,
} from '../options/options.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { type RemoteSetUp, remoteOptions, remoteWords } from './remote.ts';
import type { InitScope } from './report.ts';

const profiles: readonly Profile[] = ['default', 'strict', 'watch'];

export const initOptions = {
  ...scopeOptions,
  ...remoteOptions,
  policies: pathArg,
  layers: pathArg,
  profile: choice(profiles),
  server: flag,
  http: textArg,
  log: folder,
  'dry-run': flag,
  diff: flag,
  yes: flag,
  json: flag,
};

/** `--server ADDRESS` is written, and `--server-address` read: `parseArgs` knows no value that may be missing. */
const { 'server-address': _, ...writtenOptions } = initOptions;

export { writtenOptions };

/** What is to be set up by policies of this machine. */
export interface LocalSetUp extends InitScope {
  /** The folder of the policies, absolute; or the file of layers. */
  readonly folder: string;
  readonly profile: Profile;
  /** Whether the profile was named; otherwise it is the one in force. */
  readonly isProfileNamed: boolean;
  /** Whether a server of this user is to be kept running. */
  readonly keepsServer: boolean;
  /** The server that shells ask first; undefined where there is no such shell. */
  readonly server: HookCommand['server'];
  /** The port that harnesses post to. */
  readonly port: number | undefined;
  /** The options of the log of decisions that hooks keep; empty where they keep none. */
  readonly log: readonly string[];
  readonly harnesses: readonly HarnessInstall[];
  readonly dryRun: boolean;
  /** Every changed line is shown. */
  readonly diff: boolean;
  readonly yes: boolean;
}

/** What is to be set up. Throws `UsageError`. */
export async function readInit(
  { values, positionals }: GivenOptions<typeof initOptions>,
  context: CommandContext,
): Promise<
  | { readonly kind: 'local'; readonly setUp: LocalSetUp }
  | { readonly kind: 'remote'; readonly setUp: RemoteSetUp }
> {
  const scope = scopeOf(values) ?? 'user';
  const machine = machineOf(context, values);
  if (values.json === true && values['dry-run'] !== true && values.yes !== true)
    throw new UsageError('`--json` does not ask: add `--yes` to write, or `--dry-run`');
  if (values.layers !== undefined) refuseBeside(values);
  const policies =
    values.layers === undefined
      ? policyFolder(values.policies, scope, machine, context)
      : layersFile(values.layers, context);
  const remote = remoteWords(values, context.cwd);
  const chosen = { scope, machine, ...chooseHarnesses(positionals, scope, machine) };
  const how = {
    dryRun: values['dry-run'] === true,
    diff: values.diff === true,
    yes: values.yes === true,
  };
  if (remote !== undefined && values.layers !== undefined)
    throw new UsageError(
      '`--server ADDRESS` and `--layers` exclude each other: that server has policies of its own',
    );
  if (remote !== undefined)
    return {
      kind: 'remote',
      setUp: { ...chosen, ...how, command: { ...ownCommand(machine, policies), remote } },
    };
  const now = hooksNow(chosen.harnesses, scope, machine);
  const profile = profileOf(values.profile, now);
  const setUp = {
    ...chosen,
    ...how,
    folder: policies,
    profile,
    log: logOf(values.log, profile, now, context),
    isProfileNamed: values.profile !== undefined,
    keepsServer: values.server === true,
    server: serverOf(values.server === true, scope, machine),
    port: values.http === undefined ? undefined : parseInteger('http', values.http, 1, 65_535),
  };
  if (setUp.port !== undefined && values.log !== undefined)
    throw new UsageError(
      '`--http` and `--log` exclude each other: the server that hooks are posted to keeps the log',
    );
  if (setUp.port !== undefined) await refusePosting(setUp);
  return { kind: 'local', setUp };
}

/** Without a name hooks that only watch go on with that. */
function profileOf(named: string | undefined, { watch }: HooksNow): Profile {
  if (named !== undefined) return parseChoice('profile', named, profiles);
  return watch ? 'watch' : 'default';
}

/** Without a name hooks keep the log that they have, also one that came with the profile `watch`. */
function logOf(
  named: string | undefined,
  profile: Profile,
  now: HooksNow,
  { cwd }: CommandContext,
): readonly string[] {
  if (named === '') throw new UsageError('`--log` takes a folder, `default` or `none`');
  if (named === 'none' && profile === 'watch')
    throw new UsageError(
      '`--log none` does not go with the profile `watch`, which only records: name `--profile default` too',
    );
  if (named === 'none') return [];
  // How the log is kept stays: `--log-inputs none`.
  const how = now.log.slice(2);
  if (named === 'default') return [...logWords(named), ...how];
  if (named !== undefined) {
    const folder = resolve(cwd, named);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new UsageError(`\`--log\` takes a folder, and \`${named}\` is a file`);
    return [...logWords(folder), ...how];
  }
  return now.log.length === 0 && profile === 'watch' ? logWords('default') : now.log;
}

function serverOf(isWanted: boolean, scope: InstallScope, machine: Machine): HookCommand['server'] {
  if (!isWanted) return undefined;
  if (scope !== 'user')
    throw new UsageError(
      `each user has one server, for the policies of that user: \`--server\` does not go with \`--${scope}\``,
    );
  const server = ownServer(machine);
  if (server === undefined && machine.platform !== 'win32')
    throw new UsageError(
      '`--server` needs `curl` and a POSIX shell; without it hooks ask a server too, through node',
    );
  return server;
}

/** Throws `UsageError` where a harness cannot post its hooks, or lets calls pass where that fails. */
async function refusePosting({ harnesses, keepsServer, machine }: LocalSetUp): Promise<void> {
  const can = Object.values(harnessInstalls).filter(({ check }) => check.posts !== undefined);
  const names = inSentence(can.map(({ id }) => `\`${id}\``));
  if (harnesses.length === 0 || harnesses.some((harness) => !can.includes(harness)))
    throw new UsageError(`\`--http\` is for harnesses that can post their hooks: name ${names} alone`);
  if (keepsServer) throw new UsageError('`--http` and `--server` exclude each other');
  for (const { id, name, check } of harnesses) {
    const { version } = (await versionOf(harnessInstalls[id], machine)) ?? {};
    if (version !== undefined && isBefore(version, check.posts ?? ''))
      throw new UsageError(
        `\`--http\` needs ${name} ${check.posts} or later, and this is ${version}: ${postsOpen}`,
      );
  }
}

/** Throws `UsageError` for options that a file of layers leaves nothing to do. */
function refuseBeside({
  policies,
  profile,
}: {
  readonly policies?: string;
  readonly profile?: string;
}): void {
  if (policies !== undefined) throw new UsageError('`--layers` and `--policies` exclude each other');
  if (profile === 'strict')
    throw new UsageError(
      '`--profile strict` is for a folder of policies: name `policies/strict` in a layer instead',
    );
}

/** Throws `UsageError` where it is none, or not there. */
function layersFile(named: string, { cwd }: CommandContext): string {
  const path = resolve(cwd, named);
  if (!isLayersFile(path))
    throw new UsageError(`\`--layers\` names a file such as bylaw.yaml, and ${named} is none`);
  if (!existsSync(path)) throw new UsageError(`there is no file \`${path}\``);
  return path;
}

/** The folder that hooks of a scope read their policies from. Throws `UsageError` where a file of layers is named. */
export function policyFolder(
  named: string | undefined,
  scope: InstallScope,
  machine: Machine,
  { cwd, env }: CommandContext,
): string {
  if (named !== undefined && isLayersFile(named))
    throw new UsageError(
      `\`--policies\` names a folder, and ${named} is a file of layers: write \`--layers ${named}\``,
    );
  if (named !== undefined) return resolve(cwd, named);
  if (scope === 'managed') return managedPolicies(machine);
  return scope === 'project' ? join(cwd, '.bylaw', 'policies') : join(userConfigFolder(env), 'policies');
}

/** Those that are named; else those that are installed, and for a project also those that it has folders of. */
function chooseHarnesses(
  names: readonly string[],
  scope: InstallScope,
  machine: Machine,
): Pick<LocalSetUp, 'harnesses' | 'missing'> {
  if (names.length > 0) return { harnesses: harnessesNamed(names), missing: [] };
  const found = findHarnesses(machine).filter(({ forUser }) => scope === 'project' || forUser !== undefined);
  const here = new Set(found.map(({ harness }) => harness));
  const all = Object.values(harnessInstalls).filter(
    (harness) =>
      scope !== 'managed' || harness.files('managed', machine, ownCommand(machine, '/')).length > 0,
  );
  return {
    harnesses: all.filter((harness) => here.has(harness)),
    missing: all.filter((harness) => !here.has(harness)),
  };
}
