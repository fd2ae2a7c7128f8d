import { expect, test } from 'vitest'
import { stampTime } from '../../lib/core/event-stamp.ts'
import type { CompletedOrderRow } from '../../lib/orders/entity.ts'
import { capturedAmountOf, isPartlyCaptured, paidOf, paymentIdOf, paymentStatusOf } from '../../lib/orders/payment.ts'
import type { Refunds, StoredRefund } from '../../lib/orders/stored-refunds.ts'
import { pending, settled } from './sample-refunds.ts'

const rowOf = (fields: object, content: object = {}) =>
  ({
    content: { currency: 'eur', finalGrandTotal: 1000, ...content },
    latest: {},
    refunds: {},
    ...fields,
  }) as unknown as CompletedOrderRow

test.each([
  ['pi_1', 'pi_1'],
  [null, null],
  ['', null],
  [' \u00a0', null],
])('an order with the transaction %j has the payment %j', (paymentTransactionId, expected) => {
  expect(paymentIdOf(rowOf({}, { paymentTransactionId }))).toBe(expected)
})

test.each([
  [undefined, null, false, 100_000],
  [99_999, 99_999, true, 99_999],
  [100_000, 100_000, false, 100_000],
  [100_001, 100_001, false, 100_000],
])('refunds can return what was captured of an order of 1000.00 at most: %j', (value, captured, isPart, paidAmount) => {
  const latest = value === undefined ? {} : { capturedAmount: { value, stamp: on(1) } }
  const row = rowOf({ latest }, { finalGrandTotal: 100_000 })
  expect(capturedAmountOf(row)).toBe(captured)
  expect(isPartlyCaptured(row)).toBe(isPart)
  expect(paidOf(row)).toEqual({ currency: 'eur', paidAmount })
})

const on = (day: number) => `2026-09-0${day}T12:00:00.000Z event`
const paidOn = (day: number) => ({ paymentStatus: { value: 'Paid', stamp: on(day) } })
const refundedOn = (day: number) => ({ paymentStatus: { value: 'Refunded', stamp: on(day) } })
const refundOn = (day: number, amount: number, fields: Partial<StoredRefund> = {}) =>
  settled(amount, { creationDate: stampTime(on(day)), stamp: on(day), ...fields })
const failedOn = (day: number) => ({ failure: { status: 'Failed', reason: null, stamp: on(day) } as const })

test.each<[string, string | null, object, Refunds]>([
  ['nothing is known', null, {}, {}],
  ['nothing is refunded', 'Paid', paidOn(1), {}],
  ['a part is refunded', 'Paid', paidOn(1), { a: refundOn(2, 9.99) }],
  ['all is refunded', 'Refunded', paidOn(1), { a: refundOn(2, 10) }],
  ['all is refunded, but no other status is known', 'Refunded', {}, { a: refundOn(2, 10) }],
  ['the last part is refunded later', 'Refunded', paidOn(2), { a: refundOn(1, 4), b: refundOn(3, 6) }],
  ['the parts arrive in reverse order', 'Refunded', paidOn(2), { a: refundOn(3, 4), b: refundOn(1, 6) }],
  ['all is refunded before the last change', 'Paid', paidOn(3), { a: refundOn(1, 4), b: refundOn(2, 6) }],
  ['a pending refund does not count', 'Paid', paidOn(2), { a: refundOn(1, 10), b: pending(1, { stamp: on(3) }) }],
  ['a refund has no stamp', 'Paid', paidOn(1), { a: settled(10) }],
  ['the last part has failed', 'Paid', paidOn(1), { a: refundOn(2, 4), b: refundOn(3, 6, failedOn(4)) }],
  [
    'all that was captured is refunded',
    'Refunded',
    { paymentStatus: { value: 'Authorized', stamp: on(1) }, capturedAmount: { value: 400, stamp: on(2) } },
    { a: refundOn(3, 4) },
  ],
  ['Refunded is reported without refunds', 'Refunded', refundedOn(1), {}],
  ['Refunded is reported before refunds', 'Refunded', refundedOn(1), { a: refundOn(2, 10) }],
  ['Refunded is reported before a refund that fails', 'Refunded', refundedOn(1), { a: refundOn(2, 10, failedOn(3)) }],
  ['Refunded is reported for other refunds', 'Refunded', refundedOn(3), { a: refundOn(1, 4, failedOn(4)) }],
  ['Refunded is reported after the failure', 'Refunded', refundedOn(3), { a: refundOn(1, 10, failedOn(2)) }],
  ['a refund fails after Refunded was reported', 'Paid', refundedOn(2), { a: refundOn(1, 10, failedOn(3)) }],
  [
    'the last part fails after Refunded was reported',
    'Paid',
    refundedOn(3),
    { a: refundOn(1, 4), b: refundOn(2, 6, failedOn(4)) },
  ],
  [
    'a refund that has failed after Refunded was reported is made again',
    'Refunded',
    refundedOn(2),
    { a: refundOn(1, 10, failedOn(3)), b: refundOn(4, 10) },
  ],
  [
    'a refund of all that was captured fails after Refunded was reported',
    'Authorized',
    { ...refundedOn(3), capturedAmount: { value: 400, stamp: on(1) } },
    { a: refundOn(2, 4, failedOn(4)) },
  ],
])('the payment status if %s is %s', (_, expected, latest, refunds) => {
  expect(paymentStatusOf(rowOf({ latest, refunds }))).toBe(expected)
})
