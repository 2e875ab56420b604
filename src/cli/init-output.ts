/** What `bylaw init` says, whatever it sets up. */
import type { HarnessInstall } from '../install/harness-install.ts';
import type { Machine, Scope } from '../install/machine.ts';
import { typed } from '../install/own-command.ts';
import type { Plan } from '../install/plan.ts';
import { confirm } from './confirm.ts';
import { type CommandContext, type ExitCode, exitCodes, write } from './context.ts';
import { listed, shownPath } from './harness-options.ts';

/** What it is about. */
export interface InitScope {
  readonly scope: Scope;
  readonly machine: Machine;
  /** Those that were looked for and are not here. */
  readonly missing: readonly HarnessInstall[];
}

/** Which harnesses were looked for in vain, and how to set one up all the same. */
export function notFound({ missing, scope, machine }: InitScope): string {
  const [first] = missing;
  if (first === undefined) return '';
  const flag = scope === 'user' ? '' : ` --${scope}`;
  return `Not found: ${listed(missing.map(({ name }) => name))}. Name one to set it up all the same: \`${typed(machine, `init ${first.id}${flag}`)}\`.\n`;
}

/** Says what keeps everything from being written. */
export async function refuse(
  { problems }: Plan,
  machine: Machine,
  { stderr }: CommandContext,
): Promise<ExitCode> {
  for (const problem of problems) await write(stderr, `${shownPath(problem, machine)}\n`);
  await write(stderr, 'Nothing was written. Mend this, or name the harnesses to set up without it.\n');
  return exitCodes.findings;
}

/** A line for each harness that has nothing that could be written in this scope. */
export const withoutScope = ({ without }: Plan, scope: Scope): string =>
  without.map(({ name }) => `${name} has no configuration ${scopeWords[scope]}; it is left out.\n`).join('');

const scopeWords = {
  user: 'for one user',
  project: 'for a project',
  managed: 'that an administrator enforces',
} as const;

/** Asks at a terminal. */
export async function isAgreed(context: CommandContext): Promise<boolean> {
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

/** What a person has to do yet. */
export async function sayNext(
  harnesses: readonly HarnessInstall[],
  scope: Scope,
  machine: Machine,
  { stdout }: CommandContext,
): Promise<void> {
  await write(stdout, '\nWhat is left to do:\n');
  for (const { name, next } of harnesses)
    for (const sentence of next(scope)) await write(stdout, `  ${name}: ${sentence}\n`);
  if (scope === 'project')
    await write(stdout, '  The command lines name places of this machine: do not commit files with them.\n');
  await write(stdout, `  Prove it: \`${typed(machine, 'doctor')}\`.\n`);
}
