// The sources as they are, without a build: what scripts and benches import.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './build/root.mjs';

export { root };

/**
 * Bundles TypeScript that imports from the project, relative to its root, and gives what it exports.
 * @param {string} code such as `export { derive } from './src/facts/facts.ts';`
 * @param {{ file: string, change: (text: string) => string }} [changed] a source that is changed before it is bundled
 * @param {string} folder the root of the project, or of another clone of it
 */
export async function importSource(code, changed, folder = root) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'ts' },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    external: ['@photostructure/sqlite'],
    plugins: changed === undefined ? [] : [changing(join(folder, changed.file), changed.change)],
    // Packages that are no ES modules ask for those of Node in their own way.
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
  });
  const { contents } = outputFiles[0];
  // A file below `node_modules` finds the packages and the folder of the project as a source does.
  const cache = join(folder, 'node_modules', '.cache', 'bylaw');
  const digest = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  const file = join(cache, `${digest}-${process.pid}.mjs`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, contents);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file, { force: true });
  }
}

const changing = (path, change) => ({
  name: 'changing',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, (found) =>
      found.path === path ? { contents: change(readFileSync(path, 'utf8')), loader: 'ts' } : undefined,
    );
  },
});
