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
  // Nothing writes to standard output but bylaw: the libraries of NATS print what they cannot read, which may be anybody's text.
  drop: ['console'],
  write: false,
  metafile: true,
  logLevel: 'warning',
};

/**
 * @param {import('esbuild').BuildOptions} options
 * @returns the outputs by their names, and the paths of what they contain, below the root
 */
export async function run(options) {
  const { outputFiles, metafile, warnings } = await build({ ...shared, ...options });
  // Such as a module in a bundle where it cannot run: a path in a step of the build is out of date.
  if (warnings.length > 0) throw new Error('esbuild warns, as it says above');
  const outputs = Object.keys(metafile.outputs).map((path, at) => [
    path.split('/').at(-1) ?? '',
    outputFiles?.[at]?.text ?? '',
  ]);
  // A hook reads its bundles as octets. `charset` leaves regular expressions alone, so one with `…` would look for other characters.
  for (const [name, text] of options.format === 'cjs' ? outputs : []) {
    const [, found] = /(.{0,40}[^\0-\x7f])/.exec(text) ?? [];
    if (found !== undefined) throw new Error(`${name} is not ASCII: write \\u… in \`${found}\``);
  }
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return { files: Object.fromEntries(outputs), inputs };
}
