/**
 * Tests that a refund counts once if Stripe and the server from which a store moves both report it, each with its own
 * id, in any sequence.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { importObject } from '../../lib/import/index.ts'
import * as reports from '../reports/calls.ts'
import { time } from '../stripe-events/samples.ts'
import { sendEvent } from '../support/checkout.ts'
import { orderOf } from '../support/payments.ts'
import { call } from '../support/store.ts'
import {
  failedAtSource,
  failedInStripe,
  imported,
  importedBefore,
  inAnySequence,
  inStripe,
  isoDate,
  refunded,
  refundedAmount,
  refundedAt,
  shown,
  sold,
  tenant,
  token,
  useNewStore,
  webhookOf,
} from './refund-reports.ts'

beforeEach(async () => {
  await useNewStore()
  return () => vi.restoreAllMocks()
})

describe('a refund that Stripe and the source report', () => {
  test('is the refund of the source, in any sequence, however often it is reported', async () => {
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

  test('counts once on its day in Stripe if the source neither has its date nor changes the order', async () => {
    const { id, amount } = refunded()
    const order = { ...sold, modificationDate: isoDate(time) }
    const importedAgain = () => importObject('orders', tenant, { order, refunds: [{ id, amount }], digitalGoods: [] })
    const creationDate = isoDate(refundedAt)
    await inAnySequence([importedAgain, inStripe({ created: refundedAt })], async () =>
      expect(await shown()).toMatchObject([{ id, amount, creationDate }]),
    )
  })

  test('stays on its day if the source has no dates of refunds, and has changed the order days later', async () => {
    const order = { ...sold, modificationDate: isoDate(time + 10 * 86400) }
    const importedLater = () =>
      importObject('orders', tenant, { order, refunds: [{ id: 'r1', amount: 5 }], digitalGoods: [] })
    await inAnySequence([importedLater, inStripe()], async () => {
      const { body } = await reports.sales(tenant, { from: '2026-08-30', to: '2026-08-30' })
      expect(body.groups).toMatchObject([{ total: { refunds: 5 } }])
    })
  })

  test('is another one than a refund in Stripe that was made after the import', async () => {
    const { id, amount } = refunded()
    await imported({ id, amount })()
    await inStripe({ created: Math.floor(Date.now() / 1000) + 86400 })()
    expect(await refundedAmount()).toBe(10)
  })

  test.each(['evt_1PqW', 'refund re_1'])('counts once if the event of the checkout has the id %s', async eventId => {
    const refund = { id: randomUUID(), amount: 5, creationDate: isoDate(refundedAt + 4) }
    await inAnySequence([webhookOf(refund, 'order.refund.created', eventId), inStripe()], async () =>
      expect(await shown()).toMatchObject([refund]),
    )
  })

  test('counts once if a webhook of the source reports it, before or after Stripe and the import', async () => {
    const { id, amount, comment } = refunded()
    const webhook = webhookOf({ id, amount, comment, currency: 'eur', creationDate: isoDate(refundedAt + 4) })
    await inAnySequence([webhook, inStripe(), imported(refunded({ id }))], async () =>
      expect(await shown()).toMatchObject([{ id, amount, comment }]),
    )
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

  test('are taken back once if both report the same failure', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const [one, other] = [refunded(first), refunded(second)]
    for (const step of [importedBefore, webhookOf(one), inStripe(later), webhookOf(other), inStripe()]) await step()
    for (const failure of [failedInStripe(), failedAtSource(one)]) {
      await failure()
      expect(await refundedAmount()).toBe(5)
    }
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

test('a payment status set between two events about a refund stays, whichever event arrives first', async () => {
  const at = (seconds: number) => ({ id: `event ${seconds}`, createdOn: isoDate(time + seconds) })
  const refund = { id: randomUUID(), orderToken: token, amount: 20, creationDate: isoDate(time + 5) }
  const refundedIn = (seconds: number) => () => sendEvent(tenant, 'order.refund.created', refund, at(seconds))
  const paid = () => sendEvent(tenant, 'order.status.changed', { token, paymentStatus: 'Paid' }, at(10))
  await inAnySequence([refundedIn(7), paid, refundedIn(14)], async () =>
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Paid', refundsAmount: 20 }),
  )
})
