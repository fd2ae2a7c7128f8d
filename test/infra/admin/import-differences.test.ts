/** Tests the comparison of an imported object with the original at the other server. */

import { describe, expect, test } from 'vitest'
import {
  compareStoredWithSource,
  findUnexpectedDifferences,
} from '../../../infra/admin/import-from-server/compare-objects.ts'
import { targetReaders } from '../../../infra/admin/import-from-server/target-readers.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import { call, newTenant } from '../../support/store.ts'

const all: ImportKind[] = ['products', 'customers', 'orders', 'subscriptions', 'carts']

const compare = (kind: ImportKind, [source, here]: [object, object], imported = all) =>
  findUnexpectedDifferences({ source, here, schema: targetReaders[kind].schema }, imported)

const compareOrders = (source: object, here: object) => compare('orders', [{ order: source }, { order: here }])

describe('are the same', () => {
  test.each([
    [{ notes: '' }, { notes: null }],
    [{ invoiceNumber: null }, { invoiceNumber: '' }],
    [{ items: null }, { items: [] }],
    [{ customFieldsJson: '[]' }, { customFieldsJson: '' }],
    [{ totalWeight: null }, { totalWeight: 0 }],
    [{ metadata: {} }, { metadata: null }],
    [
      { isRecurringOrder: false, subscriptionId: null },
      { isRecurringOrder: true, subscriptionId: 'c1' },
    ],
    [{ user: { email: 'jo@new.example' } }, { user: { email: 'jo@old.example' } }],
    [{ creationDate: '2025-08-30T18:16:58Z' }, { creationDate: '2025-08-30T18:16:58.000Z' }],
    [{ creationDate: '2025-08-30T18:16:58.1234567' }, { creationDate: '2025-08-30T18:16:58.123Z' }],
    [{ currency: 'eur' }, { currency: 'EUR' }],
    [{ email: 'Jane@Example.com' }, { email: 'jane@example.com' }],
    [{ status: 'Dispatched' }, { status: 'Shipped' }],
    [{ modificationDate: '2025-08-30T18:16:58.1234567Z' }, { modificationDate: '2025-08-30T18:16:58.806Z' }],
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
    [
      { modificationDate: '2025-08-30T18:16:58.9Z' },
      { modificationDate: '2025-08-30T18:16:58.806Z' },
      ['order.modificationDate', '2025-08-30T18:16:58.9Z', '2025-08-30T18:16:58.806Z'],
    ],
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

test.each([
  [2, 'Month', true],
  [2, 'monthly', true],
  [0, 'Day', true],
  ['month', 'Month', true],
  ['Monthly', 'Month', true],
  [1, 'Month', false],
  ['Week', 'Month', false],
])('an interval %j at the source is the same as %j here: %j', (source, here, isSame) => {
  const pair: [object, object] = [
    { legacy: { schedule: { interval: source } } },
    { legacy: { schedule: { interval: here } } },
  ]
  const difference = { field: 'legacy.schedule.interval', source, here }
  expect(compare('subscriptions', pair)).toEqual(isSame ? [] : [difference])
})

describe('domains', () => {
  const http = (domain: string) => ({ domain, protocol: 'HTTP' })
  const compareDomains = async (source: { defaultDomain: object | null; allowedDomains: object[] }) => {
    const tenant = await newTenant()
    await call('domains.update', tenant, { body: { Domain: 'shop.example' } })
    await call('domains.allow', tenant, { body: [http('localhost'), http('other.example')] })
    const kinds = { domains: { leftOut: 0, erased: {} } }
    return compareStoredWithSource({ tenant, state: { kinds } } as never, { kind: 'domains', id: 'domains', source })
  }

  test('are the same in another spelling, and if the default domain is allowed, too', async () => {
    const allowedDomains = ['https://www.shop.example', 'localhost:8080', 'OTHER.example'].map(http)
    expect(await compareDomains({ defaultDomain: http('WWW.shop.example'), allowedDomains })).toEqual([])
  })

  test('differ in their names and protocols', async () => {
    const allowedDomains = [http('localhost:8080'), { domain: 'www.third.example', protocol: 'HTTPS' }]
    const defaultDomain = { domain: 'www.shop.example', protocol: 'HTTPS' }
    expect(await compareDomains({ defaultDomain, allowedDomains })).toEqual([
      { field: 'defaultDomain.protocol', source: 'HTTPS', here: 'HTTP' },
      { field: 'allowedDomains[1]', source: { domain: 'third.example', protocol: 'HTTPS' }, here: undefined },
      { field: 'allowedDomains[2]', source: null, here: http('other.example') },
    ])
  })
})

test('uncompleted usages of a discount may differ if carts were erased here', async () => {
  const tenant = await newTenant()
  const fields = { name: 'Autumn', trigger: 'Code', code: 'AUTUMN', type: 'Rate', rate: 10 }
  const { body: discount } = await call('discounts.create', tenant, { body: fields })
  const source = { discount: { ...discount, numberOfUsagesUncompleted: 1 } }
  const compareWith = (erased: object) => {
    const kinds = { discounts: { leftOut: 0, erased: {} }, carts: { leftOut: 0, erased } }
    const imported = { kind: 'discounts', id: discount.id, source } as const
    return compareStoredWithSource({ tenant, state: { kinds } } as never, imported)
  }
  const difference = { field: 'discount.numberOfUsagesUncompleted', source: 1, here: 0 }
  expect(await compareWith({ 'cart-1': { isHere: true } })).toEqual([difference])
  expect(await compareWith({ 'cart-1': { isHere: false } })).toEqual([])
})

test('statistics of customers differ only if the orders that they count were imported', () => {
  const customers: [object, object] = [
    { customer: { statistics: { ordersCount: 3 } } },
    { customer: { statistics: { ordersCount: 0 } } },
  ]
  expect(compare('customers', customers)).toHaveLength(1)
  expect(compare('customers', customers, ['customers'])).toEqual([])
})
