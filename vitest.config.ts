import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    tags: [
      {
        name: 'long',
        description: 'Long random histories, thousands of objects, many failures.',
        timeout: 240_000,
      },
    ],
    globalSetup: ['test/support/temporary.ts', 'test/support/database.ts'],
    setupFiles: ['test/support/environment.ts'],
    /** Two cores: a worker on each, as tests often wait for the database. */
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
