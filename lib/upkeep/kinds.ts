/** Every kind of entity that stands on lists, and how all of a store's are found. */

import { CartRow, cartKind } from '../carts/entity.ts'
import { CustomerRow, customerKind } from '../customers/entity.ts'
import type { Tenant } from '../kit/tenant.ts'
import { OrderRow, orderKind } from '../orders/entity.ts'
import { customerList, salesList } from '../orders/index.ts'
import { ProductRow, productKind } from '../products/entity.ts'
import type { Kind, Listed } from '../store/save.ts'
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
  kind: Kind<Listed>
  rowsIn: (shard: Shard) => Query
  /** The lists whose numbers are saved on it, unless they come to nothing. */
  numberedBy: (row: Listed) => string[]
}

const found = (name: string, kind: unknown, rowsIn: unknown, numberedBy: unknown = () => []): Found =>
  ({ name, kind, rowsIn, numberedBy }) as Found

const ordersOf = ({ id, ordersCount, ordersCents }: CustomerRow) =>
  ordersCount === 0 && ordersCents === 0 ? [] : [customerList(id)]
const salesOf = ({ id, units, cents }: ProductRow) => (units === 0 && cents === 0 ? [] : [salesList(id)])

export const kinds: readonly Found[] = [
  found('order', orderKind, (shard: Shard) => OrderRow.query.byToken(shard)),
  found('customer', customerKind, (shard: Shard) => CustomerRow.query.byId(shard), ordersOf),
  found('product', productKind, (shard: Shard) => ProductRow.query.byId(shard), salesOf),
  found('cart', cartKind, (shard: Shard) => CartRow.query.byToken(shard)),
]

const atOnce = 100

/** All of a kind, in batches, partition by partition. */
export async function* allOf({ rowsIn }: Found, { account, mode }: Tenant): AsyncGenerator<Listed[]> {
  for (const shard of shards) {
    let cursor: string | null = null
    do {
      const batch: Batch = await rowsIn({ account, mode, shard }).go({ cursor, limit: atOnce })
      yield batch.data as Listed[]
      cursor = batch.cursor
    } while (cursor)
  }
}
