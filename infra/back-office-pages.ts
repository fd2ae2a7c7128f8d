/** Builds the back office for browsers with Vite, and compresses the scripts and other assets with gzip. */

import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

export const pagesDirectory = 'dist/pages'

const fromRoot = (file: string) => join(import.meta.dirname, '..', file)

/**
 * The builds are stored in `node_modules`. Copies of the repository that share `node_modules` then share the builds
 * too.
 */
const builds = fromRoot('node_modules/.cache/back-office-pages')
const keptMilliseconds = 24 * 60 * 60 * 1000

/** The files that affect the build. If one of them changes, the pages are built again. */
const sources = [
  'lib/pages/**/*.*',
  'lib/client/*.ts',
  'lib/core/*.ts',
  'lib/*/schemas.ts',
  'lib/discounts/kinds.ts',
  'lib/domains/host-name.ts',
  'lib/products/custom-field-choices.ts',
  'infra/back-office-pages.ts',
  'package-lock.json',
]

export const pagesSources = () => globSync(sources, { cwd: fromRoot('.') }).toSorted()

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of pagesSources()) hash.update(file).update(readFileSync(fromRoot(file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Sets NODE_ENV to `production` during the build. With any other value, such as `test`, Vite would build React for
 * development.
 */
async function inProduction<Result>(run: () => Promise<Result>): Promise<Result> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await run()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/**
 * The code that at least this many screens use is one file. Otherwise, Vite makes a file of each part that some screens
 * share. The first visit then loaded 51 files at once: API Gateway rejected some of them, and the page stayed empty.
 */
const minScreensOfSharedCode = 5

async function bundle(outDir: string): Promise<void> {
  await build({
    root: fromRoot('lib/pages'),
    configFile: false,
    /**
     * Warnings are not printed, because they are only about the directive `use client` in packages. The directive has
     * no effect in this build.
     */
    logLevel: 'error',
    /** Relative URLs work with every base path. */
    base: './',
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: minScreensOfSharedCode }] } },
      },
    },
  })
}

function compress(directory: string): void {
  for (const name of globSync('assets/*', { cwd: directory })) {
    const file = join(directory, name)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
    rmSync(file)
  }
}

function removeOldBuilds(): void {
  for (const name of globSync('*', { cwd: builds })) {
    const directory = join(builds, name)
    if (statSync(directory).mtimeMs < Date.now() - keptMilliseconds) rmSync(directory, { recursive: true })
  }
}

/**
 * Builds into a directory with a random name, because other processes may make the same build at the same time. At the
 * end, renames the directory to `target`, or deletes it if another process has created `target` first.
 */
async function buildOnce(target: string): Promise<void> {
  mkdirSync(builds, { recursive: true })
  removeOldBuilds()
  const draft = join(builds, randomUUID())
  await inProduction(() => bundle(draft))
  compress(draft)
  if (!existsSync(target)) renameSync(draft, target)
  else rmSync(draft, { recursive: true })
}

/**
 * Writes the pages to `target`, by default the directory that is copied into the bundle. Builds the pages only if there
 * is no stored build of the same sources.
 */
export async function buildBackOfficePages(target = fromRoot(pagesDirectory)): Promise<void> {
  const hash = hashOfSources()
  if (existsSync(join(target, hash))) return
  const built = join(builds, hash)
  if (!existsSync(built)) await buildOnce(built)
  rmSync(target, { recursive: true, force: true })
  cpSync(built, target, { recursive: true })
  /** An empty file with this name marks the copy as complete. */
  writeFileSync(join(target, hash), '')
}
