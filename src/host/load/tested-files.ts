/**
 * Which policy files are known to pass the tests inside them, so that these need not run at every load. The tests of a
 * rule depend on its file, on the files that this one imports, on what the policies add to the
 * tables of commands and tools, and on the engine: a digest of all of them is kept for the file. The list has files
 * whose tests this process has run, and those that come with bylaw, whose tests the build has run. If one octet differs,
 * the tests run. Scenarios depend on all rules, and always run.
 *
 * The list that the build makes is beside the code that reads it, and a list in any other place does not count: a
 * person who can write there can change the engine as well.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolveTarget } from '../../check/names/imports.ts';
import type { CheckedBundle } from '../../check/tree/checked.ts';
import type { Policy } from '../../language/ast.ts';
import { once } from '../../language/once.ts';
import type { Source } from '../../language/source.ts';
import { installedBuild } from '../machine/installed-build.ts';

/** A digest for each file whose tests depend on nothing else; those that read recorded events have none. */
export function digestsOfTested(
  sources: readonly Source[],
  policies: readonly Policy[],
  { rules, knowledge }: Pick<CheckedBundle, 'rules' | 'knowledge'>,
): ReadonlyMap<string, string> {
  const common = digestOf([installedBuild(), knowledge]);
  const texts = new Map(sources.map(({ path, text }) => [path, text] as const));
  const targets = new Map(policies.map((policy) => [policy.path, targetsOf(policy)] as const));
  const digests = new Map<string, string>();
  // An explicit stack: a chain of imports may be longer than the call stack. It has an end, since circles are errors.
  const open = [...texts.keys()];
  for (let path = open.at(-1); path !== undefined; path = open.at(-1)) {
    const imported = targets.get(path) ?? [];
    const next = imported.find((target) => !digests.has(target));
    if (next !== undefined) open.push(next);
    else {
      digests.set(path, digestOf([common, texts.get(path), imported.map((target) => digests.get(target))]));
      open.pop();
    }
  }
  for (const { place, tests } of rules)
    if (tests.some(({ call }) => call.kind === 'recorded')) digests.delete(place.path);
  return digests;
}

const targetsOf = ({ path, imports }: Policy): readonly string[] =>
  imports.flatMap(({ target }) => resolveTarget(path, target.value) ?? []);

const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** So many digests are kept: a server may read policies anew for years. */
const most = 10_000;

const passing = new Set<string>();

/** Whether the tests of a file have passed. */
export function isPassing(digest: string): boolean {
  if (!passing.has(digest) && shipped().has(digest)) notePassing(digest);
  return passing.has(digest);
}

/** Notes that the tests of a file have passed. */
export function notePassing(digest: string): void {
  if (passing.size >= most) passing.clear();
  passing.add(digest);
}

/** All that is known here, a line each: what the build puts beside the code. */
export const passingHere = (): string =>
  [...passing]
    .sort()
    .map((digest) => `${digest}\n`)
    .join('');

/** Nothing beside the sources, which no build has tested. */
const shipped = once((): ReadonlySet<string> => {
  try {
    return new Set(readFileSync(new URL('./tested-policies.txt', import.meta.url), 'latin1').split('\n'));
  } catch {
    return new Set();
  }
});
