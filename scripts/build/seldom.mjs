// Code that few processes need: it is in the bundles, and is evaluated at the first call.
import { join, relative } from 'node:path';
import { root } from './root.mjs';

/** Packages with a bundle of their own, so that a process without a use for them does not even read them. */
const packagesApart = ['re2js', 'tldts'];
/** The readers of scripts in other languages, a seventh of the engine, and those of task files: few calls need them. */
const readersApart = [
  { name: 'code', module: 'src/facts/code/scan.ts', exported: 'scanCode' },
  { name: 'tasks', module: 'src/facts/tasks/read-tasks.ts', exported: 'readTasks' },
];

const fileOf = (name) => `hook-${name}.cjs`;
/** The separate bundles: the file of each, and the module that it is made from. */
export const apart = [
  ...packagesApart.map((name) => ({ file: fileOf(name), entryPoint: name })),
  ...readersApart.map(({ name, module }) => ({ file: fileOf(name), entryPoint: module })),
];

/** Functions that few processes call, by the modules that have them. */
const seldom = {
  tldts: ['getPublicSuffix'],
  'src/facts/shell/windows/windows.ts': ['runWindows'],
  'src/pattern/regex/regex.ts': ['compileRegex'],
  'src/pattern/regex/regex-set.ts': ['compileRegexSet'],
  'src/mask/replace-secrets.ts': ['replaceSecrets'],
  'src/mask/replace-command-secrets.ts': ['replaceCommandSecrets', 'replaceSecretWords'],
  'src/host/machine/home-folder.ts': ['homeFolder'],
  'src/store/large-sha256.ts': ['largeSha256'],
  'src/host/config/layers-file.ts': ['readLayersFile', 'readLayersOf', 'readBudget', 'reportAbsent'],
};

/** An esbuild plugin: a module of these, and what only it imports, is evaluated at the first call of one of its functions. */
export const whenAsked = {
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
  },
};

/** An esbuild plugin: code with a separate bundle is required from there. */
export const fromBundlesApart = {
  name: 'from bundles apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${packagesApart.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'apart' ? undefined : { path, namespace: 'apart' },
    );
    onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require('./${fileOf(path)}');`,
      loader: 'js',
    }));
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const module = relative(root, join(resolveDir, path));
      const reader = readersApart.find((each) => each.module === module);
      return reader && { path: reader.name, namespace: 'reader', pluginData: reader };
    });
    // It is required when it is asked for.
    onLoad({ filter: /.*/, namespace: 'reader' }, ({ pluginData: { name, exported } }) => ({
      contents: `export const ${exported} = (...args) => require('./${fileOf(name)}').${exported}(...args);`,
    }));
    onResolve({ filter: /^\.\/hook-.*\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};
