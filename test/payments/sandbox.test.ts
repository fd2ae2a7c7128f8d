import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../infra/admin/store-command-line.ts'
import { minorUnits } from '../../lib/core/money.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { CaptureOrRefundRequest, SubscriptionTerms } from '../../lib/payments/gateway.ts'
import { readSandboxActions, readSandboxLedger, sandbox } from '../../lib/payments/sandbox.ts'
import { newTenant, otherMode } from '../support/store.ts'

let tenant: Tenant
beforeAll(async () => {
  vi.stubEnv('GATEWAY_TIMEOUT', '1')
  tenant = await newTenant()
})
afterAll(() => void vi.unstubAllEnvs())

/** Returns a request that refunds half of the payment of a new order. */
const request = (fields: Partial<CaptureOrRefundRequest> = {}): CaptureOrRefundRequest => ({
  tenant,
  kind: 'refund',
  id: randomUUID(),
  order: randomUUID(),
  transactionId: 'payment_1',
  amount: minorUnits(1000),
  paymentAmount: minorUnits(2000),
  currency: 'EUR',
  ...fields,
})

const movementsOf = ({ order }: CaptureOrRefundRequest) => readSandboxLedger(tenant, order)
const succeeded = { state: 'succeeded' }
const unknown = { state: 'unknown' }
const declined = { state: 'refused', reason: 'The card issuer declined the request.' }
const declinedOnce = { state: 'refused', reason: 'The card issuer declined the request this time.' }

test.each([
  ['any other', 'payment_1', [succeeded, succeeded], [1, 1]],
  ['_declined', 'payment_declined', [declined, declined], [0, 0]],
  ['_declined_once', 'payment_declined_once', [declinedOnce, succeeded], [0, 1]],
  ['_unreachable', 'payment_unreachable', [{ state: 'unreachable' }, { state: 'unreachable' }], [0, 0]],
  ['_timeout', 'payment_timeout', [unknown, succeeded], [0, 1]],
  ['_lost', 'payment_lost', [unknown, succeeded], [1, 1]],
])('the ending %s', async (_, transactionId, results, counts) => {
  for (const kind of ['refund', 'capture'] as const) {
    const sent = request({ transactionId, kind })
    for (const [attempt, result] of results.entries()) {
      expect(await sandbox.send(sent)).toEqual(result)
      expect(await movementsOf(sent)).toHaveLength(counts[attempt]!)
      expect(await sandbox.findResult(sent)).toEqual(counts[attempt] === 1 ? succeeded : null)
    }
  }
})

test('the ending _slow takes three seconds', { tags: ['long'] }, async () => {
  const sent = request({ transactionId: 'payment_slow' })
  const startedAt = performance.now()
  expect(await sandbox.send(sent)).toEqual(succeeded)
  expect(performance.now() - startedAt).toBeGreaterThan(2900)
})

test('a declined refund is accepted when it is asked for again with a new id', async () => {
  const first = request({ transactionId: 'payment_declined_once' })
  expect(await sandbox.send(first)).toEqual(declinedOnce)
  expect(await sandbox.send({ ...first, id: randomUUID() })).toEqual(succeeded)
  expect(await movementsOf(first)).toHaveLength(1)
})

test('another refund of the same amount is declined once as well', async () => {
  const first = request({ transactionId: 'payment_declined_once' })
  const next = () => ({ ...first, id: randomUUID() })
  const accepted = next()
  expect(await sandbox.send(first)).toEqual(declinedOnce)
  expect(await sandbox.send(accepted)).toEqual(succeeded)
  expect(await sandbox.send(accepted)).toEqual(succeeded)
  expect(await sandbox.send(next())).toEqual(declinedOnce)
  expect(await sandbox.send(next())).toEqual(succeeded)
  expect(await movementsOf(first)).toHaveLength(2)
})

test('the same request moves money once, however often and concurrently it is sent', async () => {
  const sent = request()
  const results = await Promise.all(Array.from({ length: 8 }, () => sandbox.send(sent)))
  expect(results).toEqual(Array.from({ length: 8 }, () => succeeded))
  expect(await movementsOf(sent)).toMatchObject([
    { kind: 'refund', amount: 1000, currency: 'EUR', idempotencyKey: sent.id },
  ])
})

test('refunds never exceed the payment, also when they are sent concurrently', async () => {
  const sent = request()
  const others = Array.from({ length: 6 }, () => ({ ...sent, id: randomUUID() }))
  const results = await Promise.all([sent, ...others].map(sandbox.send))
  const reason = 'The amount is greater than what is left of the payment.'
  expect(results.filter(({ state }) => state === 'succeeded')).toHaveLength(2)
  expect(results.filter(({ state }) => state === 'refused')).toEqual(
    Array.from({ length: 5 }, () => ({ state: 'refused', reason })),
  )
  expect(await movementsOf(sent)).toHaveLength(2)
})

