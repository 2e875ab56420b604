// esbuild as all bundles use it.
import { build } from 'esbuild';
import { root } from './root.mjs';

/** The settings that all bundles share. */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // A package with ES modules is bundled from those: unused parts are left out.
  mainFields: ['module', 'main'],
  // One octet for each character, so that Node reads the source without decoding.
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
 * @returns the outputs by their names, and the paths of what they contain, below the root
 */
export async function run(options) {
  const { outputFiles, metafile } = await build({ ...shared, ...options });
  const outputs = Object.keys(metafile.outputs).map((path, at) => [
    path.split('/').at(-1) ?? '',
    outputFiles?.[at]?.text ?? '',
  ]);
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return { files: Object.fromEntries(outputs), inputs };
}
