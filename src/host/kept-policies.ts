/**
 * Policies to decide by, from where they are kept, or read anew and kept. However
 * they come, what decides is made of the same octets. Many of them are read by a
 * process of their own: reading takes seconds and hundreds of megabytes, of which
 * whoever decides needs nothing.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../language/diagnostic.ts';
import type { SourceLookup } from '../language/render.ts';
import type { Source } from '../language/source.ts';
import type { KeptPolicies } from './kept-entry.ts';
import { loadApart } from './load-apart.ts';
import { packPolicies, unpackPolicies } from './packed-policies.ts';
import { cacheEntry, keepEntry, readNewEntry, readPolicyCache } from './policy-cache.ts';
import { listPolicyFolder } from './policy-folder.ts';

export interface PoliciesAsked {
  /** As the user names it. */
  readonly named: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What they are kept for; undefined where nothing is to be kept. */
  readonly build: string | undefined;
}

export type Keeping =
  | { readonly kept: KeptPolicies }
  | { readonly kept?: undefined; readonly problems: readonly Diagnostic[]; readonly lookup: SourceLookup };

/** Finds or makes them; what keeps them from being in force is told instead. Throws `NoSuchPath` only. */
export async function keptPolicies(asked: PoliciesAsked): Promise<Keeping> {
  const { named, cwd, env, build } = asked;
  const path = resolve(cwd, named);
  // What a file alone means depends on the folder that it is read from.
  const isKept = build !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isKept) return loadHere(asked);
  const key = { paths: [path], build, env };
  const kept = readPolicyCache(key, { withTests: true });
  if (kept !== undefined) return { kept };
  if (octetsBelow(path) < manyOctets) return loadHere(asked);
  const apart = await loadApart({ named, cwd, build }, env);
  if (apart === undefined) return loadHere(asked);
  if (apart !== 'kept' && 'problems' in apart) {
    const { problems, root } = apart;
    return { problems, lookup: (source) => readSource(root, source) };
  }
  const made = apart === 'kept' ? readPolicyCache(key, { withTests: true }) : readNewEntry(key, apart.entry);
  // What was kept a moment ago may be true no more.
  return made === undefined ? loadHere(asked) : { kept: made };
}

/** From so many octets on a process of its own costs less than it saves: about a thousand rules. */
const manyOctets = 256 * 1024;

const octetsBelow = (folder: string): number =>
  listPolicyFolder(folder).files.reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

async function loadHere({ named, cwd, env, build }: PoliciesAsked): Promise<Keeping> {
  const { loadFresh } = await import('./load.ts');
  const { problems, content, loaded } = loadFresh([named], cwd);
  if (content === undefined) return { problems, lookup: loaded.lookup };
  const packed = packPolicies(content.bundle);
  const path = resolve(cwd, named);
  if (build !== undefined && statSync(path).isDirectory()) {
    const key = { paths: [path], build, env };
    const entry = cacheEntry(key, content, packed);
    if (entry !== undefined) keepEntry(key, entry);
  }
  const { digest, root, sources, recorded } = content;
  return {
    kept: { digest, root, sources, recorded, bundle: unpackPolicies(packed.rules, packed) },
  };
}

/** A policy file as it is now, by its path below the root; undefined where it cannot be read. */
export function readSource(root: string, path: string): Source | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      readFileSync(join(root, path)),
    );
    return { path, text };
  } catch {
    return undefined;
  }
}
