/** Tests the withdrawals of imported orders. */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import type { OrderContent } from '../../lib/orders/content.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { withoutWaiting } from '../account-data/shop.ts'
import { order, withdrawal } from '../support/checkout.ts'
import { kindOf, rawRowsOf, textOf } from '../support/raw-rows.ts'
import { newTenant } from '../support/store.ts'

let tenant: Tenant
let token: string

beforeEach(async () => {
  tenant = await newTenant()
  token = randomUUID()
})

const importWith = (withdrawals: unknown[], fields: object = {}) =>
  importObject('orders', tenant, {
    order: order({ token, modificationDate: '2026-09-02T10:00:00.000Z', withdrawals, ...fields }),
    refunds: [],
    digitalGoods: [],
  })

describe('the name of a buyer who was erased', () => {
  const [userId, email] = [randomUUID(), 'jo@example.com']
  const withdrawals = () => [withdrawal(token, { customerName: 'Jo Doughty' })]
  const importOfJo = () => importWith(withdrawals(), { userId, email })

  const erase = () =>
    withoutWaiting(onProgress =>
      eraseCustomer(tenant, { email, replies: { endpoints: [], replacement: '{}' }, onProgress }),
    )

  const rowsWithName = async () =>
    (await rawRowsOf(tenant.account)).filter(row => textOf(row).includes('doughty')).map(kindOf)

  /** Adds to the content what the release before has stored in it. */
  const storeAsBefore = async () => {
    const key = keyOf(tenant, token as OrderToken)
    const { data } = await OrderRow.get(key).go({ consistent: true })
    const content = { ...data?.content, userId, withdrawals: withdrawals() } as unknown as OrderContent
    await OrderRow.patch(key).set({ content }).go()
  }

  test('is in no row, also after another import', async () => {
    await importOfJo()
    expect(await rowsWithName()).toEqual(['order'])
    await erase()
    expect(await rowsWithName()).toEqual([])
    expect(await importOfJo()).toMatchObject({ isErased: true })
    expect(await rowsWithName()).toEqual([])
  })

  test.each([
    ['a repeated erasure', erase],
    ['another import', importOfJo],
  ])('is deleted by %s if the release before has left it', async (_, repeat) => {
    await importOfJo()
    await erase()
    await storeAsBefore()
    expect(await rowsWithName()).toEqual(['order'])
    await repeat()
    expect(await rowsWithName()).toEqual([])
  })
})
