/**
 * Tests that a refund counts once if Stripe and the server from which a store moves both report it, each with its own
 * id, in any sequence.
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import * as reports from '../reports/calls.ts'
import { newStripeTenant, receive, refund as refundInStripe, stripeEvent, time } from '../stripe-events/samples.ts'
import { order, sendEvent } from '../support/checkout.ts'
import { orderOf, refundsOf } from '../support/payments.ts'
import { call } from '../support/store.ts'

type Fields = Record<string, unknown>
type Step = () => Promise<unknown>

let tenant: Tenant
beforeEach(async () => {
  tenant = await newStripeTenant()
  return () => vi.restoreAllMocks()
})

const token = randomUUID()
const isoDate = (seconds: number) => new Date(seconds * 1000).toISOString()
const refundedAt = time + 3000

/** The source has recorded the refund some seconds after it was made in Stripe. */
const refunded = (fields: Fields = {}) => ({
  id: randomUUID(),
  amount: 5,
  comment: 'Stain',
  refundedByPaymentGateway: true,
  creationDate: isoDate(refundedAt + 4),
  modificationDate: isoDate(refundedAt + 5),
  ...fields,
})

const sold = order({
  token,
  paymentTransactionId: 'pi_1',
  finalGrandTotal: 20,
  grandTotal: 20,
  creationDate: isoDate(time),
  completionDate: isoDate(time),
  modificationDate: isoDate(refundedAt + 5),
})

const imported =
  (...refunds: Fields[]): Step =>
  () =>
    importObject('orders', tenant, { order: sold, refunds, digitalGoods: [] })

const importedBefore: Step = () =>
  importObject('orders', tenant, { order: { ...sold, modificationDate: isoDate(time) }, refunds: [], digitalGoods: [] })

const inStripe =
  (fields: Fields = {}, type = 'refund.updated'): Step =>
  () =>
    receive(tenant, stripeEvent(type, refundInStripe({ amount: 500, balance_transaction: 'txn_1', ...fields })))

const failedInStripe = (fields: Fields = {}) =>
  inStripe({ status: 'failed', failure_reason: 'expired_or_canceled_card', ...fields }, 'refund.failed')

const webhookOf =
  (refund: Fields): Step =>
  () =>
    sendEvent(tenant, 'order.refund.created', { orderToken: token, ...refund }, { id: `refund ${refund.id}` })

function* sequencesOf<T>(steps: readonly T[]): Generator<T[]> {
  if (steps.length === 0) yield []
  for (const [n, step] of steps.entries())
    for (const others of sequencesOf(steps.toSpliced(n, 1))) yield [step, ...others]
}

/** Takes the steps in each sequence, each time in a new store that has imported the order before its refunds. */
async function inAnySequence(steps: readonly Step[], check: Step) {
  for (const sequence of sequencesOf(steps)) {
    tenant = await newStripeTenant()
    for (const step of [importedBefore, ...sequence]) await step()
    await check()
  }
}

const shown = () => refundsOf(tenant, token)
const refundedAmount = async () => (await orderOf(tenant, token)).refundsAmount

