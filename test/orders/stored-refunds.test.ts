import { describe, expect, test } from 'vitest'
import { minorUnits } from '../../lib/core/money.ts'
import {
  isFullyRefunded,
  isUnderWay,
  type Refunds,
  refundableAmount,
  refundedAmount,
  settledRefunds,
} from '../../lib/orders/stored-refunds.ts'
import { left, order, pending, refunds, settled } from './sample-refunds.ts'

describe('the amounts of refunds', () => {
  test('what is refunded counts settled refunds only', () => {
    expect(refundedAmount({ ...refunds, third: settled(0.99) }, 'eur')).toBe(1099)
    expect(refundedAmount({}, 'eur')).toBe(0)
  })

  test('what is left of the order counts pending refunds as well', () => {
    expect(refundableAmount(refunds, order)).toBe(left)
    expect(refundableAmount({}, order)).toBe(5000)
  })

  test('amounts have the decimals of the currency', () => {
    expect(refundedAmount(refunds, 'jpy')).toBe(10)
    expect(refundableAmount(refunds, { currency: 'kwd', paidAmount: minorUnits(50_000) })).toBe(34_900)
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
    expect(refundableAmount({ ...refunds, ...others }, order)).toBe(left)
    expect(settledRefunds({ ...refunds, ...others }, 'eur')).toEqual([['first', refunds.first]])
    expect(settledRefunds({ same: settled(1, { currency: 'eur' }) }, 'eur')).toHaveLength(1)
  })

  test('are not under way', () => {
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
  expect(settledRefunds(unsorted, 'eur')).toEqual([
    ['d', unsorted.d],
    ['b', unsorted.b],
    ['c', unsorted.c],
    ['a', unsorted.a],
  ])
})

test.each<[string, boolean, number, Refunds]>([
  ['without a refund', false, 1000, {}],
  ['with a part refunded', false, 1000, { first: settled(9.99) }],
  ['with all refunded', true, 1000, { first: settled(4), second: settled(6) }],
  ['with more than all refunded elsewhere', true, 1000, { first: settled(12) }],
  ['with the rest under way', false, 1000, { first: settled(4), second: pending(6) }],
  ['of 0', false, 0, { first: settled(1) }],
])('an order %s: fully refunded is %s', (_, expected, paidAmount, stored) => {
  expect(isFullyRefunded(stored, { currency: 'eur', paidAmount: minorUnits(paidAmount) })).toBe(expected)
})
