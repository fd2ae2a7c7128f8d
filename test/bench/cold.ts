/**
 * `npm run bench:cold`: measures how long each bundle takes to load in a new Node process, relative to a bare DynamoDB
 * document client. The client is minified, and otherwise bundled for Node with the default settings of esbuild. All
 * bundles are loaded once per round, so that a busy machine slows down all of them alike.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { buildBundles, bundleName, bundlesDirectory } from '../../infra/build.ts'
import { routes } from '../../lib/api.ts'

const rounds = 10
/**
 * The maximum ratio of a bundle's loading time to the loading time of the bare client. `reads` applies to endpoints
 * that only read, `any` to all other bundles.
 */
const maxRatio = { reads: 1.3, any: 2 }
const baseline = 'bare client'

const directory = mkdtempSync(join(tmpdir(), 'cold-'))
const environment = { PATH: process.env.PATH, AWS_REGION: 'eu-central-1', POWERTOOLS_LOG_LEVEL: 'SILENT' }

const program = (file: string) => `
  const start = performance.now()
  require(${JSON.stringify(file)})
  process.stdout.write(String(performance.now() - start))`

function loadMilliseconds(file: string): number {
  const options = { env: environment, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program(file)], options)
  if (status !== 0) throw new Error(`${file} does not load: ${stderr}`)
  return Number(stdout)
}

/**
 * Returns the shortest loading time of each file, by name, as other programs on the machine can only make it longer. A
 * first round, which fills the file cache of the operating system, does not count.
 */
function measure(files: Map<string, string>): Map<string, number> {
  const times = new Map([...files.keys()].map(name => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round++)
    for (const [name, file] of files) {
      const milliseconds = loadMilliseconds(file)
      if (round > 0) times.get(name)?.push(milliseconds)
    }
  return new Map([...times].map(([name, values]) => [name, Math.min(...values)]))
}

async function bundledFiles(): Promise<Map<string, string>> {
  const bare = { [baseline]: 'test/bench/cold-baseline.ts' }
  const outExtension = { '.js': '.cjs' }
  await build({ entryPoints: bare, outdir: directory, outExtension, bundle: true, platform: 'node', minify: true })
  const built = await buildBundles()
  return new Map([
    [baseline, join(directory, `${baseline}.cjs`)],
    ...built.map(({ name }) => [name, resolve(bundlesDirectory, name, 'index.cjs')] as const),
  ])
}

const reads = new Set(routes.filter(({ access }) => access === 'read').map(({ name }) => bundleName(name)))

function print(shortest: Map<string, number>): void {
  const columns = (name: string, ...values: string[]) =>
    console.log(name.padEnd(20) + values.map(value => value.padStart(12)).join(''))
  columns('', 'milliseconds', baseline)
  for (const [name, milliseconds] of shortest) {
    const ratio = milliseconds / (shortest.get(baseline) ?? 1)
    const max = reads.has(name) ? maxRatio.reads : maxRatio.any
    const excess = ratio > max ? `  exceeds ${max}` : ''
    columns(name, milliseconds.toFixed(0), ratio.toFixed(2), excess)
  }
}

try {
  print(measure(await bundledFiles()))
} finally {
  rmSync(directory, { recursive: true })
}
