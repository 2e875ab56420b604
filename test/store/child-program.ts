/** Programs for tests with processes of their own: Node 20 does not run TypeScript, so each is bundled, and once. */
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

let programs = 0;

/** Makes a program of a source, and gives its path, which is in the folder. */
export async function childProgram(source: URL, folder: string): Promise<string> {
  const outfile = join(folder, `program-${programs++}.mjs`);
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: ['@photostructure/sqlite'],
    // The library is found from where the source is.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(resolve('src/store/memory/load-sqlite.ts'))) },
  });
  return outfile;
}
