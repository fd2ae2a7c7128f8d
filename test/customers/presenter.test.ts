import { expect, test } from 'vitest'
import type { CustomerId } from '../../lib/core/ids.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import { keyOf } from '../../lib/customers/entity.ts'
import { present, presentNested } from '../../lib/customers/presenter.ts'

test.each([
  ['EUR', 1999, 19.99],
  ['JPY', 1999, 1999],
  ['KWD', 1999, 1.999],
  ['EUR', 30, 0.3],
  ['EUR', 0, 0],
])('returns the orders amount with the decimals of %s', (accountCurrency, units, amount) => {
  const row = {
    ...keyOf({ account: 1001 as AccountId, mode: 'Test' }, 'id' as CustomerId),
    version: 1,
    latest: {},
    status: 'Confirmed' as const,
    creationDate: '2026-09-01T00:00:00.000Z',
    ordersCount: 1,
    ordersAmount: BigInt(units),
    subscriptionsCount: 2,
    accountCurrency,
  }
  for (const customer of [present(row), presentNested(row)])
    expect(customer.statistics).toEqual({ ordersCount: 1, ordersAmount: amount, subscriptionsCount: 2 })
})
