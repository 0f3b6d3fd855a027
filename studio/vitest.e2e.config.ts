// Tests of the built page in a real browser: vitest run --config vitest.e2e.config.ts, after tools/build_studio.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    environment: 'node',
    // One browser at a time, on machines of two cores that may be busy. No test measures time: a limit only ends what
    // hangs.
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
