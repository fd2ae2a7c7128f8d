/**
 * Tests the packed client in a project of its own, whose programs are compiled, and run in Node and in Chromium.
 * @module-tag long
 */

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ensureDemoStore } from '../../infra/local/demo/ensure-demo-store.ts'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { createClient } from '../../lib/client/index.ts'
import { issue } from '../../lib/keys/index.ts'
import { addProducts } from '../products/calls.ts'
import { createV3, renew } from '../subscriptions/calls.ts'
import { startApi } from '../support/api.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { hasBrowser, launchBrowser } from '../support/chromium.ts'
import { copyRepository } from '../support/repository-copy.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { newDirectory } from '../support/temporary.ts'

const copy = copyRepository()
const project = newDirectory()
const clientDirectory = join(project, 'node_modules/store-back-office-client')
let api: Awaited<ReturnType<typeof startApi>>
let key: string

async function run(command: string, options: string[], cwd = project): Promise<string> {
  const env = { ...process.env, API: api.url, KEY: key }
  const { stdout } = await promisify(execFile)(command, options, { cwd, env }).catch(error => {
    throw new Error(`${error.stdout}${error.stderr}`)
  })
  return stdout
}

const write = (file: string, content: unknown) =>
  writeFileSync(join(project, file), typeof content === 'string' ? content : JSON.stringify(content))

beforeAll(async () => {
  api = await startApi()
  await ensureDemoStore(newDirectory())
  key = (await issue(demoTenant)).secret
  const archive = (await run('npm', ['run', '--silent', 'build:client'], copy)).trim()
  write('package.json', { type: 'module' })
  await run('npm', ['install', '--silent', '--offline', '--no-audit', join(copy, archive)])
  mkdirSync(join(project, 'node_modules/@types'))
  symlinkSync(resolve('node_modules/@types/node'), join(project, 'node_modules/@types/node'))
})

afterAll(() => api.stop())

const compile = (compilerOptions: object) => {
  write('tsconfig.json', { compilerOptions: { target: 'es2022', strict: true, noEmit: true, ...compilerOptions } })
  return run(resolve('node_modules/.bin/tsc'), ['--project', project])
}

test('contains the guide, and needs no other package', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(clientDirectory, 'package.json'), 'utf8'))
  expect({ dependencies, peerDependencies }).toEqual({})
  const guide = readFileSync(join(clientDirectory, 'README.md'), 'utf8')
  expect(guide).toContain('# Typed client')
  expect(guide).not.toContain('](')
})

test('the examples of the guide compile', async () => {
  const guide = readFileSync(join(clientDirectory, 'README.md'), 'utf8')
  const examples = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, example]) => example)
  expect(examples.length).toBeGreaterThan(4)
  write('job.ts', ['declare const token: string', 'declare const returnNumber: number', ...examples].join('\n'))
  await compile({ module: 'nodenext', types: ['node'] })
})

/**
 * Completes three paid orders that are to be shipped, and orders that the job must not count. Returns the token of the
 * order with four pieces of tea. The checkout of one of the orders was begun on another day than it was completed.
 */
async function completeOrders(): Promise<string> {
  const order = (quantity: number, fields = {}) =>
    completeOrder(demoTenant, {
      items: [item({ id: 'JOB-TEA', quantity }), item({ id: 'JOB-TEE', quantity: 1 })],
      ...fields,
    })
  await order(1)
  await order(2, { creationDate: '2026-08-29T23:59:59.999Z', completionDate: '2026-08-30T00:01:00.000Z' })
  await order(10, { status: 'Shipped' })
  await order(20, { status: 'Cancelled' })
  await order(40, { paymentStatus: 'Deferred' })
  return order(4)
}

/** Creates 50 products, and returns their ids. */
async function createProducts(): Promise<string[]> {
  const names = Array.from({ length: 50 }, (_, n) => `JOB-${n}`)
  await addProducts(
    demoTenant,
    names.map(id => ({ id })),
  )
  await updateTallies(demoTenant)
  const products = await createClient({ url: api.url, key }).products.all().toArray()
  return products.filter(({ userDefinedId }) => names.includes(userDefinedId)).map(({ id }) => id)
}

