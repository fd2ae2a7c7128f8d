import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { SubscriptionId } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import { OperationRow } from '../../lib/payments/entity.ts'
import { readSandboxLedger } from '../../lib/payments/sandbox.ts'
import { keyOf, SubscriptionRow } from '../../lib/subscriptions/entity.ts'
import { sendEvent } from '../support/checkout.ts'
import { pendingCount, recoverAll } from '../support/payments.ts'
import { createV1, get, invoices, v1Invoice } from './calls.ts'
import { actionsOf, change, newSubscription } from './changes.ts'

afterEach(() => void vi.useRealTimers())

const monthly = { interval: 'Month', intervalCount: 1 }
const unchanged = { amount: 24, schedule: monthly }

test('another amount or quantity applies from the next payment on', async () => {
  const { tenant, id } = await newSubscription()
  const before = (await get(tenant, id)).body
  const { body } = await change('update', tenant, id, { body: { ...unchanged, amount: 19.999, quantity: 3 } })
  const { modificationDate } = body
  expect(body).toEqual({ ...before, amount: 20, quantity: 3, modificationDate })
  expect(await actionsOf(tenant, id)).toEqual(['change'])
  expect((await invoices(tenant, id)).body).toEqual([])
})

test('another interval charges all units at once, adds a paid invoice, and begins a period', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-31T12:00:00Z') })
  const { tenant, id } = await newSubscription()
  const wanted = { amount: 10, quantity: 2, schedule: { interval: 'month', intervalCount: 3 } }
  const { body } = await change('update', tenant, id, { body: wanted })
  expect(body).toMatchObject({
    amount: 10,
    quantity: 2,
    schedule: { interval: 'Month', intervalCount: 3 },
    totalSpent: 20,
    nextBillingDate: '2027-04-30T12:00:00.000Z',
  })
  expect((await invoices(tenant, id)).body).toMatchObject([{ amount: 20, paid: true }])
  expect(await readSandboxLedger(tenant, id)).toMatchObject([{ kind: 'charge', amount: 2000 }])
})

test.each(['pause', 'subscription.paused'])('another interval charges nothing after %s', async paused => {
  const isEvent = paused !== 'pause'
  const { tenant, id } = await newSubscription({}, isEvent ? [paused] : [])
  if (!isEvent) await change('pause', tenant, id)
  const wanted = { amount: 10, schedule: { interval: 'Year' } }
  const { body } = await change('update', tenant, id, { body: wanted })
  expect(body).toMatchObject({ status: 'Paused', amount: 10, schedule: { interval: 'Year' }, totalSpent: 0 })
  expect((await invoices(tenant, id)).body).toEqual([])
  expect(await readSandboxLedger(tenant, id)).toEqual([])
})

test('a date in the future is a trial: nothing is charged until then, also with another interval', async () => {
  const { tenant, id } = await newSubscription()
  const nextBillingDate = '2099-05-01T00:00:00.000Z'
  const wanted = { amount: 24, schedule: { interval: 'Year' }, nextBillingDate }
  const { body } = await change('update', tenant, id, { body: wanted })
  expect(body).toMatchObject({ nextBillingDate, schedule: { interval: 'Year', intervalCount: 1 } })
  expect(await actionsOf(tenant, id)).toEqual(['change'])
  expect(await readSandboxLedger(tenant, id)).toEqual([])
})

test('later billing dates are counted from the period that another interval or a trial began', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-31T12:00:00Z') })
  const { tenant, id } = await newSubscription()
  const schedule = { interval: 'month', intervalCount: 3 }
  await change('update', tenant, id, { body: { amount: 10, schedule } })
  const nextDateAfter = async (creationDate: string) => {
    vi.setSystemTime(new Date(creationDate))
    await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { creationDate }))
    return (await get(tenant, id)).body.nextBillingDate
  }
  expect(await nextDateAfter('2027-04-30T12:00:00.000Z')).toBe('2027-07-31T12:00:00.000Z')
  const nextBillingDate = '2027-08-15T00:00:00.000Z'
  await change('update', tenant, id, { body: { amount: 10, schedule, nextBillingDate } })
  expect(await nextDateAfter(nextBillingDate)).toBe('2027-11-15T00:00:00.000Z')
})

