import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const built = ['test/**/*.built.test.ts'];
const campaigns = ['test/campaign/*.test.ts'];

export default defineConfig({
  test: {
    // What a file is compiled to is kept, so that the three projects compile it once.
    experimental: { fsModuleCache: true },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // One less than there are cores would leave one of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...built, ...campaigns],
          // These tests run in the process and change nothing that another file sees: modules are loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'built', include: built, globalSetup: 'test/built.ts', isolate: false },
      },
      {
        extends: true,
        test: { name: 'campaign', include: campaigns, globalSetup: 'test/built.ts', isolate: false },
      },
    ],
  },
});
