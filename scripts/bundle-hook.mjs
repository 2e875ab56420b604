// Bundles what `bylaw hook` needs: the command itself, which starts and forwards,
// and the engine, which it loads only where there is no server. Everything else
// stays as the compiler leaves it, and is imported when it is asked for.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

const bundle = async (options) => (await build({ ...common, ...options })).outputFiles[0].text;

/** Modules of the package that a bundle imports from where the compiler put them. */
const outside = {
  name: 'outside',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:\.\/main|\.\.\/host\/load)\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: path === './main.ts' ? './cli/main.js' : './host/load.js', external: true }
        : undefined,
    );
  },
};

/** The list of public suffixes takes longer to build than most hooks to decide, and few ask it. */
const suffixesWhenAsked = {
  name: 'suffixes when asked',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^tldts$/ }, ({ pluginData }) =>
      pluginData === 'direct' ? undefined : { path: 'tldts', namespace: 'when-asked' },
    );
    onLoad({ filter: /.*/, namespace: 'when-asked' }, () => ({
      contents: `export const getPublicSuffix = (...args) => require('tldts').getPublicSuffix(...args);`,
      resolveDir: root,
      pluginData: 'direct',
    }));
  },
};

/** The tables of commands, cut up here once instead of in every hook. */
const tablesCutUp = {
  name: 'tables cut up',
  setup({ onLoad }) {
    onLoad({ filter: /facts\/knowledge\/tables\.ts$/ }, async () => {
      const { programLines, powershellLines, dosLines } = await import('../dist/facts/knowledge/tables.js');
      const lists = { programLines, powershellLines, dosLines };
      const contents = Object.entries(lists).map(
        ([name, list]) => `export const ${name} = () => ${JSON.stringify(list())};`,
      );
      return { contents: contents.join('\n'), loader: 'js' };
    });
  },
};

// The compiler makes types of its own from the generated validators, and they say less.
const validators = join('protocol', 'generated', 'validators.d.ts');
copyFileSync(join(root, 'src', validators), join(root, 'dist', validators));

const engine = await bundle({
  entryPoints: ['src/hook/engine.ts'],
  plugins: [suffixesWhenAsked, tablesCutUp],
});
const log = await bundle({ entryPoints: ['src/hook/log.ts'] });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const id = `${version}-${createHash('sha256').update(engine).digest('hex').slice(0, 16)}`;
const command = await bundle({
  entryPoints: ['src/cli/launch.ts'],
  plugins: [outside],
  define: { BYLAW_BUILD: JSON.stringify(id) },
});
writeFileSync(join(root, 'dist', 'hook-engine.cjs'), engine);
writeFileSync(join(root, 'dist', 'hook-log.cjs'), log);
writeFileSync(join(root, 'dist', 'bylaw.cjs'), `#!/usr/bin/env node\n${command}`);
chmodSync(join(root, 'dist', 'bylaw.cjs'), 0o755);
