/**
 * Tests the withdrawals of imported orders.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import type { OrderContent } from '../../lib/orders/content.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { withoutWaiting } from '../account-data/shop.ts'
import { order, sendEvent, withdrawal } from '../support/checkout.ts'
import { kindOf, rawRowsOf, textOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'

let tenant: Tenant
let token: string
let sold: ReturnType<typeof order>

beforeEach(async () => {
  tenant = await newTenant()
  token = randomUUID()
  sold = order({ token, modificationDate: '2026-09-02T10:00:00.000Z' })
})

const importWith = (withdrawals: unknown[], fields: object = {}) =>
  importObject('orders', tenant, { order: { ...sold, withdrawals, ...fields }, refunds: [], digitalGoods: [] })

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

describe('a withdrawal', () => {
  const pending = () => withdrawal(token)
  const laterAt = { modificationDate: '2026-09-09T10:00:00.000Z' }
  const resolvedAt = '2026-09-03T10:00:00.000Z'

  const report = (created: ReturnType<typeof pending>) =>
    sendEvent(tenant, 'order.withdrawal.created', created, { createdOn: '2026-09-02T10:00:01.807Z' })
  const resolve = ({ id, orderToken }: ReturnType<typeof pending>) =>
    sendEvent(tenant, 'order.withdrawal.resolved', { id, orderToken, resolution: 'Refused' }, { createdOn: resolvedAt })

  const expectShown = async (shown: object) => {
    const hasPendingWithdrawal = false
    const { body } = await call('orders.get', tenant, { params: { token } })
    expect(body).toMatchObject({ hasPendingWithdrawal, withdrawals: [shown] })
    expect((await call('orders.list', tenant, { query: { hasPendingWithdrawal: 'true' } })).body.totalItems).toBe(0)
  }

  test.each([
    ['without a date', null],
    ['with a date', resolvedAt],
  ])('that the source has resolved %s is resolved, also if this changes no date of the order', async (_, date) => {
    const one = pending()
    const after = { ...one, resolution: 'Accepted', resolvedAt: date }
    await importWith([one])
    expect(await importWith([after])).toMatchObject({ result: 'updated' })
    await expectShown({ resolution: 'Accepted', resolvedAt: date })
    expect(await importWith([after])).toMatchObject({ result: 'unchanged' })
  })

  test('that a webhook has reported is resolved by an import', async () => {
    const one = pending()
    await report(one)
    await importWith([{ ...one, resolution: 'Accepted' }])
    await expectShown({ resolution: 'Accepted', resolvedAt: null })
    await resolve(one)
    await expectShown({ resolution: 'Refused', resolvedAt })
  })

  test('has the date of its resolution, whether the event or an import without a date arrives first', async () => {
    const one = pending()
    const steps = [() => resolve(one), () => importWith([{ ...one, resolution: 'Refused' }], laterAt)]
    for (const sequence of [steps, steps.toReversed()]) {
      tenant = await newTenant()
      await importWith([one])
      for (const step of sequence) await step()
      await expectShown({ resolution: 'Refused', resolvedAt })
    }
    await importWith([{ ...one, resolution: 'Accepted' }], laterAt)
    await resolve(one)
    await expectShown({ resolution: 'Accepted', resolvedAt: null })
  })

  test('that was resolved when it was imported stays so if its webhook arrives later', async () => {
    const one = pending()
    await importWith([{ ...one, resolution: 'Accepted' }])
    await report(one)
    await expectShown({ resolution: 'Accepted', resolvedAt: null })
  })

  test('that was resolved here stays so if the source has it as pending, or an older resolution', async () => {
    const one = pending()
    await importWith([one])
    await resolve(one)
    await importWith([one], laterAt)
    await expectShown({ resolution: 'Refused', resolvedAt })
    await importWith([{ ...one, resolution: 'Refused' }], laterAt)
    await expectShown({ resolution: 'Refused', resolvedAt })
    await importWith([{ ...one, resolution: 'Accepted' }])
    await expectShown({ resolution: 'Refused', resolvedAt })
  })
})
