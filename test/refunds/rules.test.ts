import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMinorUnits, type MinorUnits, minorUnits, toMinorUnits } from '../../lib/core/money.ts'
import type { FieldErrors } from '../../lib/core/problem.ts'
import { isUnderWay, type Paid, type Refunds, refundableAmount } from '../../lib/orders/stored-refunds.ts'
import {
  requireNotUnderWay,
  requirePaid,
  requireRefundable,
  toWantedRefund,
  type WantedRefund,
} from '../../lib/refunds/rules.ts'
import { left, order, pending, refunds, settled } from '../orders/sample-refunds.ts'

const wanted = (units: number, fields: Partial<WantedRefund> = {}): WantedRefund => ({
  units: minorUnits(units),
  comment: null,
  status: null,
  autoRefundTaxes: false,
  notifyCustomer: false,
  ...fields,
})

interface OrderLimits extends Paid {
  refunds: Refunds
  minAmount: MinorUnits
  hasSender: boolean
  email: string | null
}

/** Checks a request against the amount that the refunds of an order leave. */
const requireAllowed = (refund: WantedRefund, { refunds, ...limits }: OrderLimits) =>
  requireRefundable(refund, { ...limits, left: refundableAmount(refunds, limits) })

const requireNotRepeated = (refund: WantedRefund, refunds: Refunds) =>
  requireNotUnderWay(refund, Object.values(refunds).filter(isUnderWay), 'eur')

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
  expect(toWantedRefund({ amount: 12.345 }, 'eur')).toEqual(wanted(1235))
  expect(toWantedRefund({ amount: 12.345 }, 'jpy')).toEqual(wanted(12))
  expect(toWantedRefund({ amount: 1, comment: '' }, 'eur')).toEqual(wanted(100))
  const fields = { comment: 'Broken', status: 'Partial', autoRefundTaxes: true, notifyCustomer: true } as const
  expect(toWantedRefund({ amount: 1, ...fields }, 'eur')).toEqual(wanted(100, fields))
})

describe('a request for a refund', () => {
  const limits = { ...order, refunds, minAmount: minorUnits(50), hasSender: false, email: 'jane@tea.example' }

  test.each<[string, WantedRefund, object]>([
    ['a part of what is left', wanted(100), {}],
    ['the minimum', wanted(50), {}],
    ['all that is left', wanted(left), {}],
    ['all that is left, as Complete', wanted(left, { status: 'Complete' }), {}],
    ['all that is left, as Partial', wanted(left, { status: 'Partial' }), {}],
    ['a part, as Partial', wanted(100, { status: 'Partial' }), {}],
    ['less than the minimum, if it is all that is left', wanted(20), { paidAmount: 1530 }],
    ['a mail, if the account has a sender', wanted(100, { notifyCustomer: true }), { hasSender: true }],
    [
      'a mail to a domain that is not ASCII',
      wanted(100, { notifyCustomer: true }),
      { hasSender: true, email: 'jane@exämple.com' },
    ],
  ])('is accepted for %s', (_, refund, otherLimits) => {
    expect(() => requireAllowed(refund, { ...limits, ...otherLimits })).not.toThrow()
  })

  const amountOf0 = { amount: ['must be greater than 0'] }
  const aboveMost = (most: string) => ({ amount: [`must be at most ${most}, which is left of the order`] })
  const notComplete = { status: ['must be Partial, as 34.90 EUR is left'] }
  const noSender = {
    notifyCustomer: ['must be false, as the account has no sender of mails: `store account set --mail-from` sets it'],
  }
  const badAddress = { notifyCustomer: ['must be false, as the e-mail address of the order cannot receive mail'] }
  const nothingLeft = { amount: ['is too much: nothing is left of the order'] }

  test.each<[string, WantedRefund, FieldErrors, object]>([
    ['0', wanted(0), amountOf0, {}],
    ['a negative amount', wanted(-1), amountOf0, {}],
    ['more than is left', wanted(left + 1), aboveMost('34.90 EUR'), {}],
    ['anything of an order with nothing left', wanted(1), nothingLeft, { paidAmount: 1510 }],
    ['0 of an order with nothing left', wanted(0), nothingLeft, { paidAmount: 1510 }],
    ['anything of an order with too much refunded', wanted(1), nothingLeft, { paidAmount: 9 }],
    ['an order with nothing left, as Complete', wanted(1, { status: 'Complete' }), nothingLeft, { paidAmount: 1510 }],
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
      'a mail to an address without a domain',
      wanted(100, { notifyCustomer: true }),
      badAddress,
      { hasSender: true, email: 'not an email' },
    ],
    [
      'a mail to an address that is not ASCII',
      wanted(100, { notifyCustomer: true }),
      badAddress,
      { hasSender: true, email: 'ÜNÏ@exämple.com' },
    ],
    [
      'several faults, which are reported together',
      wanted(0, { status: 'Complete', notifyCustomer: true }),
      { ...amountOf0, ...notComplete, ...noSender },
      {},
    ],
  ])('is rejected for %s', (_, refund, errors, otherLimits) => {
    const check = () => requireAllowed(refund, { ...limits, ...otherLimits })
    expect(check).toThrow(expect.objectContaining({ code: 'validation_failed', errors }))
  })
})

