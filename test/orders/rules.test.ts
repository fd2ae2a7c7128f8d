import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompletedOrder, WithdrawalCreated, WithdrawalResolved } from '../../lib/orders/checkout-events.ts'
import {
  capturesPayment,
  currentWithdrawals,
  fieldsOfCompletion,
  fieldsOfStatusChange,
  isDownloadable,
  noWithdrawals,
  requireNoCaptureUnderWay,
  withResolution,
  withWithdrawal,
} from '../../lib/orders/rules.ts'
import type { Order } from '../../lib/orders/schemas.ts'

const stamp = '2026-09-01T12:00:00.000Z event'

describe('a completed order', () => {
  const order = {
    status: null,
    paymentStatus: null,
    trackingNumber: null,
    trackingUrl: null,
    metadata: null,
    capturedAmount: null,
  } as unknown as CompletedOrder

  test('sets no field that the event does not contain', () => {
    expect(fieldsOfCompletion(order, 'eur')).toEqual({})
  })

  test.each([
    { status: 'Pending' },
    { paymentStatus: 'Paid' },
    { trackingNumber: '1Z' },
    { trackingUrl: 'https://carrier.example/1Z' },
    { metadata: { gift: true } },
  ])('sets %j and none of the other fields', sent => {
    expect(fieldsOfCompletion({ ...order, ...sent } as CompletedOrder, 'eur')).toEqual(sent)
  })
})

test('a change of the status sets what it names', () => {
  const change = (status: unknown, paymentStatus: unknown) =>
    fieldsOfStatusChange({ status, paymentStatus } as Parameters<typeof fieldsOfStatusChange>[0])
  expect(change('Shipped', null)).toEqual({ status: 'Shipped' })
  expect(change(null, 'Paid')).toEqual({ paymentStatus: 'Paid' })
  expect(change('Shipped', 'Paid')).toEqual({ status: 'Shipped', paymentStatus: 'Paid' })
  expect(change(null, null)).toEqual({})
})

type Status = Order['status']
type PaymentStatus = Order['paymentStatus']
const payment = (status?: Status, paymentStatus?: PaymentStatus, captureId?: string) => ({
  latest: {
    ...(status && { status: { value: status, stamp } }),
    ...(paymentStatus && { paymentStatus: { value: paymentStatus, stamp } }),
  },
  captureId,
})
const paid = { status: 'Processed', paymentStatus: 'Paid' } as const

test.each<[string, boolean, ReturnType<typeof payment>, Parameters<typeof capturesPayment>[1]]>([
  ['marking an authorized payment as paid', true, payment('Pending', 'Authorized'), paid],
  ['repeating it while it is under way', true, payment('Pending', 'Authorized', 'id'), paid],
  ['repeating it after another change of the status', true, payment('Shipped', 'Authorized', 'id'), paid],
  ['marking an order that is not Pending', false, payment('Shipped', 'Authorized'), paid],
  ['marking a payment that is not Authorized', false, payment('Pending', 'Open'), paid],
  ['marking an order without a payment status', false, payment('Pending'), paid],
  ['marking an order without a status', false, payment(undefined, 'Authorized'), paid],
  [
    'setting another status',
    false,
    payment('Pending', 'Authorized', 'id'),
    { status: 'Shipped', paymentStatus: 'Paid' },
  ],
  [
    'setting another payment status',
    false,
    payment('Pending', 'Authorized', 'id'),
    { status: 'Processed', paymentStatus: 'Failed' },
  ],
  ['setting the status only', false, payment('Pending', 'Authorized'), { status: 'Processed' }],
])('%s: captures the payment is %s', (_, expected, order, change) => {
  expect(capturesPayment(order, change)).toBe(expected)
})

describe('while a capture is under way', () => {
  const order = payment('Pending', 'Authorized', 'id')

  test('no other payment status can be set', () => {
    const check = () => requireNoCaptureUnderWay(order, { status: 'Pending', paymentStatus: 'Failed' })
    expect(check).toThrow(expect.objectContaining({ code: 'capture_under_way' }))
    const unknown = () => requireNoCaptureUnderWay(payment('Pending', undefined, 'id'), paid)
    expect(unknown).toThrow(expect.objectContaining({ code: 'capture_under_way' }))
  })

  test('the status can be set, and the payment status as it is', () => {
    expect(() => requireNoCaptureUnderWay(order, { status: 'Shipped' })).not.toThrow()
    expect(() => requireNoCaptureUnderWay(order, { status: 'Pending', paymentStatus: 'Authorized' })).not.toThrow()
  })
})

test('any payment status can be set when no capture is under way', () => {
  const change = { status: 'Pending', paymentStatus: 'Failed' } as const
  expect(() => requireNoCaptureUnderWay(payment('Pending', 'Authorized'), change)).not.toThrow()
})

