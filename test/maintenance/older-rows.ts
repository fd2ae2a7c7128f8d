/** Creates stores whose rows have an older version, as earlier releases have written them. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { CartRow, keyOf as cartKey } from '../../lib/carts/entity.ts'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { OrderRow } from '../../lib/orders/entity.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { ProductRow } from '../../lib/products/entity.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { shards } from '../../lib/store/attributes.ts'
import { client } from '../../lib/store/client.ts'
import { EntryRow, entryKeysNotIn } from '../../lib/store/list-entry.ts'
import { entriesOf } from '../../lib/store/save.ts'
import type { StoredObject, VersionedRow } from '../../lib/store/stored-object.ts'
import { walkStoreRows } from '../../lib/store/walk-store-rows.ts'
import { cartsIn } from '../checkout/rows.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

type StoredRow = Record<string, unknown>

/** Returns the rows of orders, customers and products as they are in the table. */
export async function storedRows({ account, mode }: Tenant): Promise<StoredRow[]> {
  const options = { data: 'raw', consistent: true } as const
  const found = await Promise.all(
    shards.flatMap(shard => {
      const key = { account, mode, shard }
      return [
        OrderRow.query.byToken(key).go(options),
        CustomerRow.query.byId(key).go(options),
        ProductRow.query.byId(key).go(options),
      ] as Promise<{ data: unknown }>[]
    }),
  )
  return found.flatMap(({ data }) => (data as { Items?: StoredRow[] }).Items ?? [])
}

/**
 * Replaces the list entries by those of earlier releases, which had a list of all customers, a list of all products and
 * a single list of all sales. On the list of all orders, an entry had all facets of the order.
 */
async function putOlderEntries({ account, mode }: Tenant): Promise<void> {
  const objects = [orderDefinition, customerDefinition, productDefinition] as readonly StoredObject[]
  for await (const { object, rows } of walkStoreRows({ account, mode }, objects, { consistent: true }))
    for (const row of rows) await replaceEntries(object, row, 2)
}

/** Replaces the list entries of a row by those that it had in an earlier version. */
async function replaceEntries(object: StoredObject, row: VersionedRow, rowVersion: number): Promise<void> {
  const older = entriesOf(object, { ...row, rowVersion })
  await EntryRow.put(older).go()
  await EntryRow.delete([...entryKeysNotIn(entriesOf(object, row), older)]).go()
}

/** Saves all carts as the last release without lanes did. */
export async function toOlderCarts({ account, mode }: Tenant): Promise<void> {
  for (const row of await cartsIn({ account, mode })) {
    await replaceEntries(cartDefinition as StoredObject, row, 1)
    await removeRowVersion(row)
  }
}

/** Removes the row version, as the last release without lanes does when it saves a cart. */
export async function removeRowVersion(row: CartRow): Promise<void> {
  const { Key } = CartRow.get(cartKey(row, row.token)).params<{ Key: StoredRow }>()
  await client.send(new UpdateCommand({ TableName: process.env.TABLE_NAME, Key, UpdateExpression: 'REMOVE form' }))
}

export async function toOlderForm(tenant: Tenant): Promise<void> {
  await putOlderEntries(tenant)
  for (const { pk, sk } of await storedRows(tenant))
    await client.send(
      new UpdateCommand({
        TableName: process.env.TABLE_NAME,
        Key: { pk, sk },
        UpdateExpression: 'SET accountCurrency = :code REMOVE form',
        ExpressionAttributeValues: { ':code': 'EUR' },
      }),
    )
}

export async function olderStore(orders: number): Promise<{ tenant: Tenant; tokens: OrderToken[] }> {
  const tenant = await newTenant()
  const tokens: OrderToken[] = []
  for (let n = 0; n < orders; n++)
    tokens.push((await completeOrder(tenant, { items: [item({ id: 'TEE' })] })) as OrderToken)
  await updateAllTallies(tenant)
  await toOlderForm(tenant)
  await updateAllTallies(tenant)
  return { tenant, tokens }
}

const currentForms: Record<string, number> = { order: 3, customer: 3, product: 3 }
const isOlder = ({ form, accountCurrency, __edb_e__: kind }: StoredRow) =>
  form !== currentForms[String(kind)] || accountCurrency !== 'eur'
export const olderRows = async (tenant: Tenant) => (await storedRows(tenant)).filter(isOlder)

export const replies = async (tenant: Tenant) =>
  Promise.all(['orders.list', 'customers.list', 'products.list'].map(async name => (await call(name, tenant)).body))