describe('a refund that Stripe and the source report', () => {
  test('is the refund of the source, in any sequence, however often it is reported', { tags: ['long'] }, async () => {
    const refund = refunded({ creditNoteNumber: 'OLD-42' })
    const { modificationDate: _, ...expected } = refund
    const steps = [imported(refund), inStripe({ reason: 'duplicate' }, 'refund.created'), inStripe()]
    await inAnySequence(steps, async () => {
      for (const repeated of [inStripe(), imported(refund)]) {
        expect(await shown()).toMatchObject([expected])
        expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 5, adjustedAmount: 15 })
        await repeated()
      }
      expect(await imported(refund)()).toMatchObject({ result: 'unchanged' })
    })
  })

  test('counts once in reports, takes no other credit note number, and leaves the rest to refund', async () => {
    await imported(refunded({ creditNoteNumber: 'CN-7' }))()
    await inStripe()()
    const { body } = await reports.sales(tenant, { from: '2026-08-30', to: '2026-08-30' })
    expect(body.groups).toMatchObject([{ total: { refunds: 5 } }])
    const rest = await call('refunds.create', tenant, { params: { token }, body: { amount: 15 } })
    expect(rest.body).toMatchObject({ amount: 15, creditNoteNumber: 'CN-8' })
  })

  test('is found by the id that it had before the import, too', async () => {
    await importedBefore()
    await inStripe()()
    const [{ id }] = await shown()
    const refund = refunded()
    await imported(refund)()
    expect((await call('refunds.get', tenant, { params: { token, id } })).body).toMatchObject({ id: refund.id })
  })

  test('counts once if the source has no dates of refunds, and has changed the order later', async () => {
    const { id, amount } = refunded()
    const steps = [imported({ id, amount }), inStripe({ created: time + 60 })]
    await inAnySequence(steps, async () => expect(await shown()).toMatchObject([{ id, amount }]))
  })

  test('counts once if a webhook of the source reports it, before or after Stripe and the import', async () => {
    const { id, amount, comment } = refunded()
    const webhook = webhookOf({ id, amount, comment, currency: 'eur', creationDate: isoDate(refundedAt + 4) })
    await inAnySequence([webhook, inStripe(), imported(refunded({ id }))], async () =>
      expect(await shown()).toMatchObject([{ id, amount, comment }]),
    )
  })

  test('is taken back if it fails in Stripe, whatever was reported before', { tags: ['long'] }, async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const refund = refunded()
    const failed = { id: refund.id, status: 'Failed', failureReason: 'expired_or_canceled_card', amount: 5 }
    for (const others of [[], [inStripe()]])
      await inAnySequence([imported(refund), failedInStripe(), ...others], async () => {
        expect(await refundedAmount()).toBe(0)
        const { body } = await call('refunds.get', tenant, { params: { token, id: refund.id } })
        expect(body).toMatchObject(failed)
      })
  })

  test('raises one alarm if it fails in Stripe after the import', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    for (const step of [imported(refunded()), failedInStripe(), failedInStripe()]) await step()
    expect(error).toHaveBeenCalledExactlyOnceWith('A refund that was accepted has failed.', expect.anything())
  })
})

describe('refunds of the same amount', () => {
  const first = { amount: 5, creationDate: isoDate(refundedAt + 4) }
  const second = { amount: 5, creationDate: isoDate(refundedAt + 184) }
  const later = { id: 're_2', created: refundedAt + 180 }

  test('all count if the source has made them within minutes', async () => {
    const refunds = [refunded(first), refunded(second)]
    await inAnySequence([imported(...refunds), inStripe(), inStripe(later)], async () => {
      expect(await shown()).toMatchObject(refunds.map(({ id, creationDate }) => ({ id, creationDate })))
    })
  })

  test('are taken back one by one', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const refunds = [refunded(first), refunded(second)]
    await inAnySequence([imported(...refunds), failedInStripe(later), inStripe()], async () => {
      expect(await refundedAmount()).toBe(5)
      await failedInStripe()()
      expect(await refundedAmount()).toBe(0)
    })
  })

  test('both count if one of them was made in Stripe only', async () => {
    const refund = refunded(first)
    await inAnySequence([imported(refund), inStripe(), inStripe(later)], async () => {
      await imported(refund)()
      expect(await refundedAmount()).toBe(10)
      expect((await shown()).map(({ id }: { id: string }) => id)).toContain(refund.id)
    })
  })

  test('count as the attempts that have not failed', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const failed = refunded({ ...first, status: 'Failed' })
    await inAnySequence([imported(failed), failedInStripe(), inStripe(later)], async () => {
      expect(await refundedAmount()).toBe(5)
    })
  })

  test.each([
    ['was made hours before', { creationDate: isoDate(refundedAt - 7200) }, 10],
    ['was made six minutes later', { creationDate: isoDate(refundedAt + 360) }, 10],
    ['was paid without the gateway', { refundedByPaymentGateway: false }, 10],
    ['has another amount', { amount: 5.01 }, 10.01],
    ['has another currency', { currency: 'USD' }, 5],
  ])('count beside the one in Stripe if the one of the source %s', async (_, fields, expected) => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const steps = [imported(refunded(fields)), inStripe()]
    await inAnySequence(steps, async () => expect(await refundedAmount()).toBe(expected))
  })
})

test('a refund in Stripe counts beside one that this API has made in the same minutes', async () => {
  await imported()()
  vi.useFakeTimers({ toFake: ['Date'], now: (refundedAt + 10) * 1000 })
  const own = await call('refunds.create', tenant, { params: { token }, body: { amount: 5 } })
  vi.useRealTimers()
  await inStripe()()
  expect(own.status).toBe(200)
  expect(await refundedAmount()).toBe(10)
})