describe('withdrawals', () => {
  const on = (day: number) => `2026-09-0${day}T12:00:00.000Z`
  const stampOn = (day: number) => `${on(day)} event`
  const created = (id: string, fields: object = {}) =>
    ({ id, requestedAt: on(1), resolution: 'Pending', ...fields }) as unknown as WithdrawalCreated
  const resolved = (id: string, fields: object = {}) =>
    ({ id, resolution: 'Accepted', resolvedAt: null, ...fields }) as unknown as WithdrawalResolved

  test('there are none at first', () => {
    expect(currentWithdrawals(noWithdrawals)).toEqual([])
  })

  test('a withdrawal is as requested until it is resolved', () => {
    const one = withWithdrawal(noWithdrawals, created('a', { resolution: 'Refused' }), stampOn(1))
    expect(currentWithdrawals(one)).toMatchObject([{ id: 'a', resolution: 'Refused', resolvedAt: null }])
  })

  test('a resolution has its own time, or that of its event', () => {
    const one = withWithdrawal(noWithdrawals, created('a'), stampOn(1))
    const at = withResolution(one, resolved('a', { resolvedAt: on(3) }), stampOn(4))
    expect(currentWithdrawals(at)).toMatchObject([{ resolution: 'Accepted', resolvedAt: on(3) }])
    const withoutTime = withResolution(one, resolved('a'), stampOn(4))
    expect(currentWithdrawals(withoutTime)).toMatchObject([{ resolution: 'Accepted', resolvedAt: on(4) }])
  })

  test('a resolution applies to its own withdrawal only', () => {
    const both = ['a', 'b'].reduce((all, id) => withWithdrawal(all, created(id), stampOn(1)), noWithdrawals)
    const resolutions = currentWithdrawals(withResolution(both, resolved('b'), stampOn(2)))
    expect(resolutions).toMatchObject([{ resolution: 'Pending' }, { resolution: 'Accepted' }])
  })

  test('a resolution without a withdrawal waits for it', () => {
    const early = withResolution(noWithdrawals, resolved('a'), stampOn(2))
    expect(currentWithdrawals(early)).toEqual([])
    expect(currentWithdrawals(withWithdrawal(early, created('a'), stampOn(1)))).toMatchObject([
      { resolution: 'Accepted' },
    ])
  })

  test('are sorted by request, then by id', () => {
    const requests = [created('c', { requestedAt: on(2) }), created('b'), created('a'), created('d')]
    const sorted = (events: WithdrawalCreated[]) =>
      currentWithdrawals(events.reduce((all, one) => withWithdrawal(all, one, stampOn(1)), noWithdrawals)).map(
        ({ id }) => id,
      )
    expect(sorted(requests)).toEqual(['a', 'b', 'd', 'c'])
    expect(sorted(requests.toReversed())).toEqual(['a', 'b', 'd', 'c'])
  })

  test('are the same in any order of arrival, and however often an event arrives', () => {
    type Withdrawals = typeof noWithdrawals
    const changes = [
      (all: Withdrawals) => withWithdrawal(all, created('a', { customerName: 'old' }), stampOn(1)),
      (all: Withdrawals) => withWithdrawal(all, created('a', { customerName: 'new' }), stampOn(2)),
      (all: Withdrawals) => withWithdrawal(all, created('b'), stampOn(2)),
      (all: Withdrawals) => withResolution(all, resolved('a', { resolution: 'Refused' }), stampOn(3)),
      (all: Withdrawals) => withResolution(all, resolved('a'), stampOn(4)),
      (all: Withdrawals) => withResolution(all, resolved('b'), stampOn(3)),
    ]
    const sequence = fc.shuffledSubarray([...changes, ...changes], { minLength: 2 * changes.length })
    fc.assert(
      fc.property(sequence, arrivals => {
        expect(currentWithdrawals(arrivals.reduce((all, apply) => apply(all), noWithdrawals))).toMatchObject([
          { id: 'a', customerName: 'new', resolution: 'Accepted', resolvedAt: on(4) },
          { id: 'b', resolution: 'Accepted', resolvedAt: on(3) },
        ])
      }),
    )
  })
})

describe('a download', () => {
  const good = { maxNbrDownload: 3, downloadedNbrTime: 2, daysUntilExpire: 2, creationDate: '2026-09-01T12:00:00.000Z' }
  const lastMoment = new Date('2026-09-03T12:00:00.000Z')
  const afterwards = new Date('2026-09-03T12:00:00.001Z')

  test.each([
    ['valid up to the moment it expires', true, {}, lastMoment],
    ['invalid afterwards', false, {}, afterwards],
    ['invalid once all downloads are used', false, { downloadedNbrTime: 3 }, lastMoment],
    ['valid however often it is used, without a maximum', true, { maxNbrDownload: null }, lastMoment],
    ['valid for ever without a number of days', true, { daysUntilExpire: null }, afterwards],
    ['invalid at once with 0 days', false, { daysUntilExpire: 0 }, lastMoment],
    ['invalid with a maximum of 0', false, { maxNbrDownload: 0, downloadedNbrTime: 0 }, lastMoment],
  ])('is %s', (_, expected, fields, now) => {
    expect(isDownloadable({ ...good, ...fields }, now)).toBe(expected)
  })
})
