/** Loading policies for a command, with everything that is wrong said on standard error. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { treesOf } from '../../compile/kept-bundle.ts';
import { compileKept, inMode, type Program, type UseMode } from '../../compile/program.ts';
import { keptPolicies, policiesToTry } from '../../host/load/kept-policies.ts';
import { placesOf as placesOfLayers } from '../../host/load/layer-places.ts';
import { layersNamed } from '../../host/load/layers-named.ts';
import { installedBuild } from '../../host/machine/installed-build.ts';
import { NoSuchPath } from '../../host/machine/no-such-path.ts';
import { ownPlaces } from '../../host/machine/own-places.ts';
import { packageFile } from '../../host/machine/package-files.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import type { KeptFacts } from '../../host/policy-cache/kept-entry.ts';
import type { BrokenLayer } from '../../host/policy-files/layer.ts';
import { notInForce } from '../../host/policy-files/misnamed.ts';
import { brieflyNamedFrom, namedFrom } from '../../host/policy-files/named-from.ts';
import { policyStamp } from '../../host/policy-files/policy-folder.ts';
import { sourcesBelow } from '../../host/policy-files/read-source.ts';
import {
  type ClusterMemory,
  defaultMemory,
  type MachineMemory,
  openClusterMemory,
  openMemory,
  openServerMemory,
  type ServerMemory,
} from '../../host/remembering.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { renderDiagnostic, type SourceLookup } from '../../language/render.ts';
import { MemoryStoreError } from '../../store/memory/failure.ts';
import { budgetProblems, type EventBudget } from '../options/budget-option.ts';
import { hasColor } from '../terminal/color.ts';
import { type CommandContext, say, timeIn, UsageError } from '../terminal/context.ts';
import { idleExceptions } from './idle-exceptions.ts';
import { switchedOff } from './switched-off.ts';
import { policiesHere, policiesOfTrial } from './usual-policies.ts';

/** Policies that may decide, and the program that they are. */
export interface PoliciesInUse {
  readonly loaded: Loaded;
  readonly program: Program;
  /** Whether these are the policies of the paths, which are absolute, as they are on disk now. */
  decidesBy(paths: readonly string[]): boolean;
  /** Sentences about exceptions that have no effect, or leave nothing of rules, at a time in milliseconds since 1970. */
  warnings(at: number): readonly string[];
  /** The stamp of the policies on disk now; `loadedStamp` is the stamp when these were read. */
  stamp(): string;
  readonly loadedStamp: string;
  /** What each of several layers was like when these were read, by its name. */
  readonly layerStamps: ReadonlyMap<string, string>;
}

/** How many rules are in force, without those that replace broken layers. */
export const ruleCount = ({ program, loaded }: PoliciesInUse): number =>
  program.rules.length - loaded.broken.length;

/** What is known of policies in use besides their rules. */
export interface Loaded extends Pick<KeptFacts, 'digest' | 'sources'> {
  /** Lower layers that are not in force. */
  readonly broken: readonly BrokenLayer[];
  /** Finds the texts of what is wrong with them. */
  readonly problemLookup: SourceLookup;
  /** Finds a text as long as nothing has changed since it was read. */
  readonly lookup: SourceLookup;
}

/** What is asked of policies besides that they are valid. */
export interface UseOptions {
  /** Those that cost more are refused. */
  readonly budget?: EventBudget | undefined;
  /** What the installed build is called. */
  readonly build?: string | undefined;
  /** What is so where the policies may not decide, as a sentence. */
  readonly otherwise?: string;
  readonly mode?: UseMode;
  /** Calls are decided meanwhile: they have a turn between one step and the next. */
  readonly isDeciding?: boolean;
  /** Nothing is decided by them: their failing tests are only reported. */
  readonly isTrial?: boolean;
  /** Folders and files of this process, as the command line names them: of its memory, its log, its socket, its tokens. */
  readonly beside?: readonly (string | undefined)[];
  /** Called with what keeps the policies from deciding, beside what is said of it. */
  refused?(problems: readonly Diagnostic[], lookup: SourceLookup): void;
}

