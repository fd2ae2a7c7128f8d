/**
 * Tests the maintenance of the whole installation. It affects all stores in the table, so the table has only the stores
 * of this file.
 */

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { handler as authorizer } from '../../functions/authorizer.ts'
import { runStoreCommandLine } from '../../infra/admin/store-command-line.ts'
import { deliverEventFiles } from '../../infra/local/checkout-queue.ts'
import { createTable } from '../../infra/local/database/create-table.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as keys from '../../lib/keys/index.ts'
import * as maintenanceMode from '../../lib/maintenance-mode/index.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { runMinuteTasks } from '../../lib/recovery/index.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { signatureOf } from '../support/samples.ts'
import { call, contextFor, newTenant } from '../support/store.ts'
import { newDirectory } from '../support/temporary.ts'

const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `maintenance-mode-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
beforeAll(() => createTable(inject('dynamodbEndpoint'), table, false))

let tenant: Tenant
let secret: string
beforeEach(async () => {
  tenant = await newTenant()
  secret = (await keys.issue(tenant)).secret
})
afterEach(async () => {
  vi.useRealTimers()
  await maintenanceMode.end()
})

const store = async (...args: string[]) => {
  const { exitCode, output, errors } = await runStoreCommandLine(['--json', 'maintenance', ...args])
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  return JSON.parse(output)
}

/** Sends a request as API Gateway does: the endpoint gets what the authorizer returned. */
async function request() {
  const methodArn = 'arn:aws:execute-api:eu-west-1:123456789012:abc123/prod/GET/discounts'
  const authorizationToken = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`
  const { context } = await authorizer({ type: 'TOKEN', authorizationToken, methodArn }, contextFor())
  const { maintenanceUntil, maintenanceMessage: message } = context ?? {}
  const maintenance = maintenanceUntil && { until: String(maintenanceUntil), ...(message && { message: `${message}` }) }
  return call('discounts.list', { ...tenant, ...(maintenance && { maintenance }) })
}

test('rejects requests with 503 from "on" to "off", and says when to try again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:00Z') })
  expect(await request()).toMatchObject({ status: 200 })
  expect(await store('on', '--minutes', '30', '--message', 'Back at half past ten.')).toEqual({
    isOn: true,
    since: '2026-11-22T10:00:00.000Z',
    until: '2026-11-22T10:30:00.000Z',
    message: 'Back at half past ten.',
    appliesEvents: false,
    events: 'wait',
  })
  const message = 'Back at half past ten.'
  expect(await request()).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1800' },
    body: { code: 'maintenance', title: 'The service is under maintenance. Try again later.', message },
  })
  await store('off')
  expect(await request()).toMatchObject({ status: 200 })
})

test('stays on after the expected end, and asks callers to wait for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:00Z') })
  const { until } = await store('on')
  expect(until).toBe('2026-11-22T10:10:00.000Z')
  vi.setSystemTime(new Date('2026-11-22T11:00:00Z'))
  const { status, headers } = await request()
  expect([status, headers['Retry-After']]).toEqual([503, '60'])
  expect(await store('on')).toMatchObject({ since: '2026-11-22T10:00:00.000Z', until: '2026-11-22T11:10:00.000Z' })
})

test('keeps the options that are not given again, until "off"', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:00Z') })
  const first = await store('on', '--minutes', '120', '--message', 'Back at noon UTC.', '--apply-events')
  vi.setSystemTime(new Date('2026-11-22T11:00:00Z'))
  expect(await store('on')).toEqual(first)
  expect(await store('on', '--minutes', '30')).toEqual({ ...first, until: '2026-11-22T11:30:00.000Z' })
  const changed = { message: 'Back soon.', appliesEvents: false, events: 'wait' }
  expect(await store('on', '--message', 'Back soon.', '--no-apply-events')).toMatchObject(changed)
  expect(await store('on', '--minutes', '60')).toMatchObject({ ...changed, until: '2026-11-22T12:00:00.000Z' })
  await store('off')
  expect(await store('on')).toMatchObject({ message: null, until: '2026-11-22T11:10:00.000Z' })
})

test('shows whether it is on', async () => {
  expect(await store('show')).toEqual({ isOn: false, events: 'are applied' })
  await store('on', '--apply-events')
  expect(await store('show')).toMatchObject({ isOn: true, appliesEvents: true, events: 'are applied' })
  const { output } = await runStoreCommandLine(['maintenance', 'on', '--no-apply-events'])
  expect(output).toMatch(/^maintenance +on$/m)
  expect(output).toMatch(/^events +wait$/m)
  expect(output).toContain('This takes effect within 70 seconds')
})

test('does not reject a wrong key with 503', async () => {
  await store('on')
  secret = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')
  await expect(request()).rejects.toThrow(/^Unauthorized$/)
})

test('accepts requests if the row of the maintenance cannot be read', async () => {
  const restore = around((command, send, input) =>
    command === 'GetItemCommand' && JSON.stringify(input).includes('"pk":"maintenance-mode"')
      ? Promise.reject(throttled())
      : send(),
  )
  expect(await request().finally(restore)).toMatchObject({ status: 200 })
})

test('webhooks of Stripe wait at Stripe, unless events are applied', async () => {
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' })
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'other', livemode: false, created: 1_788_120_001 }
  const body = JSON.stringify({ ...event, data: { object: { id: 'ch_1', object: 'charge' } } })
  const params = { account: String(tenant.account), mode: tenant.mode }
  const send = (signature = signatureOf(body, 'whsec_1')) =>
    call('webhooks.stripe', tenant, { params, body, headers: { 'Stripe-Signature': signature } })
  await store('on')
  const waiting = await send()
  expect(waiting).toMatchObject({ status: 503, body: { code: 'maintenance' } })
  expect(Number(waiting.headers['Retry-After'])).toBeGreaterThan(60)
  expect(await send('t=1,v1=00')).toMatchObject({ status: 400 })
  await store('on', '--apply-events')
  expect(await send()).toMatchObject({ status: 200 })
})

test('recovery.run does nothing', async () => {
  const info = vi.spyOn(log, 'info').mockImplementation(() => {})
  const task = vi.fn()
  await store('on', '--apply-events')
  await runMinuteTasks(60_000, { task })
  expect(task).not.toHaveBeenCalled()
  expect(info).toHaveBeenCalledWith('The tasks wait for the end of the maintenance.')
  info.mockRestore()
  await store('off')
  await runMinuteTasks(60_000, { task })
  expect(task).toHaveBeenCalledOnce()
})

test('queued events of this machine stay in their files while they wait', async () => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'a.json'), JSON.stringify([{ eventName: 'order.completed', json: {} }]))
  const invoke = vi.fn(async () => ({ batchItemFailures: [] }))
  const deliver = (isWaiting: boolean) =>
    deliverEventFiles({ directory, invoke, isPaused: async () => isWaiting, print: () => {} })
  await deliver(true)
  expect(invoke).not.toHaveBeenCalled()
  await deliver(false)
  expect(invoke).toHaveBeenCalledOnce()
})
