/**
 * Checks the bundles as they are deployed: their size, and the reply of each to its sample event in a separate process.
 * @module-tag long
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bundle, buildBundles, bundleName, bundlesDirectory } from '../infra/build.ts'
import { routes } from '../lib/api.ts'
import type { AccountId } from '../lib/core/tenant.ts'
import { requireValidReply } from '../lib/http/reply.ts'
import { type Route, successStatusOf } from '../lib/http/route.ts'
import { type Worker, workers } from '../lib/workers.ts'
import { sampleEvent, sampleSource, sampleWebhookSecret } from './support/samples.ts'
import { newDirectory } from './support/temporary.ts'

const directory = newDirectory()
const environment = {
  STAGE: 'test',
  TABLE_NAME: process.env.TABLE_NAME,
  DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'),
  DYNAMODB_ACCESS_KEY: process.env.DYNAMODB_ACCESS_KEY,
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  CRAWLER_ALLOW_HOSTS: inject('shopHost'),
  GATEWAY_KEYS_DIR: newDirectory(),
  CHECKOUT_QUEUE_DIR: newDirectory(),
  EVENT_SECRETS_DIR: newDirectory(),
}

let builtBundles: Bundle[]

beforeAll(async () => {
  builtBundles = await buildBundles()
  cpSync(bundlesDirectory, directory, { recursive: true })
  Object.assign(process.env, environment)
  const { ensureDemoStore } = await import('../infra/local/demo/ensure-demo-store.ts')
  await ensureDemoStore(directory)
  const { saveGatewayKeys } = await import('../lib/payments/gateway-keys.ts')
  const tenant = { account: 1001 as AccountId, mode: 'Test' as const }
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: sampleWebhookSecret })
  const { addSource } = await import('../lib/events/index.ts')
  await addSource(tenant, sampleSource)
  const env = { PATH: process.env.PATH, ...environment }
  child = spawn('node', ['-e', program], { env, stdio: ['ipc', 'inherit', 'inherit'] })
})

afterAll(() => void child.kill())

/** The limits in bytes. Each is at most a few percent above the size of the largest bundle of its kind. */
const maxBytes = {
  documentation: 153_000,
  authorizer: 431_000,
  'a read without lists': 599_000,
  'a read with lists': 613_000,
  'a write': 612_000,
  'shipping, with regular expressions': 749_000,
  crawl: 683_000,
  'events, with the schemas of all': 692_000,
  'a payment gateway': 965_000,
  'a payment gateway, and the quota of SES': 1_022_000,
  'the webhook of Stripe': 1_030_000,
  'a worker that writes': 698_000,
  'a worker without the table': 42_000,
}
type Kind = keyof typeof maxBytes

const exceptions: Record<string, Kind> = {
  'recovery.run': 'a payment gateway, and the quota of SES',
  'customers.orders': 'a read with lists',
  'products.crawl': 'crawl',
  'webhooks.stripe': 'the webhook of Stripe',
}

function kindOf({ name, access, isPublic, usesGateway, putsEvents, paging }: Route): Kind {
  if (usesGateway) return 'a payment gateway'
  if (putsEvents) return 'events, with the schemas of all'
  if (isPublic) return 'documentation'
  if (name.startsWith('shipping.')) return 'shipping, with regular expressions'
  if (access === 'write') return 'a write'
  return paging === 'offset' || paging === 'token' ? 'a read with lists' : 'a read without lists'
}

function workerKindOf({ table, usesGateway }: Worker): Kind {
  if (usesGateway) return 'a payment gateway'
  return table ? 'a worker that writes' : 'a worker without the table'
}

const kinds: [name: string, Kind][] = [
  ['authorizer', 'authorizer'],
  ...routes.map((route): [string, Kind] => [route.name, exceptions[route.name] ?? kindOf(route)]),
  ...workers.map((worker): [string, Kind] => [worker.name, exceptions[worker.name] ?? workerKindOf(worker)]),
]

test.each(kinds)('the bundle of %s is not larger than %s needs', (name, kind) => {
  const { bytes } = builtBundles.find(bundle => bundle.name === bundleName(name))!
  const advice = 'It imports something that it should not need: `npm run build` prints its modules.'
  expect(bytes, advice).toBeLessThanOrEqual(maxBytes[kind])
})

