/** Reads and writes the rows of products and carts in the table. */

import { CartRow, keyOf as cartKeyOf } from '../../lib/carts/entity.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { ProductRow, keyOf as productKeyOf } from '../../lib/products/entity.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { shards } from '../../lib/store/attributes.ts'
import { save } from '../../lib/store/save.ts'

export async function productOf(tenant: Tenant, userDefinedId: string): Promise<ProductRow | null> {
  const key = productKeyOf(tenant, productIdOf(tenant, userDefinedId))
  return (await ProductRow.get(key).go({ consistent: true })).data
}

export async function productsIn(tenant: Tenant): Promise<ProductRow[]> {
  const pages = await Promise.all(
    shards.map(shard => ProductRow.query.byId({ ...tenant, shard }).go({ pages: 'all', consistent: true })),
  )
  return pages.flatMap(({ data }) => data)
}

export async function cartOf(tenant: Tenant, token: string): Promise<CartRow | null> {
  return (await CartRow.get(cartKeyOf(tenant, token as OrderToken)).go({ consistent: true })).data
}

export async function cartsIn(tenant: Tenant): Promise<CartRow[]> {
  const pages = await Promise.all(
    shards.map(shard => CartRow.query.byToken({ ...tenant, shard }).go({ pages: 'all', consistent: true })),
  )
  return pages.flatMap(({ data }) => data)
}

const pastDate = '2020-01-01T00:00:00.000Z'

/** Sets the inventory or the archiving date of a product, and creates the product if it does not exist. */
export async function stocked(
  tenant: Tenant,
  userDefinedId: string,
  changes: { inventory?: Inventory; archivedAt?: string },
): Promise<void> {
  const key = productKeyOf(tenant, productIdOf(tenant, userDefinedId))
  const emptyFields = {
    version: 0,
    latest: {},
    creationDate: pastDate,
    unitsSold: 0n,
    salesAmount: 0n,
    accountCurrency: 'EUR',
  }
  const row = await productOf(tenant, userDefinedId)
  await save(productDefinition, { ...(row ?? { ...key, userDefinedId, ...emptyFields }), ...changes }, row)
}

/** Returns the stock of a product, or of each of its variants. */
export async function stockOf(tenant: Tenant, id: string): Promise<number | number[] | undefined> {
  const inventory = (await productOf(tenant, id))?.inventory
  if (inventory?.method === 'Variant') return inventory.variants.map(({ stock }) => stock)
  return inventory?.method === 'Single' ? inventory.stock : undefined
}
