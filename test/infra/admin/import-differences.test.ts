/** Tests the comparison of an imported object with the original at the other server. */

import { describe, expect, test } from 'vitest'
import { findUnexpectedDifferences } from '../../../infra/admin/import-from-server/compare-objects.ts'
import { ownReplyReaders } from '../../../infra/admin/import-from-server/own-reply-readers.ts'
import type { ImportKind } from '../../../lib/import/index.ts'

const all: ImportKind[] = ['products', 'customers', 'orders', 'subscriptions', 'carts']

const compare = (kind: ImportKind, [source, here]: [object, object], imported = all) =>
  findUnexpectedDifferences({ source, here, schema: ownReplyReaders[kind].schema }, imported)

const compareOrders = (source: object, here: object) => compare('orders', [{ order: source }, { order: here }])

describe('are the same', () => {
  test.each([
    [{ notes: '' }, { notes: null }],
    [{ invoiceNumber: null }, { invoiceNumber: '' }],
    [{ items: null }, { items: [] }],
    [{ customFieldsJson: '[]' }, { customFieldsJson: '' }],
    [{ totalWeight: null }, { totalWeight: 0 }],
    [{ metadata: {} }, { metadata: null }],
    [{ creationDate: '2025-08-30T18:16:58Z' }, { creationDate: '2025-08-30T18:16:58.000Z' }],
    [{ creationDate: '2025-08-30T18:16:58.1234567' }, { creationDate: '2025-08-30T18:16:58.123Z' }],
    [{ currency: 'eur' }, { currency: 'EUR' }],
    [{ email: 'Jane@Example.com' }, { email: 'jane@example.com' }],
    [{ status: 'Dispatched' }, { status: 'Shipped' }],
    [{ finalGrandTotal: '28.09' }, { finalGrandTotal: 28.09 }],
    [{ finalGrandTotal: 28.0949 }, { finalGrandTotal: 28.09 }],
    [{ willBePaidLater: 'false' }, { willBePaidLater: false }],
    [{ mode: 'Live' }, { mode: 'Test' }],
    [{ ipAddress: '203.0.113.10' }, {}],
    [{ items: [{ id: 'TEE', price: 2 }] }, { items: [{ id: 'TEE', uniqueId: 'a', price: 2 }] }],
    [
      {
        refunds: [
          { id: '00000000-0000-4000-8000-00000000000A', amount: 1 },
          { id: 'b', amount: 2 },
        ],
      },
      {
        refunds: [
          { id: 'b', amount: 2 },
          { id: '00000000-0000-4000-8000-00000000000a', amount: 1 },
        ],
      },
    ],
  ])('%j and %j', (source, here) => expect(compareOrders(source, here)).toEqual([]))
})

describe('differ', () => {
  test.each([
    [{ status: 'Shipped' }, { status: 'Processed' }, ['order.status', 'Shipped', 'Processed']],
    [{ finalGrandTotal: 28.1 }, { finalGrandTotal: 28.09 }, ['order.finalGrandTotal', 28.1, 28.09]],
    [{ metadata: { a: '1' } }, { metadata: { a: 1 } }, ['order.metadata', { a: '1' }, { a: 1 }]],
    [{ invoiceNumber: 'SNIP-1' }, { invoiceNumber: 'snip-1' }, ['order.invoiceNumber', 'SNIP-1', 'snip-1']],
    [{ invoiceNumber: '007' }, { invoiceNumber: '7' }, ['order.invoiceNumber', '007', '7']],
    [{ hasPromocode: true }, { hasPromocode: false }, ['order.hasPromocode', true, false]],
    [{ items: [{ price: 1 }] }, { items: [{ price: 2 }] }, ['order.items[0].price', 1, 2]],
    [{ items: [] }, { items: [{ price: 2 }] }, ['order.items[0]', null, { price: 2 }]],
    [
      { refunds: [{ id: 'a', amount: 1 }] },
      {
        refunds: [
          { id: 'b', amount: 2 },
          { id: 'a', amount: 1 },
        ],
      },
      ['order.refunds[1]', null, { id: 'b', amount: 2 }],
    ],
    [{ items: [{ price: 2 }] }, { items: [] }, ['order.items[0]', { price: 2 }, undefined]],
    [{ user: { id: 'a' } }, { user: null }, ['order.user', { id: 'a' }, null]],
    [{ trackingNumber: null }, { trackingNumber: 'T' }, ['order.trackingNumber', null, 'T']],
  ])('%j and %j', (source, here, [field, one, other]) =>
    expect(compareOrders(source, here)).toEqual([{ field, source: one, here: other }]),
  )
})

test('statistics of customers differ only if the orders that they count were imported', () => {
  const customers: [object, object] = [
    { customer: { statistics: { ordersCount: 3 } } },
    { customer: { statistics: { ordersCount: 0 } } },
  ]
  expect(compare('customers', customers)).toHaveLength(1)
  expect(compare('customers', customers, ['customers'])).toEqual([])
})
