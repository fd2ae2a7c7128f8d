/** Every entity that has lists: its rows of one store, and what maintenance does with each of them. */

import * as carts from '../carts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import type { ListedEntity } from '../lists/listed-entity.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import { shards } from '../store/attributes.ts'
import type { ListedRow } from '../store/entity-definition.ts'
import { finishEntries, rebuildEntries, reload } from '../store/save.ts'
import * as subscriptions from '../subscriptions/index.ts'

interface MaintainedRow {
  key: object
  /** The lists it is on, and those whose totals are saved on it. */
  lists: () => string[]
  /** Whether the row still existed. */
  rebuildEntries: () => Promise<boolean>
}

const maintained = <R extends ListedRow>(
  definition: ListedEntity<R>,
  counterListsOf: (row: R) => string[] = () => [],
) => ({
  name: definition.name,
  fixedLists: definition.fixedLists,

  async *batches(tenant: Tenant): AsyncGenerator<MaintainedRow[]> {
    for await (const rows of allRows(definition, tenant))
      yield rows.map(row => ({
        key: definition.keyOf(row),
        lists: () => [...definition.listEntriesOf(row).map(({ list }) => list), ...counterListsOf(row)],
        rebuildEntries: () => rebuildEntries(definition, row),
      }))
  },

  /** The writer may still be at work, which does no harm: both write the same entries. */
  async finishSave(image: Record<string, unknown>): Promise<void> {
    const row = await reload(definition, image as R)
    if (row?.unfinished) await finishEntries(definition, row)
  },
})

export const entities = [
  maintained(orders.orderDefinition),
  maintained(customers.customerDefinition, customers.counterSourceLists),
  maintained(products.productDefinition, products.counterSourceLists),
  maintained(carts.cartDefinition),
  maintained(subscriptions.subscriptionDefinition),
]

const batchSize = 100

/** In batches, shard by shard. */
async function* allRows<R extends ListedRow>(
  { rowsIn }: ListedEntity<R>,
  { account, mode }: Tenant,
): AsyncGenerator<R[]> {
  for (const shard of shards) {
    let cursor: string | null = null
    do {
      const batch: Batch<R> = await rowsIn({ account, mode, shard }, { cursor, limit: batchSize })
      yield batch.data
      cursor = batch.cursor
    } while (cursor)
  }
}

type Batch<R extends ListedRow> = Awaited<ReturnType<ListedEntity<R>['rowsIn']>>
