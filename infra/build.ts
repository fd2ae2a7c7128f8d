/** Bundles every Lambda by one esbuild call: `dist/functions/<room>-<verb>/index.js`, each with only what it uses. */

import { cpSync, globSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { docsDirectory, writeDocs } from './docs.ts'

export const bundles = 'dist/functions'

/** `discounts.create` is the Lambda `discounts-create`. */
export const lambdaName = (name: string) => name.replace('.', '-')

const entryPoints = () =>
  Object.fromEntries(
    globSync('functions/**/*.ts').map(file => {
      const name = file.replace(/^functions\//, '').replace(/\.ts$/, '')
      return [`${name.replaceAll('/', '-')}/index`, file]
    }),
  )

async function bundle(): Promise<void> {
  rmSync(bundles, { recursive: true, force: true })
  await build({
    entryPoints: entryPoints(),
    outdir: bundles,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    minify: true,
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/** The documentation's Lambdas carry the files that they serve. */
function packDocs(): void {
  writeDocs()
  for (const directory of globSync(`${bundles}/docs-*`))
    cpSync(docsDirectory, `${directory}/docs`, { recursive: true })
}

export async function buildAll(): Promise<void> {
  await bundle()
  packDocs()
}

if (import.meta.main) await buildAll()
