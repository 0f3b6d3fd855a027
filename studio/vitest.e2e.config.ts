// Tests of the built page in a real browser: vitest run --config vitest.e2e.config.ts, after tools/build_studio.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    environment: 'node',
    // One browser at a time, on machines of two cores that may be busy. No test measures time: a limit only ends what
    // hangs.
    fileParallelism: false,
    // Files keep nothing from each other but what they import, which takes half a second for each.
    isolate: false,
    // The last net: who fails by chance is run once more, and the report names it. A test that needs this has a fault to be
    // found: TENSIO_LATE=600 shows most of them (e2e/late.ts).
    retry: 1,
    setupFiles: ['e2e/second_try.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
