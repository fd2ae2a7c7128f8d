/**
 * The packed client in a project of its own: compiled, and run in Node and in Chromium.
 * @module-tag long
 */

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureDemoStore } from '../../infra/local/demo/ensure-demo-store.ts'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { issue } from '../../lib/keys/index.ts'
import { createV3, renew } from '../subscriptions/calls.ts'
import { startApi } from '../support/api.ts'
import { completeOrder, updateTallies } from '../support/checkout.ts'
import { copyRepository } from '../support/repository-copy.ts'
import { call } from '../support/store.ts'
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
  expect(readFileSync(join(clientDirectory, 'README.md'), 'utf8')).toContain('# Typed client')
})

test('the job of the README compiles, and does what it says', async () => {
  const [, job = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync('README.md', 'utf8')) ?? []
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  const token = await completeOrder(demoTenant, { creationDate: yesterday, status: 'Processed' })
  await renew(demoTenant, await createV3(demoTenant), 'failed')
  await updateTallies(demoTenant)
  const products = (await call('products.list', demoTenant)).body.items as { id: string }[]
  write('shipments.json', [{ token, trackingNumber: 'DE 1' }])
  write('stock.json', [{ id: products[0]!.id, stock: 17 }])
  write('job.ts', job)
  await compile({ module: 'nodenext', types: ['node'] })
  for (let night = 0; night < 2; night++) {
    const output = await run(process.execPath, ['job.ts'])
    expect(output).toContain('Classic tee')
    expect(output).toContain('has not paid')
  }
  const { body: order } = await call('orders.get', demoTenant, { params: { token } })
  expect(order).toMatchObject({ status: 'Shipped', trackingNumber: 'DE 1' })
  expect((await call('products.get', demoTenant, { params: { id: products[0]!.id } })).body.stock).toBe(17)
  const params = { token: '01980000-0000-7000-8000-000000000de1' }
  const { body: refunds } = await call('refunds.list', demoTenant, { params })
  expect(refunds.filter(({ comment }: { comment: string }) => comment === 'Scratched')).toMatchObject([{ amount: 5 }])
})

test('types are checked without those of Node', async () => {
  write(
    'job.ts',
    `import { createClient, type Order } from 'store-back-office-client'
    const shop = createClient({ url: 'http://shop.example', key: 'sk' })
    export const order: Promise<Order> = shop.orders.get({ token: 'a' })
    export async function refund(amount: number) {
      try {
        return (await shop.refunds.create({ token: 'a', amount })).id
      } catch (error) {
        if (shop.refunds.create.isProblem(error) && error.code === 'not_paid') return error.requestId
        // @ts-expect-error: this endpoint does not have the code.
        if (shop.refunds.create.isProblem(error) && error.code === 'code_in_use') return
        throw error
      }
    }
    // @ts-expect-error: the amount is missing.
    export const wrongInput = () => shop.refunds.create({ token: 'a' })
    // @ts-expect-error: there is no such status.
    export const wrongStatus = () => shop.orders.list({ status: 'Sent' })
    // @ts-expect-error: the list has one page.
    export const wrongList = () => shop.domains.all()`,
  )
  await compile({ module: 'esnext', moduleResolution: 'bundler', types: [] })
})

const executablePath = '/usr/bin/chromium'

test.skipIf(!existsSync(executablePath))('runs in Chromium', async () => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
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
