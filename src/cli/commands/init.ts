/**
 * `bylaw init`: puts bylaw in front of the harnesses that are here. It shows every
 * change before it makes one, asks, and makes all of them or none.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { harnessIds } from '../../adapters/adapter.ts';
import { asksDisk } from '../../check/asks-disk.ts';
import { isLayersFile } from '../../host/policy-folder.ts';
import { makeServerKey } from '../../host/server-key.ts';
import { machinePolicies, userConfigFolder } from '../../host/user-folders.ts';
import { type HookCommand, tokenVariable, typedWord } from '../../install/command-line.ts';
import { isBefore, postsOpen, versionOf } from '../../install/diagnose.ts';
import { applyChanges, type FileChange } from '../../install/file-change.ts';
import type { HarnessInstall } from '../../install/harness-install.ts';
import { findHarnesses, harnessInstalls } from '../../install/harnesses.ts';
import { checkPolicies, keepCompiled } from '../../install/keep-compiled.ts';
import { type Machine, type Scope, systemPlace } from '../../install/machine.ts';
import { commandDoubts, ownCommand, ownServer, serveCommand, typed } from '../../install/own-command.ts';
import { type Plan, planInstall } from '../../install/plan.ts';
import { serviceChanges, serviceOf } from '../../install/service.ts';
import {
  hasPolicies,
  type Profile,
  programFolder,
  starterPolicies,
  strictProfile,
} from '../../install/starter-policies.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../context.ts';
import { harnessesNamed, listed, machineOf, scopeOf, scopeOptions, shownPath } from '../harness-options.ts';
import { type InitScope, isAgreed, notFound, refuse, sayNext, withoutScope } from '../init-output.ts';
import {
  type RemoteValues,
  remoteOptions,
  remoteWords,
  setUpRemote,
  withServerAddress,
} from '../init-remote.ts';
import { flag, oneOf, parseInteger, parseOptions, path, text } from '../options.ts';
import { countOf, renderAll } from '../policies.ts';
import { showChanges } from '../show-changes.ts';

const profiles: readonly Profile[] = ['default', 'strict', 'watch'];

const initOptions = {
  ...scopeOptions,
  ...remoteOptions,
  policies: path,
  layers: path,
  profile: oneOf(profiles),
  server: flag,
  http: text,
  'dry-run': flag,
  yes: flag,
};

/** `--server ADDRESS` is written, and `--server-address` read: `parseArgs` knows no value that may be missing. */
const { 'server-address': _, ...writtenOptions } = initOptions;

