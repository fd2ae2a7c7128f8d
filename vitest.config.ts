import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/database.ts'],
    setupFiles: ['test/kit/surroundings.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
