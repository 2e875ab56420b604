// Makes `bylaw serve` one module: it takes longer to find and read five hundred
// files than to run what it needs of them. It stands where the compiler left the
// command, so that nobody has to know; what is loaded with it is in it twice.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = join('cli', 'commands', 'serve');
const folder = dirname(entry);

/** The one module that a bundle shares with the command line: errors are told apart by their class. */
const shared = join(root, 'src', 'cli', 'context.ts');

const inItsPlace = {
  name: 'in its place',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === shared ? { path: '../context.js', external: true } : undefined,
    );
    // A module that looks for files beside it is still taken for the one that the compiler made.
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      const module = relative(join(root, 'src', folder), path)
        .split(sep)
        .join('/')
        .replace(/\.ts$/, '.js');
      const contents = source.replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(module)}, import.meta.url).href`,
      );
      return { contents, loader: 'ts' };
    });
  },
};

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [join('src', `${entry}.ts`)],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // One octet a character, so that the source is read without being decoded.
  charset: 'ascii',
  minify: true,
  legalComments: 'none',
  // It has code of the machine in it, and is looked for only where policies remember.
  external: ['@photostructure/sqlite'],
  plugins: [inItsPlace],
  // Packages that are no ES modules ask for those of Node in their own way.
  banner: {
    js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
  },
  write: false,
  logLevel: 'warning',
});
writeFileSync(join(root, 'dist', `${entry}.js`), outputFiles[0].text);