/** Loads policies, or says why there are none that may decide. */
export async function loadForUse(
  context: CommandContext,
  given: readonly string[] | undefined,
  options: UseOptions = {},
): Promise<PoliciesInUse | undefined> {
  const { budget, build = isInstalled ? installedBuild() : undefined, otherwise = nothingLoaded } = options;
  const named = given ?? (await (options.isTrial === true ? policiesOfTrial : policiesHere)(context));
  const [highest] = named;
  // What is not there of a lower layer is wrong with that one.
  if (highest !== undefined && !existsSync(resolve(context.cwd, highest)))
    throw new UsageError(new NoSuchPath(highest, context.cwd).message);
  const own = named.map((path) => resolve(context.cwd, path));
  // Taken before anything is read: what changes meanwhile is a change.
  const placesBefore = placesOf(named, context.cwd);
  const files = policyStamp(placesBefore, []);
  const layerStamps = stampsOfLayers(named, context.cwd);
  const find = options.isTrial === true ? policiesToTry : keptPolicies;
  const keeping = await loadOrRefuse(() =>
    find({ named, cwd: context.cwd, env: context.env, build, isDeciding: options.isDeciding }),
  );
  if (keeping.kept === undefined) {
    options.refused?.(keeping.problems, keeping.lookup);
    await sayProblems(keeping.problems, { lookup: keeping.lookup, otherwise }, context);
    return undefined;
  }
  if (options.isDeciding === true) await setImmediate();
  const { bundle, digest, root, sources, recorded, leftOut, broken, paths } = keeping.kept;
  const { failing = [] } = keeping;
  if (failing.length > 0)
    await say(
      context.stderr,
      'warning',
      `bylaw: ${countOf(failing.length, 'test')} of these policies ${failing.length === 1 ? 'fails' : 'fail'}, so that nothing that decides would load them: see \`bylaw test\`\n`,
    );
  if (options.isTrial === true)
    for (const line of notInForce(placesBefore, context.cwd))
      await say(context.stderr, 'warning', `bylaw: ${line}\n`);
  if (options.otherwise === undefined) await sayBroken(broken, keeping, context);
  const exceptions = [...(bundle.exceptions ?? []), ...(bundle.pauses ?? [])];
  const ownRules = bundle.rules.heads.length - broken.length;
  const warnings = (at: number): readonly string[] => [
    ...idleExceptions(exceptions, at),
    ...switchedOff(bundle, ownRules, at),
  ];
  for (const line of warnings(timeIn(context))) await say(context.stderr, 'warning', `bylaw: ${line}\n`);
  const dear = budget === undefined ? [] : budgetProblems(treesOf(bundle), budget);
  if (dear.length > 0) {
    const lookup = namedFrom(sourcesBelow(root), { root, cwd: context.cwd });
    options.refused?.(dear, lookup);
    await sayProblems(dear, { lookup, otherwise }, context);
    return undefined;
  }
  const others = [...sources, ...recorded, ...leftOut].map((name) => join(root, name));
  const places = ownPlaces({
    env: context.env,
    program: packageFile(''),
    policies: [...paths, ...sources.map((name) => join(root, name))],
    others: (options.beside ?? []).map((place) => place && resolve(context.cwd, place)),
  });
  const stamp = (): string => `${policyStamp(placesOf(named, context.cwd), [])}\n${policyStamp([], others)}`;
  const loadedStamp = `${files}\n${policyStamp([], others)}`;
  return {
    loaded: {
      digest,
      sources,
      broken,
      problemLookup: keeping.lookup,
      lookup: brieflyNamedFrom(
        sourcesBelow(root, () => stamp() === loadedStamp),
        { root, cwd: context.cwd },
      ),
    },
    program: inMode(compileKept(bundle, places), options.mode ?? {}),
    decidesBy: (asked) =>
      asked.length === own.length && own.every((path, at) => path === asked[at]) && stamp() === loadedStamp,
    warnings,
    stamp,
    loadedStamp,
    layerStamps,
  };
}

/** What each layer is like; a file named alone may import others, and is never the same. What is not there is. */
function stampsOfLayers(named: readonly string[], cwd: string): ReadonlyMap<string, string> {
  const { layers } = layersNamed(named, cwd);
  return new Map(
    layers.map(({ name, paths, ...rights }) => {
      const absolute = paths.map((path) => resolve(cwd, path));
      const isTold = absolute.every((path) => !existsSync(path) || statOf(path)?.isDirectory() === true);
      return [name, JSON.stringify([rights, policyStamp(absolute, []), isTold ? '' : performance.now()])];
    }),
  );
}

