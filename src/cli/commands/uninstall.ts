/** `bylaw uninstall`: takes out what `bylaw init` put in, and nothing else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { harnessIds } from '../../adapters/harnesses.ts';
import { harnessInstalls } from '../../harnesses/installs.ts';
import { userCacheFolder, userConfigFolder, userStateFolder } from '../../host/machine/user-folders.ts';
import { applyChanges } from '../../install/file-change.ts';
import { type InstallScope, type Machine, managedPolicies } from '../../install/machine.ts';
import { ownCaches, removeCaches } from '../../install/own-caches.ts';
import { ownCommand, typed } from '../../install/own-command.ts';
import { planUninstall } from '../../install/plan.ts';
import { serviceOf, serviceRemovals } from '../../install/service.ts';
import { answerBeforeWriting, sayKept, sayNotApplied } from '../init/output.ts';
import { isChanged, type ShownChange } from '../init/show-changes.ts';
import { showHooks } from '../init/show-hooks.ts';
import {
  harnessesNamed,
  inSentence,
  machineOf,
  scopeOf,
  scopeOptions,
  shownPath,
} from '../options/harness-options.ts';
import { flag } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { countOf } from '../policies/policies.ts';
import { type CliCommand, type CommandContext, exitCodes, write } from '../terminal/context.ts';

export const uninstall: CliCommand = {
  name: 'uninstall',
  summary: 'take bylaw out of the harnesses again',
  help: `Usage: bylaw uninstall [HARNESS…] [--user|--project|--managed] [--root DIR]
                       [--dry-run] [--diff] [--yes]

Takes the hook of bylaw out of the configuration of each harness, or of those that
are named, and leaves everything else as it is. A file that was not changed
since \`bylaw init\` is afterwards what it was before, octet for octet. Without
HARNESS, and for the user, what hooks keep in the user's cache folder goes too. The
policies are left.

Options:
  --user, --project, --managed
                   only there (default: for this user and for this project)
  --root DIR       put DIR in front of the places of the system
  --dry-run        show what would be written, and write nothing
  --diff           show every line that changes, as a patch
  --yes            do not ask

Examples:
  bylaw uninstall --dry-run
  bylaw uninstall cursor --project

Exit codes: 0 taken out, or nothing is there; 1 it was not confirmed, or not everything could
be taken out; 3 wrong usage.
`,
  ...asPart(
    'uninstall',
    {
      options: {
        ...scopeOptions,
        'dry-run': flag,
        diff: flag,
        yes: flag,
      },
      operands: harnessIds,
    },
    async ({ values, positionals }, context) => {
      const scope = scopeOf(values);
      const scopes: readonly InstallScope[] = scope === undefined ? ['user', 'project'] : [scope];
      const machine = machineOf(context, values);
      const harnesses = positionals.length > 0 ? harnessesNamed(positionals) : Object.values(harnessInstalls);
      const plan = planUninstall(harnesses, scopes, machine, ownCommand(machine, '/'));
      const hooks = plan.changes.filter(isChanged);
      // The server goes with the last hook of the user: one that is named leaves it to the others.
      const service =
        positionals.length === 0 && scopes.includes('user')
          ? serviceOf(machine, ownCommand(machine, '/'))
          : undefined;
      const services = service === undefined ? [] : serviceRemovals(service);
      const changes: readonly ShownChange[] = [...hooks, ...services];
      for (const problem of plan.problems)
        await write(
          context.stderr,
          `Not taken out of ${shownPath(problem, machine)}. Fix it, and run \`${typed(machine, 'uninstall')}\` again: a hook may still be there.\n`,
        );
      if (plan.problems.length > 0 && positionals.length > 0) {
        await write(context.stderr, 'Nothing was written.\n');
        return exitCodes.findings;
      }
      const problems = plan.problems.length > 0;
      // Other hooks go on using what is kept, and a folder to try things in has no user of its own.
      const isWhole =
        positionals.length === 0 && scopes.includes('user') && machine.root === '/' && !problems;
      const caches = isWhole ? ownCaches(machine) : [];
      if (changes.length === 0 && caches.length === 0) {
        await write(context.stdout, `There is no ${problems ? 'other ' : ''}hook of bylaw to take out.\n`);
        return problems ? exitCodes.findings : exitCodes.fine;
      }
      const how = {
        dryRun: values['dry-run'] === true,
        diff: values.diff === true,
        yes: values.yes === true,
      };
      await write(
        context.stdout,
        showHooks(changes, { machine, diff: how.diff }, context.stdout, ['the server']),
      );
      const cacheFolder = shownPath(userCacheFolder(context.env), machine);
      if (caches.length > 0)
        await write(
          context.stdout,
          `${cacheFolder}   (what hooks keep between calls: ${countOf(caches.length, 'file')} deleted)\n\n`,
        );
      const answer = await answerBeforeWriting(true, how, context);
      if (answer !== undefined) return answer;
      const applied = applyChanges(changes, new Date().toISOString());
      if (!applied.ok) {
        await sayNotApplied(applied, context);
        return exitCodes.findings;
      }
      await sayKept(applied.backups, machine, context);
      if (service !== undefined && services.length > 0)
        await write(
          context.stdout,
          `Stop the server: ${inSentence(service.stop.map((each) => `\`${each}\``))}.\n`,
        );
      if (changes.length > 0)
        await write(
          context.stdout,
          'Taken out. Harnesses that are running go on with the hook until they start again.\n',
        );
      for (const file of removeCaches(caches, machine))
        await write(context.stderr, `${shownPath(file, machine)} cannot be deleted; delete it yourself.\n`);
      if (caches.length > 0) await write(context.stdout, `Deleted: what hooks kept in ${cacheFolder}\n`);
      await sayWhatIsLeft(scopes, machine, context);
      return problems ? exitCodes.findings : exitCodes.fine;
    },
  ),
};

async function sayWhatIsLeft(
  scopes: readonly InstallScope[],
  machine: Machine,
  { env, stdout }: CommandContext,
): Promise<void> {
  const folders: Readonly<Record<InstallScope, string>> = {
    user: join(userConfigFolder(env), 'policies'),
    project: join(machine.project, '.bylaw', 'policies'),
    managed: managedPolicies(machine),
  };
  for (const scope of scopes)
    if (existsSync(folders[scope]))
      await write(stdout, `Left: the policies in ${shownPath(folders[scope], machine)}\n`);
  if (!scopes.includes('user') || machine.root !== '/') return;
  if (ownCaches(machine).length > 0)
    await write(
      stdout,
      `Left: what hooks keep in ${shownPath(userCacheFolder(env), machine)}; \`${typed(machine, 'uninstall')}\` without a name deletes it\n`,
    );
  const kept = stateKept.filter(([name]) => existsSync(join(userStateFolder(env), name)));
  if (kept.length > 0)
    await write(
      stdout,
      `Left: ${inSentence(kept.map(([, what]) => what))}, in ${shownPath(userStateFolder(env), machine)}\n`,
    );
}

/** What there may be in the folder of the user's state. */
const stateKept = [
  ['decisions', 'the decision log'],
  ['memory', 'what is remembered of calls'],
  ['content', 'uploads'],
  ['server.key', 'the key of the server'],
] as const;
