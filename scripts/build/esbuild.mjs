// esbuild as all bundles use it.
import { build } from 'esbuild';
import { root } from './root.mjs';

/** The settings that all bundles share. */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // One octet a character, so that the source is read without being decoded.
  charset: 'ascii',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  write: false,
  metafile: true,
  logLevel: 'warning',
};

/**
 * @param {import('esbuild').BuildOptions} options
 * @returns the outputs by their names, and the paths of what went into them, below the root
 */
export async function run(options) {
  const { outputFiles, metafile } = await build({ ...shared, ...options });
  const outputs = Object.keys(metafile.outputs).map((path, at) => [
    path.split('/').at(-1) ?? '',
    outputFiles?.[at]?.text ?? '',
  ]);
  return { files: Object.fromEntries(outputs), inputs: Object.keys(metafile.inputs) };
}
