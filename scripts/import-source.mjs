// The sources as they are, without a build: what scripts that measure them import.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Bundles TypeScript that imports from the project, relative to its root, and gives what it exports.
 * @param {string} code such as `export { derive } from './src/facts/facts.ts';`
 */
export async function importSource(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