/** Everything that named policies are read from; of a file of layers that cannot be read, this file. */
function placesOf(named: readonly string[], cwd: string): readonly string[] {
  try {
    return placesOfLayers(named, layersNamed(named, cwd), cwd);
  } catch {
    return named.map((path) => resolve(cwd, path));
  }
}

/** What is not there, and of the highest layer, is a matter of usage. */
async function loadOrRefuse<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof NoSuchPath) throw new UsageError(error.message);
    throw error;
  }
}

/** Reports a layer that is not in force, with all that is wrong with it. */
export async function sayBroken(
  broken: readonly BrokenLayer[],
  { lookup }: { readonly lookup: SourceLookup },
  context: CommandContext,
  describe = describeBroken,
): Promise<void> {
  for (const each of broken)
    await say(
      context.stderr,
      'error',
      `${renderAll(each.problems, { lookup }, context)}\nbylaw: ${describe(each)}\n`,
    );
}

/** A layer that is not in force, as a sentence. */
export function describeBroken({ layer: { name, owner, workspace }, problems }: BrokenLayer): string {
  const by = owner === undefined ? '' : ` (${owner})`;
  const denied =
    workspace.length === 0 ? 'Every call is denied' : `Calls in ${workspace.join(' and ')} are denied`;
  return `The layer \`${name}\`${by} is not in force: ${countOf(problems.length, 'error')}. ${denied} until it is fixed; the rules of the other layers go on.`;
}

/** What runs from its sources is no build that anything could be kept for. */
const isInstalled = import.meta.url.endsWith('.cjs');

const nothingLoaded = 'Nothing was loaded.';

/** In one write, so that the output of several processes does not mix. */
async function sayProblems(
  problems: readonly Diagnostic[],
  { lookup, otherwise }: { readonly lookup: SourceLookup; readonly otherwise: string },
  context: CommandContext,
): Promise<void> {
  const all = renderAll(problems, { lookup }, context);
  const sum = `The policies are not valid: ${countOf(problems.length, 'error')}. ${otherwise}`;
  await say(context.stderr, 'error', `${all}\n${sum}\n`);
}

/** Opens what the policies need to remember of earlier calls, where they ask for that. */
export const memoryForUse = (
  context: CommandContext,
  { program }: PoliciesInUse,
  folder: string | undefined,
): MachineMemory | undefined => openedFor(context, program, folder, openMemory);

/** Where a server remembers. */
export interface MemoryPlace {
  /** On its machine, as the command line names it. */
  readonly memory: string | undefined;
  /** With others, in the place of the folder. */
  readonly cluster: ClusterMemory | undefined;
}

/** The same for a server. */
export const serverMemoryForUse = (
  context: CommandContext,
  { program }: PoliciesInUse,
  { memory, cluster }: MemoryPlace,
): ServerMemory | undefined =>
  cluster === undefined
    ? openedFor(context, program, memory, openServerMemory)
    : openClusterMemory(program, cluster);

/** A memory that rules ask for must open. Without one that only keeps files, more is unknown. */
function openedFor<Memory>(
  { cwd, env, stderr }: CommandContext,
  program: Program,
  folder: string | undefined,
  open: (program: Program, options: { readonly folder: string }) => Memory,
): Memory | undefined {
  try {
    return open(program, { folder: folder === undefined ? defaultMemory(env) : resolve(cwd, folder) });
  } catch (error) {
    if (!(error instanceof MemoryStoreError)) throw error;
    const why = `${error.message.replace(/\.$/, '')}; another folder is named with \`--memory DIR\``;
    if (program.remembers) throw new UsageError(why);
    void say(stderr, 'warning', `What calls write to files is not remembered: ${why}\n`);
    return undefined;
  }
}

export function renderAll(
  diagnostics: readonly Diagnostic[],
  { lookup }: { readonly lookup: SourceLookup },
  context: CommandContext,
): string {
  const color = hasColor(context.stderr, context);
  return diagnostics.map((each) => `${renderDiagnostic(each, lookup, { color })}\n`).join('\n');
}

export const countOf = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
