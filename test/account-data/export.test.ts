/**
 * Tests the export of an account.
 * @module-tag long
 */

import { expect, test } from 'vitest'
import { readExportBatches } from '../../lib/account-data/index.ts'
import { secretKinds } from '../../lib/core/aws-names.ts'
import type { AccountId, Mode } from '../../lib/core/tenant.ts'
import { SecretRow } from '../../lib/store/secret-rows.ts'
import { newTenant, otherMode } from '../support/store.ts'
import { fill, jane, newShop } from './shop.ts'

async function exported(account: AccountId, options: Parameters<typeof readExportBatches>[1] = {}) {
  const batches = []
  for await (const batch of readExportBatches(account, options)) batches.push(batch)
  return batches
}

test('has every kind of object of both modes, and no secret', async () => {
  const { tenant, token } = await newShop()
  await fill(otherMode(tenant))
  for (const kind of secretKinds)
    await SecretRow.put({ ...tenant, kind, id: 'stripe', ciphertext: 'Y2lwaGVydGV4dA==' }).go()
  const objects = (await exported(tenant.account)).flatMap(batch => batch.objects)
  expect(objects[0]).toMatchObject({ object: 'account', account: tenant.account })
  const counts = Object.fromEntries(
    [...Map.groupBy(objects, ({ object }) => object)].map(([object, { length }]) => [object, length]),
  )
  expect(counts).toEqual({
    account: 1,
    key: 2,
    domains: 2,
    discount: 2,
    product: 2,
    customer: 4,
    order: 6,
    cart: 2,
    mail: 1,
    subscription: 2,
    'subscription-invoice': 2,
    'shipping-method': 2,
    payment: 6,
    'credit-note-counter': 1,
    'sandbox-action': 1,
  })
  expect(objects.find(object => object.token === token)).toMatchObject({
    object: 'order',
    mode: 'Test',
    content: { email: jane.email, finalGrandTotal: 10_000 },
  })
  const fields = new Set(objects.flatMap(object => Object.keys(object)))
  for (const field of ['secret', 'ciphertext', 'hash', 'shard', 'form', 'rowVersion'])
    expect(fields).not.toContain(field)
})

test('goes on from every position with exactly the rest', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const batches = await exported(tenant.account)
  for (const [n, { next }] of batches.entries()) {
    if (next === null || n % 25 > 0) continue
    const rest = await exported(tenant.account, { from: next })
    expect(rest.flatMap(({ objects }) => objects)).toEqual(batches.slice(n + 1).flatMap(({ objects }) => objects))
  }
  expect(batches.filter(({ next }) => next === null)).toEqual([batches.at(-1)])
})

test('is limited to one mode if that is wanted', async () => {
  const { tenant } = await newShop()
  const objects = (await exported(tenant.account, { mode: 'Live' })).flatMap(batch => batch.objects)
  expect(objects.map(({ object }) => object)).toEqual(['account', 'key'])
})

test('rejects a position that no export has printed', async () => {
  const { tenant } = await newShop()
  await expect(exported(tenant.account, { from: 'nonsense' })).rejects.toThrow('This is not a position')
})

test('rejects a position of an export of another mode or account, which would skip objects', async () => {
  const [one, other] = [await newTenant(), await newTenant()]
  const positionsOf = async (account: AccountId, mode?: Mode) =>
    (await exported(account, { mode })).flatMap(({ next }) => (next === null ? [] : [{ mode, from: next }]))
  const ofBoth = await positionsOf(one.account)
  const ofTest = await positionsOf(one.account, 'Test')
  const isRejected = (account: AccountId, options: { mode?: Mode | undefined; from: string }) =>
    expect(exported(account, options)).rejects.toThrow('This is not a position that an export of the same account')
  expect(ofTest.length).toBeGreaterThan(1)
  for (const { from } of [...ofBoth.slice(0, 2), ofBoth.at(-1)!]) await isRejected(one.account, { mode: 'Test', from })
  for (const { from } of [...ofTest.slice(0, 2), ofTest.at(-1)!]) {
    await isRejected(one.account, { from })
    await isRejected(one.account, { mode: 'Live', from })
    await isRejected(other.account, { mode: 'Test', from })
    await exported(one.account, { mode: 'Test', from })
  }
})
