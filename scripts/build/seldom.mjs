// What few processes need: it is in the bundles, and is evaluated at the first call.
import { join, relative } from 'node:path';
import { root } from './root.mjs';

/** Packages with a bundle of their own, so that a process without a use for them does not even read them. */
export const apart = ['re2js', 'tldts'];
export const fileOf = (name) => `hook-${name}.cjs`;

/** Functions that few processes call, by the modules that have them. */
const seldom = {
  tldts: ['getPublicSuffix'],
  'src/facts/code/scan.ts': ['scanCode'],
  'src/facts/shell/windows/windows.ts': ['runWindows'],
  'src/pattern/regex.ts': ['compileRegex'],
  'src/pattern/regex-set.ts': ['compileRegexSet'],
  'src/compile/replace-secrets.ts': ['replaceSecrets'],
  'src/compile/replace-command-secrets.ts': ['replaceCommandSecrets', 'replaceSecretWords'],
  'src/host/home-folder.ts': ['homeFolder'],
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

/** An esbuild plugin: packages with a bundle of their own are required from there. */
export const fromBundlesApart = {
  name: 'from bundles apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${apart.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'apart' ? undefined : { path, namespace: 'apart' },
    );
    onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require('./${fileOf(path)}');`,
      loader: 'js',
    }));
    onResolve({ filter: /^\.\/hook-.*\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};
