// Bundles what `bylaw hook` needs: the command itself, which starts and forwards,
// and the engine, which it loads only where there is no server. Everything else
// stays as the compiler leaves it, and is imported when it is asked for.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // One octet a character, so that the source is read without being decoded.
  charset: 'ascii',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
};

const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const bundle = async (options) => (await build({ ...common, ...options })).outputFiles[0].text;

/** Modules of the package that a bundle imports from where the compiler put them, and bundles that another one loads. */
const outside = {
  name: 'outside',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:\.\/main|\.\.\/host\/load)\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: path === './main.ts' ? './cli/main.js' : './host/load.js', external: true }
        : undefined,
    );
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
      const file = kind === 'dynamic-import' ? later[relative(root, join(resolveDir, path))] : undefined;
      return file === undefined ? undefined : { path: file, namespace: 'later' };
    });
    // By `require`: the loader of modules takes longer to start than any of these.
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require('./${path}');`,
    }));
    onResolve({ filter: /^\.\/hook-.*\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** What a hook loads only where no server answers it, or where it fails: the shorter the command, the sooner it starts. */
const later = {
  'src/hook/decide-here.ts': 'hook-decide.cjs',
  'src/adapters/read-request.ts': 'hook-failure.cjs',
  'src/hook/help.ts': 'hook-help.cjs',
};

/** Packages that few hooks need: a bundle each, so that the others do not even read them. */
const apart = ['re2js', 'tldts'];
const fileOf = (name) => `hook-${name}.cjs`;

/**
 * Functions that few hooks call, by the modules that have them: a module of these,
 * and what only it imports, is evaluated at the first call of one.
 */
const seldom = {
  tldts: ['getPublicSuffix'],
  'src/facts/code/scan.ts': ['scanCode'],
  'src/facts/shell/windows.ts': ['runWindows'],
  'src/pattern/regex.ts': ['compileRegex'],
  'src/pattern/regex-set.ts': ['compileRegexSet'],
  'src/compile/replace-secrets.ts': ['replaceSecrets'],
  'src/compile/replace-command-secrets.ts': ['replaceCommandSecrets', 'replaceSecretWords'],
  'src/host/home-folder.ts': ['homeFolder'],
};

const whenAsked = {
  name: 'when asked',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.|^tldts$/ }, ({ path, resolveDir, namespace }) => {
      const target = path.startsWith('.') ? join(resolveDir, path) : path;
      const names = seldom[relative(root, target)] ?? seldom[path];
      if (names === undefined || namespace === 'when-asked') return undefined;
      return { path: target, namespace: 'when-asked', pluginData: names };
    });
    onLoad({ filter: /.*/, namespace: 'when-asked' }, ({ path, pluginData: names }) => ({
      contents: names
        .map(
          (name) => `export const ${name} = (...args) => require(${JSON.stringify(path)}).${name}(...args);`,
        )
        .join('\n'),
      resolveDir: root,
    }));
    onResolve({ filter: /^(?:re2js|tldts)$/ }, ({ path }) => ({ path: `./${fileOf(path)}`, external: true }));
  },
};

/** The text of the tables of commands, of which a hook reads the few lines that it needs. */
let tableText = '';
/** Beside the bundle; named after what is in it, so that no bundle reads the text of another. */
const tableFile = () => `hook-tables-${digestOf(tableText)}.txt`;

/** The tables of commands and tools, cut up here once instead of in every hook. */
const tablesCutUp = {
  name: 'tables cut up',
  setup({ onLoad }) {
    const compiled = async (path) =>
      Object.entries(
        await import(pathToFileURL(join(root, 'dist', `${relative('src', path).slice(0, -3)}.js`)).href),
      ).filter(([, value]) => typeof value === 'function');
    onLoad({ filter: /\/tool\/cut-tables\.ts$/ }, async ({ path }) => {
      const exported = await compiled(relative(root, path));
      const contents = exported.map(
        ([name, lines]) => `export const ${name} = () => ${JSON.stringify(lines())};`,
      );
      return { contents: contents.join('\n'), loader: 'js' };
    });
    onLoad({ filter: /\/knowledge\/tables\.ts$/ }, async ({ path }) => {
      const exported = await compiled(relative(root, path));
      const contents = exported.map(([name, pack]) => {
        const { index, text } = pack();
        const before = tableText.length;
        tableText += text(0, Number.POSITIVE_INFINITY);
        return `export const ${name} = () => ({
          index: ${JSON.stringify(index)},
          text: (start, end) => read(${before} + start, end - start),
        });`;
      });
      // Characters are counted, and octets are read.
      if (/[^\0-\x7f]/.test(tableText)) throw new Error('the tables of commands have to be ASCII');
      contents.push(`import { openSync, readSync } from 'node:fs';
        let file;
        function read(start, length) {
          file ??= openSync(BYLAW_FOLDER + ${JSON.stringify(`/${tableFile()}`)}, 'r');
          const octets = Buffer.allocUnsafe(length);
          if (readSync(file, octets, 0, length, start) !== length) throw new Error('a table is not whole');
          return octets.latin1Slice(0, length);
        }`);
      return { contents: contents.join('\n'), loader: 'js' };
    });
  },
};

/** A bundle is no ES module: it has the function that this file makes for one. */
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

// The compiler makes types of its own from the generated validators, and they say less.
const validators = join('protocol', 'generated', 'validators.d.ts');
copyFileSync(join(root, 'src', validators), join(root, 'dist', validators));

const engine = await bundle({
  entryPoints: ['src/hook/engine.ts'],
  plugins: [whenAsked, tablesCutUp, ownRequire],
  external: ['@photostructure/sqlite'],
  // As it is run: a source that is put together first is copied once more in every hook.
  banner: { js: '(function (exports, require, module, BYLAW_FOLDER) {' },
  footer: { js: '})' },
});
const log = await bundle({ entryPoints: ['src/hook/log.ts'] });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// What is kept by one build is checked by its checks and read by its engine.
const checks = await bundle({ entryPoints: ['src/host/load.ts'], format: 'esm' });
const id = `${version}-${digestOf(engine + checks)}`;
writeFileSync(join(root, 'dist', 'build.txt'), `${id}\n`);
const command = await bundle({ entryPoints: ['src/cli/launch.ts'], plugins: [outside, whenAsked] });
for (const [module, file] of Object.entries(later))
  writeFileSync(
    join(root, 'dist', file),
    await bundle({
      entryPoints: [module],
      plugins: [outside, whenAsked],
      define: { BYLAW_BUILD: JSON.stringify(id) },
    }),
  );
for (const name of apart)
  writeFileSync(join(root, 'dist', fileOf(name)), await bundle({ entryPoints: [name] }));
for (const name of readdirSync(join(root, 'dist')))
  if (name.startsWith('hook-tables-')) rmSync(join(root, 'dist', name));
writeFileSync(join(root, 'dist', tableFile()), tableText);
writeFileSync(join(root, 'dist', 'hook-engine.cjs'), engine);
writeFileSync(join(root, 'dist', 'hook-log.cjs'), log);
writeFileSync(join(root, 'dist', 'bylaw.cjs'), `#!/usr/bin/env node\n${command}`);
chmodSync(join(root, 'dist', 'bylaw.cjs'), 0o755);
