/** What `bylaw init` says, whatever it sets up. */
import type { Applied, FileChange } from '../../install/file-change.ts';
import type { HarnessInstall } from '../../install/harness-install.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { typed } from '../../install/own-command.ts';
import type { Plan } from '../../install/plan.ts';
import { inSentence, shownPath } from '../options/harness-options.ts';
import { confirm } from '../terminal/confirm.ts';
import { type CommandContext, type ExitCode, exitCodes, write } from '../terminal/context.ts';
import { keepUncommitted } from './keep-uncommitted.ts';
import { type InitOutcome, type InitScope, notWritten } from './report.ts';

/** Which harnesses were looked for in vain, and how to set one up all the same. */
function notFound({ missing, scope, machine }: InitScope): string {
  const [first] = missing;
  if (first === undefined) return '';
  const flag = scope === 'user' ? '' : ` --${scope}`;
  return `Not found: ${inSentence(missing.map(({ name }) => name))}. Name one to set it up anyway: \`${typed(machine, `init ${first.id}${flag}`)}\`.\n`;
}

/** Where no harness was named, and none is here. */
export async function noneFound(scope: InitScope, { stderr }: CommandContext): Promise<InitOutcome> {
  await write(stderr, `No harness that bylaw knows was found here.\n${notFound(scope)}`);
  const plan = { changes: [], problems: [], without: [] };
  return notWritten(exitCodes.findings, { plan, policies: undefined, beside: [], notes: [], start: [] });
}

/** Says what keeps everything from being written; undefined where nothing does. */
export async function refusal(
  plan: Plan,
  { scope, machine }: InitScope,
  { stderr }: CommandContext,
): Promise<ExitCode | undefined> {
  if (plan.problems.length === 0 && plan.changes.length > 0) return undefined;
  for (const problem of plan.problems) await write(stderr, `${shownPath(problem, machine)}\n`);
  await write(
    stderr,
    plan.problems.length > 0
      ? 'Nothing was written. Fix this, or name the harnesses to set up without it.\n'
      : `${withoutScope(plan, scope)}Nothing was written.\n`,
  );
  return exitCodes.findings;
}

/** Who is not here, and what may go wrong later. */
export async function sayNotes(
  notes: readonly string[],
  scope: InitScope,
  { stdout }: CommandContext,
): Promise<void> {
  await write(stdout, notFound(scope));
  for (const note of notes) await write(stdout, `Note: ${note}\n`);
}

/** The exit code where nothing is to be written: all is right, a dry run, or a person says no. Undefined: write. */
export async function answerBeforeWriting(
  hasChanges: boolean,
  { dryRun, diff, yes }: { readonly dryRun: boolean; readonly diff?: boolean; readonly yes: boolean },
  context: CommandContext,
): Promise<ExitCode | undefined> {
  if (!hasChanges) await write(context.stdout, 'Everything is set up already; nothing to write.\n');
  else if (diff === false && !yes) await write(context.stdout, '`--diff` shows every changed line.\n');
  if (hasChanges && dryRun) await write(context.stdout, 'Nothing was written: this was a dry run.\n');
  if (!hasChanges || dryRun) return exitCodes.fine;
  return yes || (await isAgreed(context)) ? undefined : exitCodes.findings;
}

/** Says why nothing was written after all. */
export const sayNotApplied = (
  { path, problem }: Applied & { readonly ok: false },
  { stderr }: CommandContext,
): Promise<void> => write(stderr, `${path} cannot be written: ${problem}. Everything is as it was.\n`);

/** Says where files are kept that were replaced. */
export async function sayKept(
  backups: readonly string[],
  machine: Machine,
  { stdout }: CommandContext,
): Promise<void> {
  for (const backup of backups) await write(stdout, `Kept: ${shownPath(backup, machine)}\n`);
}

/** A line for each harness that has nothing that could be written in this scope. */
export const withoutScope = ({ without }: Plan, scope: InstallScope): string =>
  without.map(({ name }) => `${name} has no configuration ${scopeWords[scope]}; it is left out.\n`).join('');

const scopeWords = {
  user: 'for one user',
  project: 'for a project',
  managed: 'that an administrator enforces',
} as const;

/** Asks at a terminal. */
async function isAgreed(context: CommandContext): Promise<boolean> {
  if (context.stdin.isTTY !== true) {
    await write(
      context.stderr,
      'Nothing was written: there is no terminal to ask at. Add `--yes` to write it.\n',
    );
    return false;
  }
  const agreed = await confirm('Write this?', context);
  if (!agreed) await write(context.stdout, 'Nothing was written.\n');
  return agreed;
}

/** What a person has to do yet, after these changes. */
export async function sayNext(
  harnesses: readonly HarnessInstall[],
  changes: readonly FileChange[],
  scope: InstallScope,
  machine: Machine,
  { stdout }: CommandContext,
): Promise<void> {
  await write(stdout, '\nWhat is left to do:\n');
  for (const { name, next } of harnesses)
    for (const sentence of next(scope)) await write(stdout, `  ${name}: ${sentence}\n`);
  if (scope === 'project') {
    await write(stdout, '  The command lines name places of this machine: do not commit files with them.\n');
    const line = keepUncommitted(changes, machine);
    if (line !== undefined) await write(stdout, `  ${line}\n`);
  }
  await write(stdout, `  Prove it: \`${typed(machine, 'doctor')}\`.\n`);
}
