import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMinorUnits, toMinorUnits } from '../../lib/core/money.ts'
import type { FieldErrors } from '../../lib/core/problem.ts'
import {
  amountLeft,
  countedRefunds,
  isFullyRefunded,
  isUnderWay,
  type Refunds,
  refundedAmount,
  requireNotUnderWay,
  requirePaid,
  requireRefundable,
  type WantedRefund,
  wantedRefund,
} from '../../lib/orders/refund-rules.ts'
import { pending, settled } from './stored-refunds.ts'

/** Of 50.00 EUR, 34.90 are left. */
const order = { currency: 'eur', paidAmount: 5000 }
const refunds: Refunds = { first: settled(10), second: pending(5.1) }
const left = 3490

const wanted = (amount: number, fields: Partial<WantedRefund> = {}): WantedRefund => ({
  amount,
  comment: null,
  status: null,
  autoRefundTaxes: false,
  notifyCustomer: false,
  ...fields,
})

describe('the amounts of refunds', () => {
  test('what is refunded counts settled refunds only', () => {
    expect(refundedAmount({ ...refunds, third: settled(0.99) }, 'eur')).toBe(1099)
    expect(refundedAmount({}, 'eur')).toBe(0)
  })

  test('what is left of the order counts pending refunds as well', () => {
    expect(amountLeft(refunds, order)).toBe(left)
    expect(amountLeft({}, order)).toBe(5000)
  })

  test('amounts have the decimals of the currency', () => {
    expect(refundedAmount(refunds, 'jpy')).toBe(10)
    expect(amountLeft(refunds, { currency: 'kwd', paidAmount: 50_000 })).toBe(34_900)
  })

  test('decimals add up exactly', () => {
    expect(refundedAmount({ first: settled(0.1), second: settled(0.2) }, 'eur')).toBe(30)
  })
})

describe('a refund that failed, and one in another currency,', () => {
  const failure = { status: 'Failed' as const, reason: null, stamp: '2026-09-02T12:00:00.000Z event' }
  const others: Refunds = {
    failed: settled(10, { failure }),
    failedFirst: pending(10, { failure }),
    foreign: settled(10, { currency: 'usd' }),
  }

  test('return nothing of the order', () => {
    expect(refundedAmount({ ...refunds, ...others }, 'eur')).toBe(1000)
    expect(amountLeft({ ...refunds, ...others }, order)).toBe(left)
    expect(countedRefunds({ ...refunds, ...others }, 'eur')).toEqual([['first', refunds.first]])
    expect(countedRefunds({ same: settled(1, { currency: 'eur' }) }, 'eur')).toHaveLength(1)
  })

  test('are not under way', () => {
    const again = { ...wanted(1000), comment: null }
    expect(() => requireNotUnderWay(again, others, 'eur')).not.toThrow()
    expect(Object.values(others).some(isUnderWay)).toBe(false)
    expect(isUnderWay(pending(10))).toBe(true)
  })
})

test('counted refunds are sorted by creation, then by id', () => {
  const on = (day: number) => ({ creationDate: `2026-09-0${day}T12:00:00.000Z` })
  const unsorted = {
    c: settled(1, on(2)),
    d: settled(1, on(1)),
    a: settled(1, on(3)),
    e: pending(1, on(1)),
    b: settled(1, on(2)),
  }
  expect(countedRefunds(unsorted, 'eur')).toEqual([
    ['d', unsorted.d],
    ['b', unsorted.b],
    ['c', unsorted.c],
    ['a', unsorted.a],
  ])
})

describe('only a paid order can be refunded', () => {
  test.each(['Authorized', 'Pending', 'Open', 'Failed', 'Cancelled', 'Expired'] as const)(
    'the payment status %s is rejected',
    paymentStatus => {
      const message = `The order has not been paid: its paymentStatus is ${paymentStatus}.`
      expect(() => requirePaid(paymentStatus)).toThrow(expect.objectContaining({ code: 'not_paid', message }))
    },
  )

  test.each(['Paid', 'Deferred', 'PaidDeferred', 'ChargedBack', 'Refunded', 'Paidout', null] as const)(
    'the payment status %s is accepted',
    paymentStatus => {
      expect(() => requirePaid(paymentStatus)).not.toThrow()
    },
  )
})

