import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { defineConfig, type Plugin } from 'vitest/config';
import { plainSource } from './scripts/build/plain-sources.mjs';

const built = ['test/**/*.built.test.ts'];
const campaigns = ['test/campaign/*.test.ts'];

const home = 'test/own-home.ts';
const globalSetup = [home, 'test/built.ts'];
/** In the gate campaigns share the workers of the unit tests, and with them modules that take seconds to load. */
const isGate = process.env.BYLAW_GATE === '1';
/** These tests change nothing that another file sees: they share threads and modules, which are loaded once. */
const together = { pool: 'threads', isolate: false } as const;

const sources = join(import.meta.dirname, 'src', '/');

/**
 * In the gate a test loads the plain modules of `src/`: see `scripts/build/plain-sources.mjs`. Node loads those, so that
 * none of what they import can be replaced: a test that does so adds `?mockable` to the modules that it imports.
 */
const plainSources: Plugin = {
  name: 'plain sources',
  enforce: 'pre',
  resolveId(name, importer = sources) {
    if (!name.startsWith('.') || importer.startsWith(sources)) return;
    const [path = '', query] = resolve(dirname(importer), name).split('?');
    if (!path.startsWith(sources) || !/\.[jt]s$/.test(path)) return;
    if (query === 'mockable') return this.resolve(path, importer, { skipSelf: true });
    if (isGate && !importer.endsWith('?mockable')) return plainSource(path);
  },
};

export default defineConfig({
  plugins: [plainSources],
  test: {
    // What a file is compiled to is kept, so that the three projects compile it once. In the gate it is another thing, since
    // it leads to the plain sources: nothing is kept of it.
    experimental: { fsModuleCache: !isGate },
    setupFiles: 'test/known-to-pass.ts',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // The gate runs two projects at once, and many tests wait for a process: two cores are busy with this many of each.
    maxWorkers: isGate
      ? Math.max(2, Math.ceil(availableParallelism() / 2))
      : Math.max(3, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: isGate ? built : [...built, ...campaigns],
          globalSetup: isGate ? globalSetup : home,
          ...together,
        },
      },
      {
        extends: true,
        // A process of its own for each worker: servers set its mask for the sockets that they make.
        test: {
          name: 'built',
          include: built,
          globalSetup: [...globalSetup, 'test/own-code.ts'],
          pool: 'forks',
          isolate: false,
        },
      },
      ...(isGate
        ? []
        : [
            {
              extends: true,
              test: { name: 'campaign', include: campaigns, globalSetup, ...together },
            } as const,
          ]),
    ],
  },
});