test('the job of the README has about 20 lines, compiles, and does what it says', async () => {
  const [, job = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(job.split('\n').filter(Boolean).length).toBeLessThanOrEqual(20)
  const token = await completeOrders()
  const ids = await createProducts()
  expect(ids).toHaveLength(50)
  await renew(demoTenant, await createV3(demoTenant), 'failed')
  await updateTallies(demoTenant)
  write('shipments.json', [{ token, trackingNumber: 'DE 1' }])
  write(
    'stock.json',
    ids.map((id, stock) => ({ id, stock })),
  )
  write('job.ts', job)
  await compile({ module: 'nodenext', types: ['node'], noEmit: false })
  /** The first run ships one of the orders, so that the second run does not count it. */
  for (const shipped of [0, 1]) {
    const output = await run(process.execPath, ['job.js'])
    expect(output).toMatch(new RegExp(`JOB-TEA\\W+${7 - 4 * shipped}\\W`))
    expect(output).toMatch(new RegExp(`JOB-TEE\\W+${3 - shipped}\\W`))
    expect(output.match(/has not paid/g)).toHaveLength(1)
  }
  const shop = createClient({ url: api.url, key })
  expect(await shop.orders.get({ token })).toMatchObject({ status: 'Shipped', trackingNumber: 'DE 1' })
  const stocks = await Promise.all(ids.map(async id => (await shop.products.get({ id })).stock))
  expect(stocks).toEqual(ids.map((_, stock) => stock))
  const refunds = await shop.refunds.list({ token: '01980000-0000-7000-8000-000000000de1' })
  expect(refunds.filter(({ comment }) => comment === 'Scratched')).toMatchObject([{ amount: 5 }])
})

describe('types', () => {
  const typed = `import { createClient, type Order, ProblemError } from 'store-back-office-client'
    const shop = createClient({ url: 'http://shop.example', key: 'sk' })
    export const order: Promise<Order> = shop.orders.get({ token: 'a' })
    export const count: Promise<number> = shop.subscriptions.count({ states: ['Active'] })
    export async function refund(amount: number) {
      try {
        return (await shop.refunds.create({ token: 'a', amount })).id
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'code_in_use') return error.requestId
        // @ts-expect-error: no endpoint has the code.
        if (error instanceof ProblemError && error.code === 'paid') return
        if (!shop.refunds.create.isProblem(error)) throw error
        // @ts-expect-error: this endpoint does not have the code.
        if (error.code === 'code_in_use') return
        switch (error.code) {
          case 'not_paid': case 'refund_under_way': case 'conflict': case 'not_found': return error.refundId
          case 'gateway_refused': case 'gateway_not_connected': case 'gateway_timeout': return error.message
          case 'unauthorized': case 'insufficient_scope': case 'account_disabled': case 'forbidden': case 'maintenance': return
          case 'request_in_progress': case 'idempotency_key_reused': case 'too_many_requests': return error.retryAfter
          case 'validation_failed': case 'malformed_json': case 'body_too_large': return error.errors
          case 'unsupported_media_type': case 'not_acceptable': case 'unknown_path': return
          case 'internal_error': case 'bad_gateway': case 'timeout': return
          default: return error.code satisfies never
        }
      }
    }
    export const isCommon = (error: unknown) =>
      shop.orders.list.isProblem(error) && ['unauthorized', 'timeout'].includes(error.code)
    export async function tokens() {
      for await (const { token } of shop.orders.all({ from: new Date() })) return token satisfies string
      for await (const page of shop.carts.all().pages()) return page.map(({ email }) => email satisfies string)
      return (await shop.discounts.all().toArray()).map(({ id }) => id satisfies string)
    }
    // @ts-expect-error: the amount is missing.
    export const wrongInput = () => shop.refunds.create({ token: 'a' })
    // @ts-expect-error: there is no such status.
    export const wrongStatus = () => shop.orders.list({ status: 'Sent' })
    // @ts-expect-error: the list has one page.
    export const wrongList = () => shop.domains.all()
    // @ts-expect-error: an order has no such field.
    export const wrongReply = async () => (await shop.orders.get({ token: 'a' })).customerName`

  test.each([
    ['a bundler and the types of browsers', { module: 'esnext', moduleResolution: 'bundler', types: [] }],
    [
      'node16 and the types of Node',
      { module: 'node16', moduleResolution: 'node16', lib: ['es2022'], types: ['node'] },
    ],
    ['exact optional properties', { module: 'nodenext', types: ['node'], exactOptionalPropertyTypes: true }],
  ])('are checked with %s', async (_, compilerOptions) => {
    write('job.ts', typed)
    await compile(compilerOptions)
  })
})

test.skipIf(!hasBrowser)('runs in Chromium', async () => {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.route('**/client/*', (route, request) =>
    route.fulfill({ path: join(clientDirectory, new URL(request.url()).pathname.replace('/client/', '')) }),
  )
  await page.goto(`${api.url}/openapi.json`)
  const script = `(async () => {
    const { createClient } = await import('/client/index.js')
    const shop = createClient({ url: ${JSON.stringify(api.url)}, key: ${JSON.stringify(key)} })
    const { id } = await shop.discounts.create({ name: 'Tea', trigger: 'Total', totalToReach: 1, type: 'Rate', rate: 1 })
    const read = await shop.discounts.get({ id })
    await shop.discounts.remove({ id }, { ifMatch: read })
    return [read.name, await shop.discounts.get({ id }).catch(error => error.code), (await shop.orders.all().toArray()).length > 0]
  })()`
  expect(await page.evaluate(script)).toEqual(['Tea', 'not_found', true])
})
