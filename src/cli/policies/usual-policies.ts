/** The policies that a command is about where its command line names none: the folder `policies` of here, or those of this user. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageFile } from '../../host/machine/package-files.ts';
import { userConfigFolder } from '../../host/machine/user-folders.ts';
import { type CommandContext, say, UsageError } from '../terminal/context.ts';

/** Where policies are looked for where none are named. */
const usual = 'policies';

/** What a command does with the policies, for the line that says which they are: they `answer`. */
type Use = 'answer' | 'are checked' | 'are tested';

/** For what decides: only the folder of here. Throws `UsageError`. */
export function policiesHere({ cwd, env }: CommandContext): readonly string[] {
  if (existsSync(resolve(cwd, usual))) return [usual];
  const own = ownPolicies(env);
  throw new UsageError(
    existsSync(own)
      ? `there is no folder \`${usual}\` here; name one with \`--policies DIR\`: those of this user are in ${own}`
      : noPolicies('--policies '),
  );
}

/** For a trial, where hooks of this user may have policies of their own: says which folder answers. Throws `UsageError`. */
export async function policiesOfTrial(context: CommandContext): Promise<readonly string[]> {
  const [named, here, own] = await lookAround(context, 'answer', '--policies ');
  if (here !== own && named === usual && existsSync(own))
    await tell(
      context,
      `the policies in ${here} answer; those of this user are in ${own}: \`--policies ${own}\``,
    );
  return [named];
}

/** For a command that reports on files, which says which folder it took. Throws `UsageError`. */
export async function policiesToRead(context: CommandContext, use: Use): Promise<readonly string[]> {
  const [named, here] = await lookAround(context, use, '');
  if (named === usual) await tell(context, `the policies in ${here} ${use}`);
  return [named];
}

/**
 * `named`: the folder to take, as it is shown. `here`: the folder `policies` of here, also where there is none. `own`: that of this user.
 * `option`: what the user writes in front of the name of a folder.
 */
async function lookAround(
  context: CommandContext,
  use: Use,
  option: string,
): Promise<readonly [named: string, here: string, own: string]> {
  const here = resolve(context.cwd, usual);
  const own = ownPolicies(context.env);
  if (existsSync(here)) return [usual, here, own];
  if (!existsSync(own)) throw new UsageError(noPolicies(option));
  await tell(context, `the policies of this user ${use}, in ${own}`);
  return [own, here, own];
}

const ownPolicies = (env: CommandContext['env']): string => join(userConfigFolder(env), usual);

const tell = (context: CommandContext, sentence: string): Promise<void> =>
  say(context.stderr, 'info', `bylaw: ${sentence}\n`);

const noPolicies = (option: string): string =>
  `there is no folder \`${usual}\` here, and this user has none: \`bylaw init\` makes one with the packs. Or name one, such as the packs that come with bylaw: \`${option}${packageFile(usual)}\``;