export const init: Command = {
  name: 'init',
  summary: 'put bylaw in front of the harnesses that are installed here',
  help: `Usage: bylaw init [HARNESS…] [--user|--project|--managed]
                  [--policies DIR | --layers FILE] [--profile NAME] [--server]
                  [--http PORT] [--root DIR] [--dry-run] [--yes]
       bylaw init [HARNESS…] [--user|--project|--managed] --server ADDRESS
                  [--token-file FILE|--token-command WORDS] [--server-ca FILE]
                  [--server-certificate FILE --server-key FILE]
                  [--unreachable last-bundle --bundle PLACE --bundle-key FILE]
                  [--root DIR] [--dry-run] [--yes]

Writes the hook of bylaw into the configuration of each harness, and a folder of
policies to start from. Without HARNESS it is for all that are found, by a program on
the search path or by what they keep in your home (docs/harnesses.md); those that are
not found are named. It shows every change first and asks; what it replaces is kept
beside it as NAME.bylaw-backup-TIME. What is there already stays, and a second run
changes nothing.

Options:
  --user           for this user (default); policies in bylaw/policies of the user's
                   configuration folder, $XDG_CONFIG_HOME or ~/.config
  --project        for the project in this folder; policies in .bylaw/policies
  --managed        for everybody on the machine, so that users cannot take it away
                   where the harness has such a form; policies in ${machinePolicies}
  --policies DIR   policies to use instead; where there are none, they are made there
  --layers FILE    a file of layers to use instead (docs/layers.md); it is there already
  --profile NAME   \`default\` for everyday work; \`strict\` for agents that nobody watches: it
                   denies also what the packs otherwise only record; \`watch\` for the first
                   week: rules deny nothing, everything is recorded, bylaw's own protection too; a
                   hook that cannot decide still denies
  --server         for a server of this user that is always there: a shell asks it with
                   \`curl\`, which takes half the time of starting node, and starts the hook
                   where it gets no answer. It says how to keep the server running
  --server ADDRESS
                   hooks that ask a server on another machine, policy.acme.example:4517 say, and have no
                   policies of their own; the other options are those of \`bylaw hook --help\`
  --http PORT      a harness that can post its hooks itself, and be told to block where that
                   fails (Claude Code), posts them to \`bylaw serve --tokens FILE\` at PORT of this
                   machine, with the token in $${tokenVariable}. The disk is not looked at then
  --root DIR       put DIR in front of the places of the system, to try \`--managed\`
  --dry-run        show what would be written, and write nothing
  --yes            do not ask

Examples:
  bylaw init
  bylaw init claude-code codex --dry-run
  sudo bylaw init --managed --yes

Exit codes: 0 fine, 1 nothing was written, 2 policies not valid, 3 wrong usage.
`,
  options: writtenOptions,
  operands: harnessIds,
  async run(args, context) {
    const { values, positionals } = parseOptions('init', withServerAddress(args), initOptions);
    const scope = scopeOf(values) ?? 'user';
    const machine = machineOf(context, values);
    if (values.layers !== undefined) refuseBeside(values);
    const folder =
      values.layers === undefined
        ? policyFolder(values.policies, scope, machine, context)
        : layersFile(values.layers, context);
    const remote = remoteWords(values as RemoteValues, context.cwd);
    if (remote !== undefined) {
      if (values.layers !== undefined)
        throw new UsageError(
          '`--server ADDRESS` and `--layers` exclude each other: that server has policies of its own',
        );
      const chosen = { scope, machine, ...chooseHarnesses(positionals, scope, machine) };
      const how = { dryRun: values['dry-run'] === true, yes: values.yes === true };
      return await setUpRemote(
        { ...chosen, ...how, command: { ...ownCommand(machine, folder), remote } },
        context,
      );
    }
    const options = {
      scope,
      machine,
      folder,
      profile: profileOf(values.profile),
      keepsServer: values.server === true,
      server: serverOf(values.server === true, scope, machine),
      port: values.http === undefined ? undefined : parseInteger('http', values.http, 1, 65_535),
      ...chooseHarnesses(positionals, scope, machine),
      dryRun: values['dry-run'] === true,
      yes: values.yes === true,
    };
    if (options.port !== undefined) await refusePosting(options);
    return await setUp(options, context);
  },
};

interface InitOptions extends InitScope {
  /** Of the policies, absolute; or the file of layers. */
  readonly folder: string;
  readonly profile: Profile;
  /** Whether a server of this user is to be kept running. */
  readonly keepsServer: boolean;
  /** The server that shells ask first; undefined where there is no such shell. */
  readonly server: HookCommand['server'];
  /** The port that harnesses post to. */
  readonly port: number | undefined;
  readonly harnesses: readonly HarnessInstall[];
  readonly dryRun: boolean;
  readonly yes: boolean;
}

function profileOf(name: string | undefined): Profile {
  const profile = profiles.find((each) => each === (name ?? 'default'));
  if (profile !== undefined) return profile;
  throw new UsageError(
    `there is no profile \`${name}\`; there are ${listed(profiles.map((each) => `\`${each}\``))}`,
  );
}

function serverOf(isWanted: boolean, scope: Scope, machine: Machine): HookCommand['server'] {
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
async function refusePosting({ harnesses, keepsServer, machine }: InitOptions): Promise<void> {
  const can = Object.values(harnessInstalls).filter(({ check }) => check.posts !== undefined);
  const names = listed(can.map(({ id }) => `\`${id}\``));
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

/** Throws `UsageError` where a file of layers is named. */
function policyFolder(
  named: string | undefined,
  scope: Scope,
  machine: Machine,
  { cwd, env }: CommandContext,
): string {
  if (named !== undefined && isLayersFile(named))
    throw new UsageError(
      `\`--policies\` names a folder, and ${named} is a file of layers: write \`--layers ${named}\``,
    );
  if (named !== undefined) return resolve(cwd, named);
  if (scope === 'managed')
    return systemPlace(machine, { linux: machinePolicies, windows: 'C:/ProgramData/bylaw/policies' });
  return scope === 'project' ? join(cwd, '.bylaw', 'policies') : join(userConfigFolder(env), 'policies');
}

