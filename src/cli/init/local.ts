/** `bylaw init` with policies of this machine: shows what changes, asks, and makes all changes or none. */
import { asksDisk } from '../../check/tree/asks-disk.ts';
import { makeServerKey } from '../../host/credentials/server-key.ts';
import { isLayersFile } from '../../host/policy-files/policy-folder.ts';
import { tokenVariable, typedWord } from '../../install/command-line.ts';
import { type Applied, applyChanges, type FileChange } from '../../install/file-change.ts';
import { checkPolicies, keepCompiled } from '../../install/keep-compiled.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { otherPacks } from '../../install/other-packs.ts';
import { commandDoubts, ownCommand, serveCommand, typed } from '../../install/own-command.ts';
import { planInstall } from '../../install/plan.ts';
import { serviceChanges, serviceOf } from '../../install/service.ts';
import {
  defaultProfile,
  hasPolicies,
  isStrict,
  type Profile,
  programFolder,
  starterPolicies,
  strictProfile,
} from '../../install/starter-policies.ts';
import { inSentence, shownPath } from '../options/harness-options.ts';
import { countOf } from '../policies/policies.ts';
import { areValid } from '../policies/valid-policies.ts';
import { type CommandContext, exitCodes, UsageError, write } from '../terminal/context.ts';
import type { LocalSetUp } from './options.ts';
import {
  answerBeforeWriting,
  noneFound,
  refusal,
  sayKept,
  sayNext,
  sayNotApplied,
  sayNotes,
} from './output.ts';
import { type InitOutcome, type Intent, notWritten } from './report.ts';
import { isChanged } from './show-changes.ts';
import { showHooks } from './show-hooks.ts';
import { showPlan } from './show-plan.ts';

/** Sets up the hooks and the policies that they read. Throws `UsageError`. */
export async function setUpLocal(options: LocalSetUp, context: CommandContext): Promise<InitOutcome> {
  const { harnesses, scope, machine, folder, profile, server, port, log } = options;
  if (harnesses.length === 0) return await noneFound(options, context);
  const isNew = !isLayersFile(folder) && !hasPolicies(folder);
  const command = { ...ownCommand(machine, folder, profile === 'watch'), server, port, log };
  const policies = isNew
    ? starterPolicies(folder, profile, [programFolder(command.script)])
    : options.isProfileNamed
      ? profileChanges(folder, profile)
      : [];
  const plan = planInstall(harnesses, scope, machine, command);
  const service = options.keepsServer ? serviceOf(machine, command) : undefined;
  const services = service === undefined ? [] : serviceChanges(service);
  const intent = {
    plan,
    policies: folder,
    beside: [...policies, ...services],
    notes: [
      ...commandDoubts(command, machine, scope === 'managed'),
      ...(isNew ? [] : otherPacks(folder, machine)),
      ...(profile === 'watch' && !options.isProfileNamed
        ? [
            `The hooks go on to watch only, and deny nothing: ${howToDeny(folder, scope, machine)} makes rules deny.`,
          ]
        : []),
    ],
    start: options.keepsServer ? (service?.start ?? [serveCommand(machine, folder)]) : [],
  };
  const refused = await refusal(plan, options, context);
  if (refused !== undefined) return notWritten(refused, intent);
  if (!isNew && !(await areValid(folder, context))) return notWritten(exitCodes.invalidPolicy, intent);
  if (!isNew && port !== undefined) refuseDisk(folder);
  await showPlan(plan, policies, options, isNew, context);
  await write(context.stdout, showHooks(services, options, context.stdout, ['the server']));
  await sayNotes(intent.notes, options, context);
  const hooks = [...plan.changes.filter(isChanged), ...services];
  const answer = await answerBeforeWriting(hooks.length + policies.length > 0, options, context);
  if (answer !== undefined) return notWritten(answer, intent);
  const setUp = harnesses.filter((harness) => !plan.without.includes(harness));
  return await makeChanges(policies, hooks, intent, { ...options, harnesses: setUp }, context);
}

/** What a profile that is named changes of a folder that is there. */
function profileChanges(folder: string, profile: Profile): readonly FileChange[] {
  if (profile === 'strict') return strictProfile(folder);
  return profile === 'default' ? defaultProfile(folder) : [];
}

/** The command that ends watching, with the rules that are in force. */
const howToDeny = (folder: string, scope: InstallScope, machine: Machine): string =>
  `\`${typed(machine, `init${scope === 'user' ? '' : ` --${scope}`} --profile ${isStrict(folder) ? 'strict' : 'default'}`)}\``;

