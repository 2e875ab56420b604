// All commands except the hook, and the library, as modules that share common code. It takes longer to find
// and read five hundred files than to run what a command needs of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './esbuild.mjs';
import { root } from './root.mjs';
import { fromBundlesApart, whenAsked } from './seldom.mjs';
import { readingTables } from './tables.mjs';

/** The name of the file → the module that it is made from. */
const entryPoints = {
  main: 'src/cli/main.ts',
  index: 'src/index.ts',
  'loading-process': 'src/host/load/loading-process.ts',
  'disk-worker': 'src/host/disk/disk-worker.ts',
  'deciding-thread': 'src/cli/serving/deciding-thread.ts',
};

/** Modules that have a file of their own, because few processes load them and they are large. */
const ownFiles = [
  './commands/serve.ts',
  './nats.ts',
  './verify-token.ts',
  '../../server/telemetry/telemetry.ts',
];

/**
 * A module with a dynamic import gets no separate file: it is part of the file that imports it, and is
 * evaluated at the import. Otherwise there would be a file for each command, and dozens for what some of
 * them share.
 */
const inOneFile = {
  name: 'in one file',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(/\bawait import\('(\.[^']+)'\)/g, (text, target) =>
        ownFiles.includes(target) ? text : `require('${target}')`,
      );
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

/** @returns the modules by their names, and their inputs */
export async function bundleCommands(tables) {
  const place = (file) => `new URL(${JSON.stringify(`./${file}`)}, import.meta.url)`;
  return await run({
    entryPoints,
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    // It has code of the machine in it, and is loaded only if policies remember.
    external: ['@photostructure/sqlite'],
    plugins: [whenAsked, fromBundlesApart, readingTables(tables, place), parserOfYaml, leftOut, inOneFile],
    // Packages that are no ES modules use `require` for the modules of Node.
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
  });
}