test('reading one discount loads no list code and no other module', () => {
  const { modules = [] } = builtBundles.find(({ name }) => name === 'discounts-get') ?? {}
  const ownModules = modules.filter(file => file.startsWith('lib/'))
  expect(ownModules).toContain('lib/discounts/index.ts')
  expect(ownModules.filter(file => !/^lib\/(core|discounts|http|store)\//.test(file))).toEqual([])
  expect(ownModules.filter(file => /list-entry|save|idempotency/.test(file))).toEqual([])
})

test('only bundles of POST endpoints contain the idempotency store', () => {
  const withStore = builtBundles.filter(({ modules }) => modules.includes('lib/store/idempotency.ts'))
  const postLambdas = routes.filter(({ method }) => method === 'POST').map(({ name }) => bundleName(name))
  expect(withStore.map(({ name }) => name).toSorted()).toEqual(postLambdas.toSorted())
})

test('only workers that send or relay mails contain SES, and only workers that put messages into a queue contain SQS', () => {
  const containing = (library: string) =>
    builtBundles
      .filter(({ modules }) => modules.some(file => file.includes(`@aws-sdk/${library}/`)))
      .map(({ name }) => name)
  const sending = workers
    .filter(({ source, relaysMail }) => source === 'checkout' || relaysMail)
    .map(({ name }) => bundleName(name))
  expect(containing('client-sesv2').toSorted()).toEqual(['mail-send', 'recovery-run'])
  expect(containing('client-sqs').toSorted()).toEqual(sending.toSorted())
})

test('only endpoints that put events on the bus contain EventBridge, and none of them applies events', () => {
  const withBridge = builtBundles.filter(({ modules }) =>
    modules.some(file => file.includes('@aws-sdk/client-eventbridge/')),
  )
  const sending = routes.filter(({ putsEvents }) => putsEvents).map(({ name }) => bundleName(name))
  expect(withBridge.map(({ name }) => name).toSorted()).toEqual(sending.toSorted())
  const applying = withBridge.flatMap(({ modules }) => modules.filter(file => /\/(apply|save|change)\.ts$/.test(file)))
  expect(applying).toEqual([])
})

test("only bundles that use a payment gateway contain Stripe's SDK", () => {
  const withSdk = builtBundles.filter(({ modules }) => modules.some(file => /node_modules\/stripe\//.test(file)))
  const allowed = [...routes, ...workers].filter(({ usesGateway }) => usesGateway).map(({ name }) => name)
  expect(withSdk.map(({ name }) => name)).toContain('webhooks-stripe')
  expect(allowed.map(bundleName)).toEqual(expect.arrayContaining(withSdk.map(({ name }) => name)))
})

/**
 * This program runs a bundle for each message. One process runs all bundles, because loading a bundle takes less time
 * than starting Node.
 */
const program = `
  async function run({ directory, event }) {
    process.chdir(directory)
    return require(\`\${directory}/index.cjs\`).handler(event, { getRemainingTimeInMillis: () => 29_000 })
  }
  process.on('message', async message =>
    process.send((await run(message).catch(({ stack }) => ({ statusCode: 500, body: stack }))) ?? null))`
let child: ChildProcess

async function replyOf(name: string) {
  child.send({ directory: join(directory, bundleName(name)), event: sampleEvent(name) })
  const [reply] = await once(child, 'message')
  return reply
}

function successOf(route: Route): number {
  if (route.isRedirect) return 302
  return route.media ? 200 : successStatusOf(route)
}

test.each(routes.map(route => [route.name, route] as const))('%s', async (name, route) => {
  const reply = await replyOf(name)
  const { statusCode, headers, body } = reply
  requireValidReply(route, reply)
  expect({ statusCode, body: statusCode < 400 || body }).toEqual({ statusCode: successOf(route), body: true })
  expect(headers['X-Request-Id']).toBe(`sample-${bundleName(name)}`)
})

test.each(workers)('$name', async ({ name, source }) => {
  expect(await replyOf(name)).toEqual(source === 'schedule' ? null : { batchItemFailures: [] })
})

test('authorizer', async () => {
  expect((await replyOf('authorizer')).body).toMatch(/^Error: Unauthorized\n/)
})
