/** Checks the bundles as they are deployed: their size, and the reply of each to its sample event in a separate process. */

import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Bundle, buildAll, bundles, lambdaName } from '../infra/build.ts'
import { createTable } from '../infra/local/create-table.ts'
import { routes } from '../lib/api.ts'
import type { Route } from '../lib/http/route.ts'
import { requireValidReply } from '../lib/http/valid-reply.ts'
import { workers } from '../lib/workers.ts'
import { sampleEvent } from './support/samples.ts'
import { newDirectory } from './support/temporary.ts'

const directory = newDirectory()
const environment = {
  STAGE: 'test',
  TABLE_NAME: 'back-office-samples',
  DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'),
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  CRAWLER_ALLOW_HOSTS: inject('shopHost'),
}

let builtBundles: Bundle[]

beforeAll(async () => {
  builtBundles = await buildAll()
  cpSync(bundles, directory, { recursive: true })
  await createTable(environment.DYNAMODB_ENDPOINT, environment.TABLE_NAME, false)
  Object.assign(process.env, environment)
  const { ensureDemo } = await import('../infra/local/demo/ensure.ts')
  await ensureDemo(directory)
}, 60_000)

/** About five percent above the measured size. A bundle that exceeds its limit imports something it should not. */
const limits: Record<string, { maxBytes: number; lambdas: string[] }> = {
  documentation: { maxBytes: 160_000, lambdas: ['docs-document', 'docs-home', 'docs-page', 'docs-script'] },
  authorizer: { maxBytes: 449_000, lambdas: ['authorizer'] },
  'reads without lists': {
    maxBytes: 628_000,
    lambdas: [
      'carts-get',
      'customers-get',
      'discounts-get',
      'discounts-list',
      'domains-get',
      'domains-list',
      'orders-digital',
      'orders-get',
      'products-get',
      'sessions-get',
    ],
  },
  'reads with lists': {
    maxBytes: 646_000,
    lambdas: ['carts-list', 'customers-list', 'customers-orders', 'orders-list', 'products-list'],
  },
  writes: {
    maxBytes: 640_000,
    lambdas: [
      'customers-remove',
      'customers-update',
      'discounts-create',
      'discounts-remove',
      'discounts-update',
      'domains-allow',
      'domains-disallow',
      'domains-update',
      'orders-update',
      'products-remove',
      'products-update',
    ],
  },
  'shipping, with regular expressions': {
    maxBytes: 782_000,
    lambdas: ['shipping-create', 'shipping-get', 'shipping-list', 'shipping-remove', 'shipping-update'],
  },
  crawl: { maxBytes: 716_000, lambdas: ['products-crawl'] },
  'workers that write': { maxBytes: 657_000, lambdas: ['checkout-intake', 'maintenance-run'] },
  'the audit log': { maxBytes: 42_000, lambdas: ['audit-record'] },
}

describe('the size of a bundle', () => {
  test.each(Object.entries(limits))('is limited: %s', (_, { maxBytes, lambdas }) => {
    const tooLarge = builtBundles.filter(({ name, bytes }) => lambdas.includes(name) && bytes > maxBytes)
    expect(tooLarge.map(({ name, bytes }) => `${name}: ${bytes} bytes`)).toEqual([])
  })

  test('has a limit for every Lambda', () => {
    const lambdasWithLimit = Object.values(limits).flatMap(({ lambdas }) => lambdas)
    expect(builtBundles.map(({ name }) => name).toSorted()).toEqual(lambdasWithLimit.toSorted())
  })
})

test('reading one discount loads no list code and no other module', () => {
  const { modules = [] } = builtBundles.find(({ name }) => name === 'discounts-get') ?? {}
  const ownModules = modules.filter(file => file.startsWith('lib/'))
  expect(ownModules).toContain('lib/discounts/index.ts')
  expect(ownModules.filter(file => !/^lib\/(core|discounts|http|store)\//.test(file))).toEqual([])
  expect(ownModules.filter(file => /list-entry|save|conflict|idempotency/.test(file))).toEqual([])
})

test('only bundles of POST endpoints contain the idempotency store', () => {
  const withStore = builtBundles.filter(({ modules }) => modules.includes('lib/store/idempotency.ts'))
  const postLambdas = routes.filter(({ method }) => method === 'POST').map(({ name }) => lambdaName(name))
  expect(withStore.map(({ name }) => name).toSorted()).toEqual(postLambdas.toSorted())
})

const run = promisify(execFile)

async function replyOf(name: string) {
  const program = `
    const event = ${JSON.stringify(sampleEvent(name))}
    require('./index.cjs').handler(event, { getRemainingTimeInMillis: () => 29_000 }).then(reply => console.log(JSON.stringify(reply)))`
  const options = {
    cwd: join(directory, lambdaName(name)),
    env: { PATH: process.env.PATH, ...environment },
    maxBuffer: 1e8,
  }
  const { stdout } = await run('node', ['-e', program], options)
  return JSON.parse(stdout)
}

function successOf({ reply, media, isRedirect }: Route): number {
  if (isRedirect) return 302
  return reply || media ? 200 : 204
}

test.concurrent.each(routes.map(route => [route.name, route] as const))('%s', async (name, route) => {
  const reply = await replyOf(name)
  const { statusCode, headers, body } = reply
  requireValidReply(route, reply)
  expect({ statusCode, body: statusCode < 400 || body }).toEqual({ statusCode: successOf(route), body: true })
  expect(headers['X-Request-Id']).toBe(`sample-${lambdaName(name)}`)
})

test.concurrent.each(workers.map(({ name }) => name))('%s', async name => {
  expect(await replyOf(name)).toEqual({ batchItemFailures: [] })
})

test('authorizer', async () => {
  const result = await replyOf('authorizer')
  expect(result).toMatchObject({
    principalId: 'anonymous',
    policyDocument: { Statement: [{ Effect: 'Deny' }] },
  })
})
