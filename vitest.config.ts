import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const include = 'test/**/*.test.ts'

/** To load a file takes as long as many tests. So a run leaves out the files that have none of its tests. */
const hasNoneOf: Record<string, (source: string) => boolean> = {
  '--tagsFilter=long': source => !/\blong\b|testTwice/.test(source),
  '--tagsFilter=!long': source => /@module-tag long/.test(source),
}
const isLeftOut = process.argv.map(argument => hasNoneOf[argument]).find(Boolean) ?? (() => false)

/** Only ends what hangs: on a busy machine, a test takes many times as long as on a quiet one. */
const timeout = 600_000

export default defineConfig({
  test: {
    include: [include],
    exclude: globSync(include).filter(file => isLeftOut(readFileSync(file, 'utf8'))),
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
