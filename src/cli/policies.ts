/** Loading policies for a command, with everything that is wrong said on standard error. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Program } from '../compile/program.ts';
import { type LoadedPolicies, loadPolicies, obstacles } from '../host/load.ts';
import { NoSuchPath } from '../host/policy-files.ts';
import type { Diagnostic } from '../language/diagnostic.ts';
import { renderDiagnostic } from '../language/render.ts';
import { type CommandContext, UsageError, write } from './context.ts';

/** Where policies are looked for when `--policies` is not given. */
export const defaultPolicies = 'policies';

/** Policies that may decide, and the program they are; undefined after saying why there is none. */
export async function loadForUse(
  context: CommandContext,
  folder: string | undefined,
): Promise<{ readonly loaded: LoadedPolicies; readonly program: Program } | undefined> {
  if (folder === undefined && !existsSync(resolve(context.cwd, defaultPolicies))) {
    throw new UsageError(`there is no folder \`${defaultPolicies}\` here; name one with \`--policies DIR\``);
  }
  const loaded = load(context, [folder ?? defaultPolicies]);
  const problems = obstacles(loaded);
  const { program } = loaded;
  if (problems.length === 0 && program !== undefined) return { loaded, program };
  await write(context.stderr, renderAll(problems, loaded, context));
  await write(
    context.stderr,
    `\nThe policies are not valid: ${countOf(problems.length, 'error')}. Nothing was loaded.\n`,
  );
  return undefined;
}

/** Reads policies; a path that is not there is a matter of usage. */
export function load(context: CommandContext, paths: readonly string[]): LoadedPolicies {
  try {
    return loadPolicies(paths, context.cwd);
  } catch (error) {
    if (error instanceof NoSuchPath) throw new UsageError(error.message);
    throw error;
  }
}

export function renderAll(
  diagnostics: readonly Diagnostic[],
  { lookup }: LoadedPolicies,
  context: CommandContext,
): string {
  const color = hasColor(context.stderr, context);
  return diagnostics.map((each) => `${renderDiagnostic(each, lookup, { color })}\n`).join('\n');
}

/** Colours for people at a terminal who have not switched them off. */
export function hasColor(stream: { readonly isTTY?: boolean }, { env }: CommandContext): boolean {
  return stream.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}

export const countOf = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
