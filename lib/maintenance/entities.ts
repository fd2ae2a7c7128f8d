/** Every kind of entity that stands on lists, and how all of a store's are found. */

import { CartRow, cartDefinition } from '../carts/entity.ts'
import type { Tenant } from '../core/tenant.ts'
import { CustomerRow } from '../customers/entity.ts'
import { customerDefinition } from '../customers/index.ts'
import { OrderRow, orderDefinition } from '../orders/entity.ts'
import { customerList, salesList } from '../orders/index.ts'
import { ProductRow, productDefinition } from '../products/entity.ts'
import type { EntityDefinition, ListedRow } from '../store/entity-definition.ts'
import { shards } from '../store/shards.ts'

interface Batch {
  data: unknown[]
  cursor: string | null
}
interface Query {
  go: (options: { cursor: string | null; limit: number }) => Promise<Batch>
}
type Shard = Tenant & { shard: string }

/** A kind with its rows in one partition, whatever its schema. */
export interface Found {
  /** As the rows themselves say it. */
  name: string
  kind: EntityDefinition<ListedRow>
  rowsIn: (shard: Shard) => Query
  /** The lists whose numbers are saved on it, unless they come to nothing. */
  numberedBy: (row: ListedRow) => string[]
}

const found = (name: string, kind: unknown, rowsIn: unknown, numberedBy: unknown = () => []): Found =>
  ({ name, kind, rowsIn, numberedBy }) as Found

const ordersOf = ({ id, ordersCount, ordersAmountUnits }: CustomerRow) =>
  ordersCount === 0 && ordersAmountUnits === 0 ? [] : [customerList(id)]
const salesOf = ({ id, units, cents }: ProductRow) => (units === 0 && cents === 0 ? [] : [salesList(id)])

export const kinds: readonly Found[] = [
  found('order', orderDefinition, (shard: Shard) => OrderRow.query.byToken(shard)),
  found('customer', customerDefinition, (shard: Shard) => CustomerRow.query.byId(shard), ordersOf),
  found('product', productDefinition, (shard: Shard) => ProductRow.query.byId(shard), salesOf),
  found('cart', cartDefinition, (shard: Shard) => CartRow.query.byToken(shard)),
]

const atOnce = 100

/** All of a kind, in batches, partition by partition. */
export async function* allOf({ rowsIn }: Found, { account, mode }: Tenant): AsyncGenerator<ListedRow[]> {
  for (const shard of shards) {
    let cursor: string | null = null
    do {
      const batch: Batch = await rowsIn({ account, mode, shard }).go({ cursor, limit: atOnce })
      yield batch.data as ListedRow[]
      cursor = batch.cursor
    } while (cursor)
  }
}
