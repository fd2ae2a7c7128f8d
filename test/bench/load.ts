/** Fills a store with the rows that `save` would have written, many at once, and counts its lists. */

import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { localAccess } from '../../infra/local/create-table.ts'
import { customerKind, EmailClaim } from '../../lib/customers/entity.ts'
import { env } from '../../lib/kit/env.ts'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { recountAll } from '../../lib/lists/recount.ts'
import { orderKind } from '../../lib/orders/entity.ts'
import { productKind } from '../../lib/products/entity.ts'
import { EntryRow, entriesOf, listAt } from '../../lib/store/entry.ts'
import type { Kind, Listed } from '../../lib/store/save.ts'
import { type CustomerFacts, customerFacts, type OrderFacts, orderFacts } from './model.ts'
import { madeOrders } from './orders.ts'
import { eachOf, progress } from './progress.ts'
import { addUp, customerRowOf, emailClaimOf, orderRowOf, productRowOf, type Sums } from './rows.ts'

export interface Store extends Tenant {
  orders: OrderFacts[]
  customers: CustomerFacts[]
}

/** DynamoDB takes no more in one batch. */
const batchSize = 25
/** The local table is as fast with three as with twenty. */
const writersAtOnce = 3
const recountsAtOnce = 4
/** A page that comes to the end of its list knows the total itself: a shorter list needs no tally, and most are shorter. */
const shortest = 20

interface Loading {
  store: Store
  sums: Sums
  /** How many entries there are in each partition of entries. */
  lists: Map<string, number>
}

export async function loadStore(tenant: Tenant, count: number): Promise<Store> {
  const store: Store = { ...tenant, orders: [], customers: [] }
  const loading: Loading = { store, sums: { buyers: new Map(), products: new Map() }, lists: new Map() }
  const bar = progress(`loading ${count} orders`, count)
  await write(orderItems(count, loading), () => bar.reach(store.orders.length))
  bar.end()
  await write(customerItems(loading))
  await write(productItems(loading))
  await recountLists([...loading.lists].filter(([, length]) => length >= shortest).map(([name]) => name))
  return store
}

type Item = Record<string, unknown>

/** An item as ElectroDB would put it. */
const itemOf = (row: { params: () => object }) => (row.params() as { Item: Item }).Item

/** What `save` writes of something new. */
function* itemsOf<R extends Listed>({ entity, lists }: Kind<R>, row: R, loading: Loading): Generator<Item> {
  yield itemOf(entity.put({ ...row, version: 1 }))
  for (const entry of entriesOf(row, lists(row))) {
    loading.lists.set(entry.partition, (loading.lists.get(entry.partition) ?? 0) + 1)
    yield itemOf(EntryRow.put(entry))
  }
}

function* orderItems(count: number, loading: Loading) {
  const { store, sums } = loading
  for (const made of madeOrders(count)) {
    const row = orderRowOf(store, made)
    yield* itemsOf(orderKind, row, loading)
    store.orders.push(orderFacts(made))
    addUp(sums, made, row)
  }
}

function* customerItems(loading: Loading) {
  const { store, sums } = loading
  for (const [email, buyer] of sums.buyers) {
    const row = customerRowOf(store, buyer)
    yield* itemsOf(customerKind, row, loading)
    yield itemOf(EmailClaim.put(emailClaimOf(store, email)))
    store.customers.push(customerFacts(row.id, buyer))
  }
}

function* productItems(loading: Loading) {
  const { store, sums } = loading
  for (const [id, sold] of sums.products) yield* itemsOf(productKind, productRowOf(store, id, sold), loading)
}

function* batches(items: Iterable<Item>): Generator<WriteRequest[]> {
  let batch: WriteRequest[] = []
  for (const item of items) {
    batch.push({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } })
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

async function write(items: Iterable<Item>, tell = () => {}): Promise<void> {
  const client = new DynamoDBClient(localAccess(env.dynamodbEndpoint ?? ''))
  await eachOf(batches(items), writersAtOnce, async batch => {
    for (let rest: WriteRequest[] | undefined = batch; rest?.length; ) {
      const wanted: BatchWriteItemCommand = new BatchWriteItemCommand({
        RequestItems: { [env.tableName]: rest },
      })
      rest = (await client.send(wanted)).UnprocessedItems?.[env.tableName]
    }
    tell()
  })
  client.destroy()
}

async function recountLists(partitions: readonly string[]): Promise<void> {
  const bar = progress('recounting lists', partitions.length)
  let done = 0
  await eachOf(partitions, recountsAtOnce, async partition => {
    const list = listAt(partition)
    if (list) await recountAll(list)
    bar.reach(++done)
  })
  bar.end()
}