/** Throws `UsageError` where a rule asks the disk: for a posted hook the disk is not looked at. */
function refuseDisk(folder: string): void {
  const { bundle } = checkPolicies(folder)?.loaded ?? {};
  const rule = bundle && asksDisk(bundle);
  if (rule !== undefined)
    throw new UsageError(
      `\`--http\` does not go with the rule \`${rule}\`: it asks what only the disk says, and of calls that are posted the disk is not looked at`,
    );
}

/** The policies first: a hook without policies denies everything. */
async function makeChanges(
  policies: readonly FileChange[],
  hooks: readonly FileChange[],
  intent: Intent,
  { folder, scope, machine, harnesses, profile, keepsServer, port, log }: LocalSetUp,
  context: CommandContext,
): Promise<InitOutcome> {
  const now = new Date().toISOString();
  const failed = async (applied: Applied & { readonly ok: false }): Promise<InitOutcome> => {
    await sayNotApplied(applied, context);
    return notWritten(exitCodes.findings, intent);
  };
  // The shell asks no server whose key it does not know, and the system may start the server with the first question.
  if (keepsServer) makeServerKey(context.env);
  const undo = policies.map((change) => ({ ...change, before: change.after, after: change.before }));
  const written = applyChanges(policies, now);
  if (!written.ok) return await failed(written);
  const checked = checkPolicies(folder);
  if (checked === undefined || checked.problems.length > 0) {
    applyChanges(undo, now);
    await areValid(folder, context);
    return notWritten(exitCodes.invalidPolicy, intent);
  }
  const applied = applyChanges(hooks, now);
  if (!applied.ok) {
    applyChanges(undo, now);
    return await failed(applied);
  }
  keepCompiled(folder, checked, context.env, scope === 'managed');
  const rules = countOf(checked.loaded.program?.rules.length ?? 0, 'rule');
  await write(
    context.stdout,
    `\nWritten. ${rules} in ${shownPath(folder, machine)} ${profile === 'watch' ? 'watch' : 'are in force for'} ${inSentence(harnesses.map(({ name }) => name))}.\n`,
  );
  if (profile === 'watch')
    await write(
      context.stdout,
      `Rules deny nothing, and nothing keeps an agent from changing bylaw; a hook whose program is missing, or that cannot decide, still denies. \`${logCommand('stats', log, machine)}\` shows what rules would deny; ${howToDeny(folder, scope, machine)} makes rules deny.\n`,
    );
  await write(context.stdout, aboutLog({ profile, keepsServer, port, log }, machine));
  if (keepsServer)
    await write(
      context.stdout,
      `Start the server: ${inSentence(intent.start.map((each) => `\`${each}\``))}. Until then each hook decides itself.\n`,
    );
  if (port !== undefined) await write(context.stdout, howToPost(folder, port, machine));
  await sayKept(applied.backups, machine, context);
  // Hooks that are as they were read the new policies by themselves.
  await sayNext(hooks.length === 0 ? [] : harnesses, [...policies, ...hooks], scope, machine, context);
  return { code: exitCodes.fine, intent, done: { written: true, backups: applied.backups } };
}

/** The command that shows the log of the hooks. */
function logCommand(
  verb: 'stats' | 'tail',
  [, folder = 'default']: readonly string[],
  machine: Machine,
): string {
  return typed(machine, `log ${verb}${folder === 'default' ? '' : ` ${typedWord(folder)}`}`);
}

/** Where decisions are written down; of the profile `watch` it is said already. */
function aboutLog(
  { profile, keepsServer, port, log }: Pick<LocalSetUp, 'profile' | 'keepsServer' | 'port' | 'log'>,
  machine: Machine,
): string {
  if (keepsServer || port !== undefined)
    return `The server keeps a log of decisions: \`${typed(machine, 'log tail')}\` shows it.\n`;
  if (profile === 'watch') return '';
  return log.length === 0
    ? `No log of decisions is kept. \`${typed(machine, 'init --log default')}\` keeps one, and so does a server: \`${typed(machine, 'init --server')}\`.\n`
    : `Hooks keep a log of decisions: \`${logCommand('tail', log, machine)}\` shows it.\n`;
}

const howToPost = (folder: string, port: number, machine: Machine): string =>
  `Until the server answers every call is denied. Make a token with \`${typed(machine, 'token new NAME --file FILE')}\`, start \`${typed(machine, `serve --policies ${typedWord(folder)} --tokens FILE --port ${port}`)}\`, and set ${tokenVariable} to the token where the harness is started.
Of calls that are posted the disk is not looked at: what links lead to and what scripts hold that a call runs is then not known (docs/effects.md).
`;