test('a request is read in the currency of the order, with defaults for what is not sent', () => {
  expect(wantedRefund({ amount: 12.345 }, 'eur')).toEqual(wanted(1235))
  expect(wantedRefund({ amount: 12.345 }, 'jpy')).toEqual(wanted(12))
  expect(wantedRefund({ amount: 1, comment: '' }, 'eur')).toEqual(wanted(100))
  const fields = {
    comment: 'Broken',
    status: 'Partial',
    autoRefundTaxes: true,
    notifyCustomer: true,
  } as const
  expect(wantedRefund({ amount: 1, ...fields }, 'eur')).toEqual(wanted(100, fields))
})

describe('a request for a refund', () => {
  const limits = { ...order, refunds, minAmount: 50, hasSender: false, email: 'jane@tea.example' }

  test.each<[string, WantedRefund, object]>([
    ['a part of what is left', wanted(100), {}],
    ['the minimum', wanted(50), {}],
    ['all that is left', wanted(left), {}],
    ['all that is left, as Complete', wanted(left, { status: 'Complete' }), {}],
    ['all that is left, as Partial', wanted(left, { status: 'Partial' }), {}],
    ['a part, as Partial', wanted(100, { status: 'Partial' }), {}],
    ['less than the minimum, if it is all that is left', wanted(20), { paidAmount: 1530 }],
    ['a mail, if the account has a sender', wanted(100, { notifyCustomer: true }), { hasSender: true }],
  ])('is accepted for %s', (_, refund, otherLimits) => {
    expect(() => requireRefundable(refund, { ...limits, ...otherLimits })).not.toThrow()
  })

  const amountOf0 = { amount: ['must be greater than 0'] }
  const aboveMost = (most: string) => ({ amount: [`must be at most ${most}, which is left of the order`] })
  const notComplete = { status: ['must be Partial, as 34.90 EUR is left'] }
  const noSender = {
    notifyCustomer: [
      'must be false, as the account has no sender of mails: `store account set --mail-from` sets it',
    ],
  }
  const nothingLeft = { amount: ['is too much: nothing is left of the order'] }

  test.each<[string, WantedRefund, FieldErrors, object]>([
    ['0', wanted(0), amountOf0, {}],
    ['a negative amount', wanted(-1), amountOf0, {}],
    ['more than is left', wanted(left + 1), aboveMost('34.90 EUR'), {}],
    ['anything of an order with nothing left', wanted(1), nothingLeft, { paidAmount: 1510 }],
    ['0 of an order with nothing left', wanted(0), nothingLeft, { paidAmount: 1510 }],
    ['anything of an order with too much refunded', wanted(1), nothingLeft, { paidAmount: 9 }],
    [
      'an order with nothing left, as Complete',
      wanted(1, { status: 'Complete' }),
      nothingLeft,
      { paidAmount: 1510 },
    ],
    [
      'less than the minimum',
      wanted(49),
      { amount: ['must be at least 0.50 EUR, the minimum of the payment gateway'] },
      {},
    ],
    ['a part, as Complete', wanted(left - 1, { status: 'Complete' }), notComplete, {}],
    ['a mail without a sender', wanted(100, { notifyCustomer: true }), noSender, {}],
    [
      'a mail without an address',
      wanted(100, { notifyCustomer: true }),
      { notifyCustomer: ['must be false, as the order has no e-mail address'] },
      { hasSender: true, email: null },
    ],
    [
      'several faults, which are reported together',
      wanted(0, { status: 'Complete', notifyCustomer: true }),
      { ...amountOf0, ...notComplete, ...noSender },
      {},
    ],
  ])('is rejected for %s', (_, refund, errors, otherLimits) => {
    const check = () => requireRefundable(refund, { ...limits, ...otherLimits })
    expect(check).toThrow(expect.objectContaining({ code: 'validation_failed', errors }))
  })
})

