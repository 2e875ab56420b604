/** Loading policies for a command, with everything that is wrong said on standard error. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Program } from '../compile/program.ts';
import { type LoadedPolicies, loadPolicies, obstacles } from '../host/load.ts';
import { NoSuchPath } from '../host/policy-files.ts';
import { policyStamp } from '../host/policy-folder.ts';
import { defaultMemory, type MachineMemory, openMemory } from '../host/remembering.ts';
import type { Diagnostic } from '../language/diagnostic.ts';
import { renderDiagnostic } from '../language/render.ts';
import { MemoryStoreError } from '../store/memory/failure.ts';
import { budgetProblems, type EventBudget } from './budget-option.ts';
import { type CommandContext, UsageError, write } from './context.ts';

/** Where policies are looked for when `--policies` is not given. */
export const defaultPolicies = 'policies';

/** Policies that may decide, and the program that they are. */
export interface PoliciesInUse {
  readonly loaded: LoadedPolicies;
  readonly program: Program;
  /** Whether these are the policies of the paths, which are absolute, as they are on disk now. */
  decidesBy(paths: readonly string[]): boolean;
  /** What the policies on disk are like now; `loadedStamp` is what it was when these were read. */
  stamp(): string;
  readonly loadedStamp: string;
}

/** Loads policies, or says why there are none that may decide; those over a budget may not. */
export async function loadForUse(
  context: CommandContext,
  folder: string | undefined,
  budget?: EventBudget,
): Promise<PoliciesInUse | undefined> {
  if (folder === undefined && !existsSync(resolve(context.cwd, defaultPolicies))) {
    throw new UsageError(`there is no folder \`${defaultPolicies}\` here; name one with \`--policies DIR\``);
  }
  const path = resolve(context.cwd, folder ?? defaultPolicies);
  // Taken before anything is read: what changes meanwhile is a change.
  const files = policyStamp([path], []);
  const loaded = load(context, [folder ?? defaultPolicies]);
  const problems = [...obstacles(loaded), ...budgetProblems(loaded, budget)];
  const { program } = loaded;
  if (problems.length === 0 && program !== undefined) {
    const extra = [...loaded.sources.map((source) => source.path), ...loaded.recorded];
    const others = extra.map((name) => join(loaded.root, name));
    const content = policyStamp([], others);
    const stamp = (): string => `${policyStamp([path], [])}\n${policyStamp([], others)}`;
    const loadedStamp = `${files}\n${content}`;
    const decidesBy = (paths: readonly string[]): boolean =>
      paths.length === 1 && paths[0] === path && stamp() === loadedStamp;
    return { loaded, program, decidesBy, stamp, loadedStamp };
  }
  await write(context.stderr, renderAll(problems, loaded, context));
  await write(
    context.stderr,
    `\nThe policies are not valid: ${countOf(problems.length, 'error')}. Nothing was loaded.\n`,
  );
  return undefined;
}

/** Opens what the policies need to remember of earlier calls, where they ask for that. */
export function memoryForUse(
  { cwd, env }: CommandContext,
  { program }: PoliciesInUse,
  folder: string | undefined,
): MachineMemory | undefined {
  try {
    return openMemory(program, { folder: folder === undefined ? defaultMemory(env) : resolve(cwd, folder) });
  } catch (error) {
    if (!(error instanceof MemoryStoreError)) throw error;
    throw new UsageError(
      `${error.message.replace(/\.$/, '')}; another folder is named with \`--memory DIR\``,
    );
  }
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
