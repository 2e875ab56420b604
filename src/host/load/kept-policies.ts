/**
 * Policies to decide by, from where they are kept, or read anew and kept. However
 * they come, what decides is made of the same octets. Many of them are read by a
 * process of their own, and any number while calls are decided: reading takes seconds and hundreds
 * of megabytes, and whoever decides needs neither.
 */
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../language/diagnostic.ts';
import type { SourceLookup } from '../../language/render.ts';
import { statOf } from '../machine/regular-file.ts';
import type { KeptPolicies } from '../policy-cache/kept-entry.ts';
import { packPolicies, unpackPolicies } from '../policy-cache/packed-policies.ts';
import {
  type CacheKey,
  cacheEntry,
  keepEntry,
  readNewEntry,
  readPolicyCache,
} from '../policy-cache/policy-cache.ts';
import { namedFrom } from '../policy-files/named-from.ts';
import { isLayersFile, listPolicyFolder } from '../policy-files/policy-folder.ts';
import { sourcesBelow } from '../policy-files/read-source.ts';
import { layersNamed } from './layers-named.ts';
import { loadApart } from './load-apart.ts';

export interface PoliciesAsked {
  /** As the user names them, from the highest layer to the lowest; or a file of layers. */
  readonly named: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What they are kept for; undefined where nothing is to be kept. */
  readonly build: string | undefined;
  /** Whether calls are decided meanwhile: a process of its own reads the policies then, however few they are. */
  readonly isDeciding?: boolean | undefined;
}

export type Keeping =
  | {
      readonly kept: KeptPolicies;
      readonly lookup: SourceLookup;
      /** Tests that fail, where the policies are only tried; whoever decides gets none of these. */
      readonly failing?: readonly Diagnostic[];
    }
  | { readonly kept?: undefined; readonly problems: readonly Diagnostic[]; readonly lookup: SourceLookup };

/**
 * The same for a dry run, which decides nothing: policies are loaded where only their tests fail, and then never kept.
 * Throws `NoSuchPath` only.
 */
export async function policiesToTry(asked: PoliciesAsked): Promise<Keeping> {
  const keeping = await keptPolicies(asked);
  if (keeping.kept !== undefined || !keeping.problems.every(({ code }) => code === 'failing-test'))
    return keeping;
  const tried = await loadHere({ ...asked, build: undefined }, false);
  return tried.kept === undefined ? keeping : { ...tried, failing: keeping.problems };
}

/** Finds or makes them; what keeps them from being in force is returned instead. Throws `NoSuchPath` only. */
export async function keptPolicies(asked: PoliciesAsked): Promise<Keeping> {
  const { named, cwd, env, build, isDeciding = false } = asked;
  if (build === undefined) return loadHere(asked);
  const key = keyOf(asked, build);
  const kept = key && readPolicyCache(key, { withTests: true });
  if (kept !== undefined) return inForce(kept, cwd);
  const isLarge = (): boolean => key !== undefined && octetsOf(named, cwd) >= manyOctets;
  if (!isDeciding && !isLarge()) return loadHere(asked);
  const module = fileURLToPath(new URL('./loading-process.cjs', import.meta.url));
  const apart = await loadApart({ named, cwd, build, keeps: key !== undefined }, { env, module });
  if (apart === undefined) return loadHere(asked);
  if (!Buffer.isBuffer(apart)) {
    const { problems, root } = apart;
    return { problems, lookup: namedFrom(sourcesBelow(root), { root, cwd }) };
  }
  // The text has just been put together. Other work that waits has a turn before the text is read.
  await setImmediate();
  const made = readNewEntry(build, apart);
  return made === undefined ? loadHere(asked) : inForce(made, cwd);
}

/** What the policies are kept by; undefined where they cannot be kept. */
function keyOf({ named, cwd, env }: PoliciesAsked, build: string): CacheKey | undefined {
  const paths = named.map((path) => resolve(cwd, path));
  return paths.every(isKeepable) ? { paths, build, env } : undefined;
}

/** From so many octets on a process of its own costs less than it saves: about a thousand rules. */
const manyOctets = 256 * 1024;

/** What a file alone means depends on the folder that it is read from. */
const isKeepable = (path: string): boolean => isLayersFile(path) || statOf(path)?.isDirectory() === true;

const inForce = (kept: KeptPolicies, cwd: string): Keeping => ({
  kept,
  lookup: namedFrom(sourcesBelow(kept.root), { root: kept.root, cwd }),
});

const octetsOf = (named: readonly string[], cwd: string): number =>
  layersNamed(named, cwd)
    .layers.flatMap(({ paths }) => paths.flatMap((path) => listPolicyFolder(resolve(cwd, path)).files))
    .reduce((sum, file) => sum + (statOf(file)?.size ?? 0), 0);

async function loadHere(asked: PoliciesAsked, runsTests = true): Promise<Keeping> {
  const { named, cwd, build } = asked;
  const { loadFresh } = await import('./load-fresh.ts');
  const { problems, content, loaded } = loadFresh(named, cwd, undefined, { runsTests });
  if (content === undefined) return { problems, lookup: loaded.lookup };
  const packed = packPolicies(content.bundle);
  const key = build === undefined ? undefined : keyOf(asked, build);
  if (key !== undefined) {
    const entry = cacheEntry(key, content, packed);
    if (entry !== undefined) keepEntry(key, entry);
  }
  const { isCurrent: _, ...facts } = content;
  const kept = { ...facts, bundle: unpackPolicies(packed.rules, packed) };
  // Loaded policies have every tree and text. They are kept only for callers that show what is wrong with them.
  return kept.broken.length === 0 ? inForce(kept, cwd) : { kept, lookup: loaded.lookup };
}
