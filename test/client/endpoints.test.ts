/** Tests the generated part of the client, and the size of the client. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { endpointsSource } from '../../infra/client/endpoints-source.ts'
import { routes } from '../../lib/api.ts'
import { createClient } from '../../lib/client/index.ts'
import { sampleCall, sampleReplyFile } from '../support/samples.ts'

const file = 'lib/client/endpoints.ts'

test('the file of endpoints agrees with the API: npm run build:client writes it', () => {
  const options = { input: endpointsSource(), encoding: 'utf8' } as const
  const formatted = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${file}`], options)
  expect(readFileSync(file, 'utf8')).toBe(formatted)
})

test('the client has a function for every documented endpoint', () => {
  const shop: Record<string, Record<string, unknown>> = createClient({ url: 'http://shop.example', key: 'sk' })
  const names = Object.entries(shop).flatMap(([module, verbs]) => Object.keys(verbs).map(verb => `${module}.${verb}`))
  const documented = routes.filter(route => !route.isPublic).map(({ name }) => name)
  expect(names.filter(name => !name.endsWith('.all'))).toEqual(documented)
})

const sampled = routes.filter(route => !route.isPublic && existsSync(sampleReplyFile(route.name)))

test.each(sampled)('$name sends its sample request and returns its sample reply', async ({ name, method }) => {
  const [module = '', verb = ''] = name.split('.')
  const { params, query, body } = sampleCall(name)
  const sample = readFileSync(sampleReplyFile(name), 'utf8')
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return new Response(sample)
  }
  const shop = createClient({ url: 'http://shop.example', key: 'sk', fetch }) as any
  expect(await shop[module][verb]({ ...params, ...query, ...body })).toEqual(JSON.parse(sample))
  const [request] = sent
  expect(request?.method).toBe(method)
  expect(Object.fromEntries(new URL(request!.url).searchParams)).toEqual(query)
  expect(await request!.text()).toBe(body ? JSON.stringify(body) : '')
})

test('the client is at most 10 KB, minified and compressed', () => {
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const
  const { outputFiles } = buildSync({ ...options, entryPoints: ['lib/client/index.ts'] })
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(10_000)
})