describe('a repeated request', () => {
  const failure = { status: 'Failed' as const, reason: null, stamp: '2026-09-02T12:00:00.000Z event' }

  test.each<[string, WantedRefund, Refunds]>([
    ['without a comment', wanted(510), { a: pending(5.1) }],
    ['with a comment', wanted(510, { comment: 'Broken' }), { a: pending(5.1, { comment: 'Broken' }) }],
    ['after others', wanted(510), { a: settled(5.1), b: pending(1), c: pending(5.1) }],
  ])('is rejected while a refund of the same amount and comment is under way: %s', (_, refund, stored) => {
    expect(() => requireNotRepeated(refund, stored)).toThrow(expect.objectContaining({ code: 'refund_under_way' }))
  })

  test.each<[string, WantedRefund, Refunds]>([
    ['there is no other', wanted(510), {}],
    ['the other is settled', wanted(510), { a: settled(5.1) }],
    ['the others have failed', wanted(510), { a: settled(5.1, { failure }), b: pending(5.1, { failure }) }],
    ['the other has another amount', wanted(510), { a: pending(5.11) }],
    ['the other has another comment', wanted(510, { comment: 'Broken' }), { a: pending(5.1, { comment: 'Late' }) }],
    ['the other has no comment', wanted(510, { comment: 'Broken' }), { a: pending(5.1) }],
  ])('is accepted if %s', (_, refund, stored) => {
    expect(() => requireNotRepeated(refund, stored)).not.toThrow()
  })
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
    paidAmount: minorUnits(1000),
    refunds,
    minAmount: minorUnits(50),
    hasSender: true,
    email: null,
  })

  /** The refunds of an order after random requests. Rejected requests leave no refund. */
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
        const decimals = fromMinorUnits(minorUnits(amount), currency)
        const request = toWantedRefund({ amount: decimals }, currency)
        if (isAccepted(() => requireAllowed(request, limitsOf(currency, accepted))))
          accepted[n] = isPending ? pending(decimals) : settled(decimals)
      }
      return limitsOf(currency, accepted)
    })

  test('settled and pending refunds never exceed the order', () => {
    fc.assert(
      fc.property(histories, limits => {
        const amounts = Object.values(limits.refunds).map(({ amount }) => toMinorUnits(amount, limits.currency))
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(1000)
      }),
    )
  })

  test('all that is left can be refunded, but not a unit more', () => {
    fc.assert(
      fc.property(histories, limits => {
        const rest = refundableAmount(limits.refunds, limits)
        const complete = wanted(rest, { status: 'Complete' })
        expect(isAccepted(() => requireAllowed(complete, limits))).toBe(rest > 0)
        expect(isAccepted(() => requireAllowed(wanted(rest + 1), limits))).toBe(false)
      }),
    )
  })
})