test('a payment is captured once, and the capture does not count against refunds', async () => {
  const capture = request({ kind: 'capture', amount: minorUnits(2000) })
  expect(await sandbox.send(capture)).toEqual(succeeded)
  expect(await sandbox.send({ ...capture, id: randomUUID() })).toEqual({ ...succeeded, captured: 2000 })
  expect(await sandbox.send({ ...capture, kind: 'refund', id: randomUUID() })).toEqual(succeeded)
  expect(await movementsOf(capture)).toMatchObject([{ kind: 'capture' }, { kind: 'refund' }])
})

test('refuses to refund more than was captured', async () => {
  const capture = request({ kind: 'capture', amount: minorUnits(500) })
  await sandbox.send(capture)
  const refund = request({ order: capture.order })
  expect(await sandbox.send({ ...refund, amount: minorUnits(501) })).toMatchObject({ state: 'refused' })
  expect(await sandbox.send({ ...refund, amount: minorUnits(500) })).toEqual(succeeded)
})

test.each([
  ['EUR', 50],
  ['JPY', 50],
  ['KWD', 500],
])('the smallest refund in %s is %d', (currency, amount) => {
  expect(sandbox.minAmount(currency)).toBe(amount)
})

const terms = { amount: minorUnits(990), quantity: 2, currency: 'EUR', interval: 'Month', intervalCount: 1 } as const
const subscriptionRequest = (gatewayId = 'sub_1') => ({
  tenant,
  id: randomUUID(),
  subscription: randomUUID(),
  gatewayId,
})

test.each(['pause', 'resume', 'cancel'] as const)('does %s a subscription, and moves no money', async kind => {
  const sent = { ...subscriptionRequest(), kind }
  expect(await sandbox.findResult(sent)).toBeNull()
  for (let n = 0; n < 2; n++) expect(await sandbox.send(sent)).toEqual(succeeded)
  expect(await sandbox.findResult(sent)).toEqual(succeeded)
  expect(await readSandboxActions(tenant, sent.subscription)).toMatchObject([{ kind, idempotencyKey: sent.id }])
  expect(await readSandboxLedger(tenant, sent.subscription)).toEqual([])
})

const changeRequest = (fields: Partial<SubscriptionTerms>) => ({
  ...subscriptionRequest(),
  kind: 'change' as const,
  terms: { ...terms, chargesNow: true, trialEnd: null, isPaused: false, ...fields },
})

test('a change of a subscription charges all units at once', async () => {
  const sent = changeRequest({})
  const charged = { state: 'succeeded', charged: 1980 }
  for (let n = 0; n < 2; n++) expect(await sandbox.send(sent)).toEqual(charged)
  expect(await sandbox.findResult(sent)).toEqual(charged)
  expect(await readSandboxLedger(tenant, sent.subscription)).toMatchObject([
    { kind: 'charge', amount: 1980, currency: 'EUR', idempotencyKey: sent.id },
  ])
})

test.each([
  ['of the price only', { chargesNow: false }],
  ['of a paused subscription', { isPaused: true }],
  ['to an amount of 0', { amount: minorUnits(0) }],
])('a change %s charges nothing', async (_, fields) => {
  const sent = changeRequest(fields)
  expect(await sandbox.send(sent)).toEqual(succeeded)
  expect(await sandbox.findResult(sent)).toEqual(succeeded)
  expect(await readSandboxActions(tenant, sent.subscription)).toMatchObject([{ kind: 'change' }])
  expect(await readSandboxLedger(tenant, sent.subscription)).toEqual([])
})

test.each([
  ['sub_declined', declined],
  ['sub_lost', unknown],
  ['sub_unreachable', { state: 'unreachable' }],
])('follows the ending of the subscription %s', async (gatewayId, result) => {
  expect(await sandbox.send({ ...subscriptionRequest(gatewayId), kind: 'pause' })).toEqual(result)
})

test('the ledger lists the movements of a store, or of one order, oldest first', async () => {
  const own = await newTenant()
  const first = request({ tenant: own })
  const second = request({ tenant: own, kind: 'capture', amount: minorUnits(1250), currency: 'KWD' })
  for (const sent of [first, second]) {
    await sandbox.send(sent)
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const ledger = `sandbox ledger --account ${own.account} --mode Test`
  const movement = (sent: CaptureOrRefundRequest, amount: number) => ({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    kind: sent.kind,
    subject: sent.order,
    amount,
    currency: sent.currency,
    idempotencyKey: sent.id,
  })
  const json = async (line: string) => JSON.parse((await runStoreCommandLine(`${line} --json`.split(' '))).output)
  expect(await json(ledger)).toEqual([movement(first, 10), movement(second, 1.25)])
  expect(await json(`${ledger} --order ${second.order}`)).toEqual([movement(second, 1.25)])
  expect((await runStoreCommandLine(ledger.split(' '))).output).toMatch(
    new RegExp(`refund +${first.order} +10.00 +EUR +${first.id}\n.*capture +${second.order} +1.250 +KWD `),
  )
  const live = `sandbox ledger --account ${own.account} --mode ${otherMode(own).mode}`
  expect((await runStoreCommandLine(live.split(' '))).output).toBe('The sandbox has moved no money.')
  const unknownStore = await runStoreCommandLine('sandbox ledger --account 7 --mode Test'.split(' '))
  expect(unknownStore).toMatchObject({ exitCode: 1, errors: 'There is no account 7.' })
})
