/** Lays down the files that the documentation's endpoints serve: its page, the page's program, the OpenAPI document. */

import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { routes } from '../lib/api.ts'
import { openapi } from '../lib/http/openapi.ts'
import type { Sample } from '../lib/http/operation.ts'

export const docsDirectory = 'dist/docs'

const fromRoot = (file: string) => join(import.meta.dirname, '..', file)

/** Files named after a Lambda's verb: others, as `order.completed.json`, are what the checkout sends. */
const isOfLambda = (file: string) => !basename(file, '.json').includes('.')

interface SampleEvent {
  body?: string | null
  pathParameters?: Record<string, string> | null
}

/** What the sample events ask, by endpoint: it documents what the tests send. */
function samples(): Map<string, Sample> {
  const files = globSync('events/*/*.json', { cwd: fromRoot('.') }).filter(isOfLambda)
  return new Map(
    files.map(file => {
      const { body, pathParameters } = JSON.parse(readFileSync(fromRoot(file), 'utf8')) as SampleEvent
      const name = file
        .replace(/^events\//, '')
        .replace(/\.json$/, '')
        .replace('/', '.')
      return [name, { body: body ? JSON.parse(body) : undefined, params: pathParameters ?? {} }]
    }),
  )
}

const library = fromRoot('node_modules/@scalar/api-reference')

/** Compressed once for each version of the package: it would cost every start half a second. */
function compressedScript(): string {
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string }
  const kept = fromRoot(`dist/script-${version}.js.gz`)
  if (!existsSync(kept)) {
    const script = readFileSync(join(library, 'dist/browser/standalone.js'))
    writeFileSync(kept, gzipSync(script, { level: 9 }))
  }
  return kept
}

export function writeDocs(target = fromRoot(docsDirectory)): void {
  mkdirSync(target, { recursive: true })
  copyFileSync(fromRoot('lib/docs/page.html'), join(target, 'page.html'))
  writeFileSync(join(target, 'openapi.json'), JSON.stringify(openapi(routes, samples()), null, 2))
  copyFileSync(compressedScript(), join(target, 'script.js.gz'))
}