test('asks the gateway for nothing if the request is repeated later', async () => {
  const { tenant, id } = await newSubscription()
  const body = { amount: 30, schedule: { interval: 'Year' }, nextBillingDate: '2099-05-01T00:00:00.000Z' }
  const first = await change('update', tenant, id, { body })
  expect((await change('update', tenant, id, { body })).body).toEqual(first.body)
  expect(await actionsOf(tenant, id)).toEqual(['change'])
})

test('asks the gateway for nothing if nothing or only metadata changes', async () => {
  const { tenant, id } = await newSubscription()
  const before = (await get(tenant, id)).body
  expect((await change('update', tenant, id, { body: unchanged })).body).toEqual(before)
  const { body } = await change('update', tenant, id, { body: { ...unchanged, metadata: { a: 1 } } })
  expect(body.metadata).toEqual({ a: 1 })
  expect(await actionsOf(tenant, id)).toEqual([])
})

test('asks the gateway for nothing if the shown next billing date is sent back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-01T12:00:00Z') })
  const schedule = { ...monthly, startsOn: '2026-08-31T12:00:00.000Z' }
  const { tenant, id } = await newSubscription({ schedule, nextBillingDate: '2027-02-28T12:00:00.000Z' })
  const { body: before } = await get(tenant, id)
  const { amount, quantity, nextBillingDate } = before
  expect(nextBillingDate).toBe('2027-02-28T12:00:00.000Z')
  const echo = { amount, quantity, schedule: before.schedule, nextBillingDate }
  expect(await change('update', tenant, id, { body: echo })).toMatchObject({ status: 200, body: before })
  expect(await actionsOf(tenant, id)).toEqual([])
})

test.each([
  [{}, 'amount'],
  [{ amount: -1 }, 'amount'],
  [{ schedule: { interval: 'Decade' } }, 'schedule.interval'],
  [{ schedule: { interval: 'Day', intervalCount: 0 } }, 'schedule.intervalCount'],
  [{ schedule: { interval: 'Day', intervalCount: 61 } }, 'schedule.intervalCount'],
  [{ quantity: 0 }, 'quantity'],
  [{ nextBillingDate: '2020-01-01' }, 'nextBillingDate'],
])('rejects %j', async (fields, fault) => {
  const { tenant, id } = await newSubscription()
  const body = Object.keys(fields).length > 0 ? { ...unchanged, ...fields } : fields
  const reply = await change('update', tenant, id, { body })
  expect(reply).toMatchObject({ status: 400, body: { errors: { [fault]: [expect.any(String)] } } })
})

describe('the bounds of a payment', () => {
  const refusal = (field: string, text: string) => ({ status: 400, body: { errors: { [field]: [text] } } })
  const atMost = 'times the quantity must be at most'

  test.each([
    ['EUR', { amount: 900_000, quantity: 1_000_000_000 }, 'quantity', 'must be at most 1000000'],
    ['EUR', { amount: 1, quantity: 1_000_001 }, 'quantity', 'must be at most 1000000'],
    ['EUR', { amount: 1000, quantity: 1_000_000 }, 'amount', `${atMost} 999999999.99 EUR`],
    ['JPY', { amount: 1000, quantity: 1_000_000 }, 'amount', `${atMost} 999999999 JPY`],
    ['KWD', { amount: 999_999_999.991 }, 'amount', `${atMost} 999999999.990 KWD`],
    ['EUR', { amount: 500_000_000 }, 'amount', `${atMost} 999999999.99 EUR`],
  ])('in %s reject %j before anything is reserved', async (currency, fields, field, text) => {
    const { account } = await accounts.create({ name: 'A store', currency, features: [] })
    const tenant = { account, mode: 'Test' } as const
    const id = await createV1(tenant, { quantity: 2 })
    const body = { ...fields, schedule: { interval: 'Week' } }
    expect(await change('update', tenant, id, { body })).toMatchObject(refusal(field, text))
    expect(await pendingCount(tenant)).toBe(0)
    expect((await change('pause', tenant, id)).status).toBe(200)
  })

  test.each([
    { amount: 999.99, quantity: 1_000_000 },
    { amount: 999_999_999.99, quantity: 1 },
  ])('accept %j', async fields => {
    const { tenant, id } = await newSubscription()
    const body = { ...fields, schedule: { interval: 'Week' } }
    expect(await change('update', tenant, id, { body })).toMatchObject({ status: 200, body: fields })
    const units = Math.round(fields.amount * 100) * fields.quantity
    expect(await readSandboxLedger(tenant, id)).toMatchObject([{ amount: units }])
  })

  test('do not reject a change of the metadata alone of what the checkout has sold for more', async () => {
    const { tenant, id } = await newSubscription({ quantity: 2_000_000_000 })
    const body = { ...unchanged, metadata: { a: 1 } }
    expect((await change('update', tenant, id, { body })).status).toBe(200)
  })
})