/** Those that are named; else those that are installed, and for a project also those that it has folders of. */
function chooseHarnesses(
  names: readonly string[],
  scope: Scope,
  machine: Machine,
): Pick<InitOptions, 'harnesses' | 'missing'> {
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

async function setUp(options: InitOptions, context: CommandContext): Promise<ExitCode> {
  const { harnesses, scope, machine, folder, profile } = options;
  if (harnesses.length === 0) {
    await write(context.stderr, `No harness that bylaw knows was found here.\n${notFound(options)}`);
    return exitCodes.findings;
  }
  const isNew = !isLayersFile(folder) && !hasPolicies(folder);
  const { server, port } = options;
  const command = { ...ownCommand(machine, folder, profile === 'watch'), server, port };
  const policies = isNew
    ? starterPolicies(folder, profile, [programFolder(command.script)])
    : profile === 'strict'
      ? strictProfile(folder)
      : [];
  const plan = planInstall(harnesses, scope, machine, command);
  if (plan.problems.length > 0) return await refuse(plan, machine, context);
  if (plan.changes.length === 0) {
    await write(context.stderr, `${withoutScope(plan, scope)}Nothing was written.\n`);
    return exitCodes.findings;
  }
  if (!isNew && !(await areValid(folder, context))) return exitCodes.invalidPolicy;
  if (!isNew && port !== undefined) refuseDisk(folder);
  const service = options.keepsServer ? serviceOf(machine, command) : undefined;
  const services = service === undefined ? [] : serviceChanges(service);
  await showPlan(plan, policies, options, isNew, context);
  if (services.length > 0)
    await write(context.stdout, `${showChanges(services, machine, () => ['the server'], context.stdout)}\n`);
  await write(context.stdout, notFound(options));
  for (const doubt of commandDoubts(command, machine, scope === 'managed'))
    await write(context.stdout, `Note: ${doubt}\n`);

  const hooks = [...plan.changes.filter(({ before, after }) => before !== after), ...services];
  if (hooks.length === 0 && policies.length === 0) {
    await write(context.stdout, 'Everything is set up already; nothing to write.\n');
    return exitCodes.fine;
  }
  if (options.dryRun) {
    await write(context.stdout, 'Nothing was written: this was a dry run.\n');
    return exitCodes.fine;
  }
  if (!options.yes && !(await isAgreed(context))) return exitCodes.findings;
  const setUp = harnesses.filter((harness) => !plan.without.includes(harness));
  const start = service?.start ?? [serveCommand(machine, folder)];
  return await makeChanges(policies, hooks, { ...options, harnesses: setUp, start }, context);
}

/** Throws `UsageError` where a rule asks the disk, at which nobody looks for what a harness posts. */
function refuseDisk(folder: string): void {
  const { bundle } = checkPolicies(folder)?.loaded ?? {};
  const rule = bundle && asksDisk(bundle);
  if (rule !== undefined)
    throw new UsageError(
      `\`--http\` does not go with the rule \`${rule}\`: it asks what only the disk says, and of calls that are posted the disk is not looked at`,
    );
}

async function areValid(folder: string, context: CommandContext): Promise<boolean> {
  const checked = checkPolicies(folder);
  const problems = [
    ...(checked?.problems ?? []),
    ...(checked?.broken ?? []).flatMap((layer) => layer.problems),
  ];
  if (checked !== undefined && problems.length === 0) return true;
  await write(context.stderr, checked === undefined ? '' : renderAll(problems, checked.loaded, context));
  await write(
    context.stderr,
    `\nThe policies in ${folder} are not valid: ${countOf(Math.max(1, problems.length), 'error')}. The hook would deny every call, so nothing was written.\n`,
  );
  return false;
}

async function showPlan(
  plan: Plan,
  policies: readonly FileChange[],
  { machine, folder, scope }: InitOptions,
  isNew: boolean,
  { stdout }: CommandContext,
): Promise<void> {
  const { changes } = plan;
  const namesOf = new Map<FileChange, readonly string[]>(
    changes.map((each) => [each, each.harnesses.map(({ name }) => name)]),
  );
  const whose = (change: FileChange): readonly string[] => namesOf.get(change) ?? [];
  const changed = changes.filter(({ before, after }) => before !== after);
  const [own, ...packs] = isNew ? policies : [];
  const place = shownPath(folder, machine);
  if (own !== undefined) {
    await write(stdout, `${showChanges([own], machine, whose, stdout)}\n`);
    await write(
      stdout,
      `${shownPath(join(folder, 'packs'), machine)}   (${countOf(packs.length, 'new file')}: the packs that come with bylaw)\n\n`,
    );
  } else
    await write(
      stdout,
      `${place}   (policies that are there already${policies.length > 0 ? '; the strict profile is put in force' : ', left as they are'})\n\n`,
    );
  if (changed.length > 0) await write(stdout, `${showChanges(changed, machine, whose, stdout)}\n`);
  for (const change of changes)
    if (change.before === change.after)
      await write(
        stdout,
        `${shownPath(change.path, machine)}   (${listed(whose(change))}: as it should be)\n\n`,
      );
  await write(stdout, withoutScope(plan, scope));
}

/** The policies first: a hook without policies denies everything. */
async function makeChanges(
  policies: readonly FileChange[],
  hooks: readonly FileChange[],
  {
    folder,
    scope,
    machine,
    harnesses,
    profile,
    keepsServer,
    port,
    start,
  }: InitOptions & { readonly start: readonly string[] },
  context: CommandContext,
): Promise<ExitCode> {
  const now = new Date().toISOString();
  const failed = async (path: string, problem: string): Promise<ExitCode> => {
    await write(context.stderr, `${path} cannot be written: ${problem}. Everything is as it was.\n`);
    return exitCodes.findings;
  };
  // The shell asks no server whose key it does not know, and the system may start the server with the first question.
  if (keepsServer) makeServerKey(context.env);
  const undo = policies.map((change) => ({ ...change, before: change.after, after: change.before }));
  const written = applyChanges(policies, now);
  if (!written.ok) return await failed(written.path, written.problem);
  const checked = checkPolicies(folder);
  if (checked === undefined || checked.problems.length > 0) {
    applyChanges(undo, now);
    await areValid(folder, context);
    return exitCodes.invalidPolicy;
  }
  const applied = applyChanges(hooks, now);
  if (!applied.ok) {
    applyChanges(undo, now);
    return await failed(applied.path, applied.problem);
  }
  keepCompiled(folder, checked, context.env, scope === 'managed');
  const rules = countOf(checked.loaded.program?.rules.length ?? 0, 'rule');
  await write(
    context.stdout,
    `\nWritten. ${rules} in ${shownPath(folder, machine)} ${profile === 'watch' ? 'watch' : 'are in force for'} ${listed(harnesses.map(({ name }) => name))}.\n`,
  );
  if (profile === 'watch')
    await write(
      context.stdout,
      `Rules deny nothing, and nothing keeps an agent from changing bylaw; a hook that is gone or cannot decide still denies. \`${typed(machine, 'log stats')}\` shows what rules would deny; \`${typed(machine, 'init --profile default')}\` lets them.\n`,
    );
  if (keepsServer)
    await write(
      context.stdout,
      `Start the server: ${listed(start.map((each) => `\`${each}\``))}. Until then each hook decides itself.\n`,
    );
  if (port !== undefined) await write(context.stdout, howToPost(folder, port, machine));
  for (const backup of applied.backups) await write(context.stdout, `Kept: ${shownPath(backup, machine)}\n`);
  await sayNext(harnesses, scope, machine, context);
  return exitCodes.fine;
}

const howToPost = (folder: string, port: number, machine: Machine): string =>
  `Until the server answers every call is denied. Make a token with \`${typed(machine, 'token NAME')}\`, put its entry into a file as \`{"events": [ENTRY], "uploads": []}\`, start \`${typed(machine, `serve --policies ${typedWord(folder)} --tokens FILE --port ${port}`)}\`, and set ${tokenVariable} to the token where the harness is started.
Of calls that are posted the disk is not looked at: what links lead to and what scripts hold that a call runs is then not known (docs/effects.md).
`;
