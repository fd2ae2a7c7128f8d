import { defineConfig } from 'vitest/config'

/** Only ends what hangs: on a busy machine, a test takes many times as long as on a quiet one. */
const timeout = 600_000

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    tags: [
      {
        name: 'long',
        description:
          'Long random histories, thousands of objects, many failures, all bundles, and commands in processes.',
      },
    ],
    globalSetup: ['test/support/temporary.ts', 'test/support/database.ts'],
    setupFiles: ['test/support/environment.ts'],
    /** One worker more than the two cores of a small machine, as tests often wait for the database or for time to pass. */
    maxWorkers: 3,
    /** Each worker loads the libraries once; test/support/environment.ts makes each file load our own modules anew. */
    isolate: false,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout } },
  },
})
