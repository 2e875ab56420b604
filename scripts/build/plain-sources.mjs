// src → node_modules/.bylaw-sources: each module on its own, without its types, for the tests of the gate.
//
// Node 20 cannot load TypeScript. What vitest compiles instead asks an object for each name that a module imports, and is
// fetched from another thread, module by module. Plain modules need neither: the tests take a seventh less of the
// processor's time. Errors still name the places of the sources, by the maps inside of these files.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { root } from './root.mjs';

const sources = join(root, 'src');
const plainSources = join(root, 'node_modules/.bylaw-sources');

/** @returns {string} where the plain module of a source lies: `…/src/a/b.ts` → `…/a/b.js` */
export const plainSource = (path) => join(plainSources, relative(sources, path)).replace(/\.ts$/, '.js');

/** Makes all of them anew, so that none of a source that is gone stays behind. */
export async function writePlainSources() {
  rmSync(plainSources, { recursive: true, force: true });
  const entries = readdirSync(sources, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (entry.isDirectory()) mkdirSync(plainSource(join(entry.path, entry.name)), { recursive: true });
  writeFileSync(join(plainSources, 'package.json'), '{ "type": "module" }\n');
  const files = entries.filter((entry) => entry.isFile()).map(({ path, name }) => join(path, name));
  await Promise.all(files.map(writePlainSource));
}

async function writePlainSource(path) {
  if (!path.endsWith('.ts')) return cpSync(path, plainSource(path));
  const { code } = await transform(readFileSync(path, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    sourcefile: path,
    // What lies beside a source is looked for there.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path).href) },
  });
  writeFileSync(
    plainSource(path),
    code.replaceAll(/((?:from|import) |import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'),
  );
}