test('rejects a canceled subscription', async () => {
  const { tenant, id } = await newSubscription()
  await change('cancel', tenant, id)
  const reply = await change('update', tenant, id, { body: unchanged })
  expect(reply).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
})

describe('a change under way', () => {
  const wanted = { amount: 10, schedule: { interval: 'Week' } }

  test('charges once, and is completed by the recovery worker', async () => {
    const { tenant, id } = await newSubscription({ gatewayId: 'sub_lost' })
    expect((await change('update', tenant, id, { body: wanted })).status).toBe(504)
    expect((await get(tenant, id)).body.amount).toBe(24)
    await recoverAll(tenant)
    expect((await get(tenant, id)).body).toMatchObject({ amount: 10, totalSpent: 10 })
    expect(await readSandboxLedger(tenant, id)).toHaveLength(1)
  })

  test('rejects another change, and waits for the same', async () => {
    const { tenant, id } = await newSubscription({ gatewayId: 'sub_lost' })
    expect((await change('update', tenant, id, { body: wanted })).status).toBe(504)
    expect((await change('update', tenant, id, { body: unchanged })).body.code).toBe('conflict')
    expect((await change('update', tenant, id, { body: wanted })).body.amount).toBe(10)
    expect((await invoices(tenant, id)).body).toHaveLength(1)
    expect(await readSandboxLedger(tenant, id)).toHaveLength(1)
  })

  /**
   * An earlier release reserved this change. The amount that it would charge is too large for the database client.
   */
  test('that can never succeed is dropped by the recovery worker', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const { tenant, id } = await newSubscription()
    const changeId = randomUUID()
    const terms = { amount: 90_000_000, quantity: 1e9, currency: 'eur', interval: 'Week', intervalCount: 1 }
    const timing = { chargesNow: true, trialEnd: null, isPaused: false }
    const request = { kind: 'change', gatewayId: 'sub_1', subscription: id, terms: { ...terms, ...timing } }
    const times = { createdAt: '2026-09-01T00:00:00.000Z', dueAt: '2026-09-01T00:01:00.000Z', attempts: 7 }
    const details = { wanted, change: null, fields: {} }
    await OperationRow.put({ ...tenant, id: changeId, request: request as never, details, ...times }).go()
    await SubscriptionRow.patch(keyOf(tenant, id as SubscriptionId))
      .set({ changeId })
      .go()
    expect((await change('cancel', tenant, id)).status).toBe(409)
    await recoverAll(tenant, 1)
    expect(await pendingCount(tenant)).toBe(0)
    expect(log.error).toHaveBeenCalledWith(
      'A payment operation is dropped, as the gateway could not be asked.',
      expect.objectContaining({
        id: changeId,
        fault: expect.objectContaining({ message: expect.stringContaining('MAX_SAFE_INTEGER') }),
      }),
    )
    expect((await change('cancel', tenant, id)).body.status).toBe('Canceled')
    vi.restoreAllMocks()
  })
})
