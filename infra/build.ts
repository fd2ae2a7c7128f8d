/** Bundles each Lambda with esbuild into a directory such as `dist/functions/refunds-create`, with the code it uses. */

import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { build, type Metafile } from 'esbuild'
import { buildBackOfficePages, pagesDirectory } from './back-office-pages.ts'
import { docsDirectory, writeDocs } from './docs.ts'

export const bundlesDirectory = 'dist/functions'

/** Returns the name of a Lambda's bundle, such as `discounts-create` for `discounts.create`. */
export const bundleName = (name: string) => name.replace('.', '-')

/** A Lambda never loads these credential providers of the SDK, because its credentials are in the environment. */
const unusedCredentialSources = [
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
]

export interface Bundle {
  /** The directory of the bundle, such as `discounts-create`. */
  name: string
  bytes: number
  /** The source files that the bundle contains, as paths from the root. */
  modules: string[]
}

/** Returns the source file of each output. The keys are the paths of the outputs, without file extension. */
const entryPoints = () =>
  Object.fromEntries(
    globSync('functions/**/*.ts').map(file => {
      const name = file.replace(/^functions\//, '').replace(/\.ts$/, '')
      return [`${name.replaceAll('/', '-')}/index`, file]
    }),
  )

const replacement = (name: string) => ({ path: join(import.meta.dirname, 'bundle-replacements', name) })

/** This plugin replaces modules that would make the bundles large or slow to load. */
const replaceModules: Plugin = {
  name: 'replaceModules',
  setup(build) {
    build.onResolve({ filter: /^electrodb$/ }, () => replacement('electrodb-without-sdk.ts'))
    build.onResolve({ filter: /^\.\/src\/service$/ }, ({ importer }) =>
      importer.includes('/electrodb/') ? replacement('electrodb-service.cjs') : undefined,
    )
    build.onResolve({ filter: /^\.\.\/core\/(json-schema-processors|to-json-schema)\.js$/ }, ({ importer }) =>
      importer.includes('/zod/v4/classic/') ? replacement('zod-json-schema.cjs') : undefined,
    )
    build.onResolve({ filter: /^jsonschema$/ }, () => replacement('jsonschema.ts'))
    build.onResolve({ filter: /^@aws-sdk\/(lib|util)-dynamodb$/ }, ({ importer }) =>
      importer.includes('/electrodb/') ? replacement('electrodb-commands.cjs') : undefined,
    )
    /** The SDK reads only its version from its `package.json`, which would be bundled as a whole. */
    build.onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'))
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

async function bundleAll(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: entryPoints(),
    outdir: bundlesDirectory,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    /** ES modules of the SDK are preferred, because esbuild cannot leave out unused parts of CommonJS modules. */
    mainFields: ['module', 'main'],
    external: unusedCredentialSources,
    plugins: [replaceModules],
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  })
  return metafile
}

const bundlesIn = ({ outputs }: Metafile): Bundle[] =>
  Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint)
    .map(([file, { bytes, inputs }]) => ({
      name: dirname(file).slice(bundlesDirectory.length + 1),
      bytes,
      modules: Object.keys(inputs).filter(input => inputs[input]?.bytesInOutput),
    }))

function copyDocs(): void {
  writeDocs()
  for (const directory of globSync(`${bundlesDirectory}/docs-{page,script,guide,document}`))
    cpSync(docsDirectory, `${directory}/docs`, { recursive: true })
}

async function copyPages(): Promise<void> {
  await buildBackOfficePages()
  cpSync(pagesDirectory, `${bundlesDirectory}/pages-file/pages`, { recursive: true })
}

export async function buildBundles(): Promise<Bundle[]> {
  rmSync(bundlesDirectory, { recursive: true, force: true })
  const metafile = await bundleAll()
  copyDocs()
  await copyPages()
  return bundlesIn(metafile)
}

function print({ name, bytes, modules }: Bundle): void {
  const size = `${String(modules.length).padStart(5)} modules ${bytes.toLocaleString('en').padStart(11)} bytes`
  console.log(`${name.padEnd(20)}${size}`)
}

if (import.meta.main) for (const built of await buildBundles()) print(built)
