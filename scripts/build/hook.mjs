// What `bylaw hook` needs: the command itself, which starts and forwards, and the engine, which it loads
// only if there is no server. Everything else is program.cjs, which other small files run: see commands.mjs.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from './esbuild.mjs';
import { root } from './root.mjs';
import { apart, fromBundlesApart, whenAsked } from './seldom.mjs';
import { readingTables } from './tables.mjs';

/** What a hook loads only if no server answers it, or if it fails: a shorter command starts faster. */
const later = {
  'src/hook/decide-here.ts': 'hook-decide.cjs',
  'src/hook/read-request.ts': 'hook-failure.cjs',
  'src/hook/help.ts': 'hook-failure.cjs',
  'src/hook/bundle-of-hook.ts': 'hook-bundle.cjs',
  'src/hook/ask-remote.ts': 'hook-remote.cjs',
  'src/cli/start-command.ts': 'command.cjs',
};

/** What processes and threads begin with that a command starts: each runs its part of the program. */
const starts = {
  'loading-process.cjs': 'src/host/load/start-loading.ts',
  'deciding-thread.cjs': 'src/cli/serving/start-thread.ts',
};

/** Bundles that another one loads. */
const outside = {
  name: 'outside',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
      const file = kind === 'dynamic-import' ? later[relative(root, join(resolveDir, path))] : undefined;
      return file === undefined ? undefined : { path: file, namespace: 'later' };
    });
    // By `require`: the loader of modules takes longer to start than any of these.
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require('./${path}');`,
    }));
    onResolve({ filter: /^\.\/(?:hook-.*|command)\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** A bundle is no ES module: it already has the function that this file makes for one. */
const ownRequire = {
  name: 'own require',
  setup({ onLoad }) {
    onLoad({ filter: /store[\\/]memory[\\/]load-sqlite\.ts$/ }, ({ path }) => {
      const made = 'createRequire(import.meta.url)';
      const source = readFileSync(path, 'utf8');
      if (!source.includes(made)) throw new Error(`${path} no longer says ${made}`);
      return { contents: source.replace(made, 'require'), loader: 'ts' };
    });
  },
};

/** One bundle, as the file of a name. */
async function one(name, options) {
  const { files, inputs } = await run({ format: 'cjs', outfile: name, ...options });
  return { files: { [name]: Object.values(files)[0] }, inputs };
}

const together = (bundles) => ({
  files: Object.assign({}, ...bundles.map(({ files }) => files)),
  inputs: bundles.flatMap(({ inputs }) => inputs),
});

/** The engine, the log, and the packages apart. */
export async function bundleHook(tables) {
  const place = (file) => `BYLAW_FOLDER + ${JSON.stringify(`/${file}`)}`;
  return together([
    await one('hook-engine.cjs', {
      entryPoints: ['src/hook/engine.ts'],
      plugins: [whenAsked, fromBundlesApart, readingTables(tables, place), ownRequire],
      external: ['@photostructure/sqlite'],
      // In the form that runs: a source that is concatenated first would be copied again in every hook.
      banner: { js: '(function (exports, require, module, BYLAW_FOLDER) {' },
      footer: { js: '})' },
    }),
    await one('hook-log.cjs', { entryPoints: ['src/hook/log.ts'], plugins: [fromBundlesApart] }),
    ...(await Promise.all(apart.map(({ file, entryPoint }) => one(file, { entryPoints: [entryPoint] })))),
  ]);
}

/** The command, and what it loads later; `id` names the build. */
export async function bundleHookCommand(id) {
  const command = await one('bylaw.cjs', {
    entryPoints: ['src/cli/launch.ts'],
    plugins: [outside, whenAsked, fromBundlesApart],
    banner: { js: '#!/usr/bin/env node' },
  });
  const others = [...new Set(Object.values(later))].map((file) =>
    one(file, {
      stdin: { contents: modulesOf(file), resolveDir: root, loader: 'ts' },
      plugins: [outside, whenAsked, fromBundlesApart],
      define: { BYLAW_BUILD: JSON.stringify(id) },
    }),
  );
  const started = Object.entries(starts).map(([file, entryPoint]) =>
    one(file, {
      entryPoints: [entryPoint],
      plugins: [whenAsked, fromBundlesApart],
      define: { BYLAW_BUILD: JSON.stringify(id) },
    }),
  );
  return together([command, ...(await Promise.all([...others, ...started]))]);
}

const modulesOf = (file) =>
  Object.entries(later)
    .flatMap(([module, of]) => (of === file ? [`export * from './${module}';`] : []))
    .join('\n');
