import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // One less than there are cores would leave one of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
