/**
 * Writes the files that the endpoints of the documentation serve: the page, its script, the guides and the OpenAPI
 * document.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { routes } from '../lib/api.ts'
import { openapiDocument } from '../lib/http/openapi.ts'
import type { Sample } from '../lib/http/openapi-endpoint.ts'
import type { Route } from '../lib/http/route.ts'
import { introductionFile, renderGuides } from './guides.ts'

export const docsDirectory = 'dist/docs'

const fromRoot = (file: string) => join(import.meta.dirname, '..', file)
const read = (file: string) => readFileSync(fromRoot(file), 'utf8')

interface SampleEvent {
  body?: string | null
  pathParameters?: Record<string, string> | null
}

const readJson = (file: string) => (existsSync(fromRoot(file)) ? JSON.parse(read(file)) : undefined)

/** Reads the sample of an endpoint from the folder `events`: the request that tests send, and the reply, if any. */
function sampleOf({ name }: Route): Sample {
  const file = `events/${name.replace('.', '/')}`
  const { body, pathParameters }: SampleEvent = readJson(`${file}.json`) ?? {}
  const reply = readJson(`${file}.reply.json`)
  return { body: body ? JSON.parse(body) : undefined, params: pathParameters ?? {}, reply }
}

const library = fromRoot('node_modules/@scalar/api-reference')

/**
 * Returns the path of the compressed script. The file is written once for each version of the package, because
 * compressing takes half a second.
 */
function compressedScript(): string {
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string }
  const file = fromRoot(`dist/script-${version}.js.gz`)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const script = readFileSync(join(library, 'dist/browser/standalone.js'))
    writeFileSync(file, gzipSync(script, { level: 9 }))
  }
  return file
}

/**
 * Returns the introduction. Its links to guide files become links to guide pages. These links are relative, because
 * URLs that AWS assigns have the name of the stage before the path.
 */
const introduction = () => read(introductionFile).replaceAll(/\]\(guides\/([\w-]+)\.md/g, '](docs/guides/$1')

/** Writes the files of the documentation, by default to the directory that is copied into the bundles. */
export function writeDocs(target = fromRoot(docsDirectory)): void {
  mkdirSync(join(target, 'guides'), { recursive: true })
  const samples = new Map(routes.map(route => [route.name, sampleOf(route)]))
  const document = openapiDocument({ routes, samples, introduction: introduction() })
  copyFileSync(fromRoot('lib/docs/page.html'), join(target, 'page.html'))
  writeFileSync(join(target, 'openapi.json'), JSON.stringify(document, null, 2))
  copyFileSync(compressedScript(), join(target, 'script.js.gz'))
  for (const { name, html } of renderGuides(read)) writeFileSync(join(target, `guides/${name}.html`), html)
}
