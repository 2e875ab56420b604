// All commands except the hook as one source, program.cjs, and the library as one module. It takes longer to find
// and read five hundred files than to run what a command needs of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './esbuild.mjs';
import { root } from './root.mjs';
import { fromBundlesApart, whenAsked } from './seldom.mjs';
import { readingTables } from './tables.mjs';

/**
 * A module with a dynamic import gets no separate file: it is part of the file that imports it, and is
 * evaluated at the import.
 */
const inOneFile = {
  name: 'in one file',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(/\bawait import\('(\.[^']+)'\)/g, "require('$1')");
      return contents === source ? undefined : { contents, loader: 'ts' };
    });
  },
};

/** fastify makes these where a route has a schema; no route of ours has one, and `schemaController` says so. */
const compilersOfFastify = /^@fastify\/(?:ajv-compiler|fast-json-stringify-compiler)$/;
/** What fastify loads for injected requests, which only tests make, and for its logger, which is off. */
const unusedByFastify = /^(?:light-my-request|pino)$/;

/**
 * What is loaded and never used: fastify compares versions of plugins with one, prom-client finds spans
 * with the other.
 */
const neverAsked = /^(?:semver|@opentelemetry\/api)$/;

/** Of the library of YAML, the lexer and the parser: the rest makes trees and texts in ways that bylaw does not use. */
const parserOfYaml = {
  name: 'parser of YAML',
  setup({ onResolve, onLoad }) {
    const parse = join(root, 'node_modules/yaml/browser/dist/parse');
    // A module of bylaw that is placed in the folder of the package.
    onResolve({ filter: /^yaml$/ }, () => ({ path: join(parse, 'for-configuration.js') }));
    onLoad({ filter: /for-configuration\.js$/ }, () => ({
      contents: `export { Parser } from './parser.js';
import { resolveAsScalar } from './cst-scalar.js';
export const CST = { resolveAsScalar, isScalar: (token) => /(?:^|-)scalar$|^alias$/.test(token?.type ?? '') };`,
    }));
  },
};

const leftOut = {
  name: 'left out',
  setup({ onResolve, onLoad }) {
    for (const filter of [compilersOfFastify, unusedByFastify])
      onResolve({ filter }, ({ path, importer }) =>
        importer.startsWith(join(root, 'src')) ? undefined : { path, namespace: 'left-out' },
      );
    onResolve({ filter: neverAsked }, ({ path, importer }) =>
      // Used by telemetry.
      importer.includes('@opentelemetry') || importer.startsWith(join(root, 'src'))
        ? undefined
        : { path, namespace: 'never-asked' },
    );
    onLoad({ filter: /.*/, namespace: 'never-asked' }, () => ({ contents: 'module.exports = {};' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is no part of this bundle');`,
    }));
  },
};

/** @returns the files by their names, and their inputs */
export async function bundleCommands(tables) {
  // It has code of the machine in it, and is loaded only if policies remember.
  const external = ['@photostructure/sqlite'];
  const plugins = (place) => [
    whenAsked,
    fromBundlesApart,
    readingTables(tables, place),
    parserOfYaml,
    leftOut,
    inOneFile,
  ];
  const program = {
    entryPoints: ['src/cli/parts.ts'],
    outfile: 'program.cjs',
    format: 'cjs',
    external,
    plugins: plugins((file) => `BYLAW_FOLDER + ${JSON.stringify(`/${file}`)}`),
    define: { 'import.meta.url': 'BYLAW_URL' },
    // In the form that runs, with code that was kept: see src/host/load/installed-program.ts.
    banner: { js: '(function (exports, require, module, BYLAW_FOLDER, BYLAW_URL) {' },
    footer: { js: '})' },
    // Code that is kept cannot import.
    supported: { 'dynamic-import': false },
  };
  const library = {
    entryPoints: ['src/index.ts'],
    outfile: 'index.js',
    format: 'esm',
    external,
    plugins: plugins((file) => `new URL(${JSON.stringify(`./${file}`)}, import.meta.url)`),
    // Packages that are no ES modules use `require` for the modules of Node.
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
  };
  const disk = { entryPoints: ['src/host/disk/disk-worker.ts'], outfile: 'disk-worker.cjs', format: 'cjs' };
  const made = await Promise.all([program, library, disk].map(run));
  return {
    files: Object.assign({}, ...made.map(({ files }) => files)),
    inputs: made.flatMap(({ inputs }) => inputs),
  };
}