describe('a repeated request', () => {
  test.each<[string, WantedRefund, Refunds]>([
    ['without a comment', wanted(510), { a: pending(5.1) }],
    ['with a comment', wanted(510, { comment: 'Broken' }), { a: pending(5.1, { comment: 'Broken' }) }],
    ['after others', wanted(510), { a: settled(5.1), b: pending(1), c: pending(5.1) }],
  ])('is rejected while a refund of the same amount and comment is under way: %s', (_, refund, stored) => {
    expect(() => requireNotUnderWay(refund, stored, 'eur')).toThrow(
      expect.objectContaining({ code: 'refund_under_way' }),
    )
  })

  test.each<[string, WantedRefund, Refunds]>([
    ['there is no other', wanted(510), {}],
    ['the other is settled', wanted(510), { a: settled(5.1) }],
    ['the other has another amount', wanted(510), { a: pending(5.11) }],
    [
      'the other has another comment',
      wanted(510, { comment: 'Broken' }),
      { a: pending(5.1, { comment: 'Late' }) },
    ],
    ['the other has no comment', wanted(510, { comment: 'Broken' }), { a: pending(5.1) }],
  ])('is accepted if %s', (_, refund, stored) => {
    expect(() => requireNotUnderWay(refund, stored, 'eur')).not.toThrow()
  })
})

test.each<[string, boolean, number, Refunds]>([
  ['without a refund', false, 1000, {}],
  ['with a part refunded', false, 1000, { first: settled(9.99) }],
  ['with all refunded', true, 1000, { first: settled(4), second: settled(6) }],
  ['with more than all refunded elsewhere', true, 1000, { first: settled(12) }],
  ['with the rest under way', false, 1000, { first: settled(4), second: pending(6) }],
  ['of 0', false, 0, { first: settled(1) }],
])('an order %s: fully refunded is %s', (_, expected, paidAmount, stored) => {
  expect(isFullyRefunded(stored, { currency: 'eur', paidAmount })).toBe(expected)
})

describe('whatever is asked', () => {
  const isAccepted = (check: () => void) => {
    try {
      check()
      return true
    } catch {
      return false
    }
  }
  const limitsOf = (currency: string, refunds: Refunds) => ({
    currency,
    paidAmount: 1000,
    refunds,
    minAmount: 50,
    hasSender: true,
    email: null,
  })

  /** The refunds of an order after these requests, without those that were rejected. */
  const histories = fc
    .record({
      currency: fc.constantFrom('eur', 'jpy', 'kwd'),
      requests: fc.array(fc.record({ amount: fc.integer({ min: -10, max: 600 }), isPending: fc.boolean() }), {
        maxLength: 20,
      }),
    })
    .map(({ currency, requests }) => {
      const accepted: Refunds = {}
      for (const [n, { amount, isPending }] of requests.entries()) {
        const decimals = fromMinorUnits(amount, currency)
        const request = wantedRefund({ amount: decimals }, currency)
        if (isAccepted(() => requireRefundable(request, limitsOf(currency, accepted))))
          accepted[n] = isPending ? pending(decimals) : settled(decimals)
      }
      return limitsOf(currency, accepted)
    })

  test('settled and pending refunds never exceed the order', () => {
    fc.assert(
      fc.property(histories, limits => {
        const amounts = Object.values(limits.refunds).map(({ amount }) =>
          toMinorUnits(amount, limits.currency),
        )
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(1000)
      }),
    )
  })

  test('all that is left can be refunded, but not a unit more', () => {
    fc.assert(
      fc.property(histories, limits => {
        const rest = amountLeft(limits.refunds, limits)
        const complete = wanted(rest, { status: 'Complete' })
        expect(isAccepted(() => requireRefundable(complete, limits))).toBe(rest > 0)
        expect(isAccepted(() => requireRefundable(wanted(rest + 1), limits))).toBe(false)
      }),
    )
  })
})
