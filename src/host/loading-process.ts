/** A process that reads policies for another one: see `load-apart.ts`. */
import { resolve } from 'node:path';
import { loadFresh } from './load.ts';
import { ends, type Order, type Refusal } from './load-apart.ts';
import { cacheEntry, keepEntry } from './policy-cache.ts';

const { named, cwd, build }: Order = JSON.parse(process.argv[2] ?? '{}');
process.exitCode = run();

function run(): number {
  const { problems, content, loaded } = loadFresh([named], cwd);
  if (content === undefined) {
    const refusal: Refusal = { problems, root: loaded.root };
    process.stdout.write(JSON.stringify(refusal));
    return ends.problems;
  }
  const key = { paths: [resolve(cwd, named)], build, env: process.env };
  const entry = cacheEntry(key, content);
  if (entry === undefined) return ends.nothing;
  if (keepEntry(key, entry) !== undefined) return ends.kept;
  for (const part of entry) process.stdout.write(part);
  return ends.handed;
}
