/**
 * A long comparison of path patterns with minimatch itself, on the pairs that
 * the tests generate a few of. Says how many pairs agreed, and shows the first
 * that did not.
 *
 *     node scripts/fuzz-pattern.mjs [pairs] [seed]
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const pairs = Number(process.argv[2] ?? 500_000);
const seed = Number(process.argv[3] ?? 1);

const code = `
  export { compilePath } from './src/pattern/path.ts';
  export { chanceOf, minimatchSays, pathPair } from './test/pattern/path-pairs.ts';
`;
const bundle = await build({
  stdin: { contents: code, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const url = `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString('base64')}`;
const { compilePath, chanceOf, minimatchSays, pathPair } = await import(url);

const yes = 2;
const root = [{ anchor: 'root', segments: [] }];
const counts = { compared: 0, matched: 0, refused: 0, elsewhere: 0, different: 0 };
const chance = chanceOf(seed);
const started = Date.now();
for (let index = 1; index <= pairs; index++) {
  compare(pathPair(chance));
  if (index % 50_000 === 0) console.error(`${index} of ${pairs}`);
}
console.log({ pairs, seed, ...counts, seconds: (Date.now() - started) / 1000 });
process.exitCode = counts.different > 0 ? 1 : 0;

function compare({ pattern: text, segments }) {
  const { pattern } = compilePath(text);
  if (pattern === undefined) {
    counts.refused++;
    return;
  }
  // Patterns for homes and empty paths are decisions of ours, which minimatch knows nothing of.
  if (segments.length === 0 || (pattern.anchor !== 'workspace' && pattern.anchor !== 'anywhere')) {
    counts.elsewhere++;
    return;
  }
  counts.compared++;
  const exact = minimatchSays(text, segments, false);
  const wide = exact || minimatchSays(text, segments, true);
  if (wide) counts.matched++;
  const path = { anchor: 'root', segments };
  const answers = [true, false].map(
    (each) => pattern.test(path, root, { exact: each, below: false }) === yes,
  );
  if (answers[0] === exact && answers[1] === wide) return;
  counts.different++;
  if (counts.different <= 20) console.error('different:', { text, segments, exact, wide, answers });
}
