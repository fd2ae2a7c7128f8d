/**
 * Runs the stream worker on demand, for the changes of one tenant. A new order changes about thirty lists, so most
 * lists are recounted only when a test reads their tally.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { handler as runMaintenance } from '../../functions/maintenance/run.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { isSearchList } from '../../lib/lists/search-entries.ts'
import { countedListPrefixes } from '../../lib/maintenance/counters.ts'
import { client } from '../../lib/store/client.ts'
import { type EntryKey, listOfPartition } from '../../lib/store/list-entry.ts'
import { entityAttribute } from '../../lib/store/table.ts'
import { contextFor } from './store.ts'

/**
 * The changes that the worker gets on its next run for a tenant, by the key of the row. They are list entries that were
 * put or deleted, orders and aliases of customer ids that were put, and customers that were created.
 */
const changes = new Map<string, Change>()

interface Change extends EntryKey {
  /** The attributes that the worker reads, if the row is not an entry. */
  image?: Record<string, AttributeValue>
}

type Item = Record<string, unknown>

const textOf = (value: unknown) => {
  const { S, N } = Object(value)
  return String(S ?? N ?? value)
}

/** The name of the attribute that has the id, by entity. */
const idAttributes: Record<string, string> = { order: 'token', customer: 'id', 'customer-id': 'id' }

function imageOf(item: Item): Change['image'] {
  const entity = textOf(item[entityAttribute])
  const id = idAttributes[entity]
  if (!id || (entity === 'customer' && textOf(item.version) !== '1')) return undefined
  return {
    [entityAttribute]: { S: entity },
    account: { N: textOf(item.account) },
    mode: { S: textOf(item.mode) },
    [id]: { S: textOf(item[id]) },
  }
}

function recordChange(item: Item | undefined): void {
  if (!item) return
  const key = { partition: textOf(item.pk), position: textOf(item.sk) }
  const image = imageOf(item)
  if (image || listOfPartition(key.partition)) changes.set(JSON.stringify(key), { ...key, ...(image && { image }) })
}

interface Write {
  Put?: { Item?: Item }
  Delete?: { Key?: Item }
}
interface Input {
  Item?: Item
  TransactItems?: Write[]
  RequestItems?: Record<string, { PutRequest?: { Item?: Item }; DeleteRequest?: { Key?: Item } }[]>
}

/** Records writes even if they fail, because an unnecessary recount changes nothing. */
client.middlewareStack.add(
  next => args => {
    const { Item, TransactItems = [], RequestItems = {} } = args.input as Input
    recordChange(Item)
    for (const { Put, Delete } of TransactItems) recordChange(Put?.Item ?? Delete?.Key)
    for (const writes of Object.values(RequestItems))
      if (Array.isArray(writes))
        for (const { PutRequest, DeleteRequest } of writes) recordChange(PutRequest?.Item ?? DeleteRequest?.Key)
    return next(args)
  },
  { name: 'watch-entries', step: 'initialize', priority: 'low' },
)

function takeChanges(tenant: Tenant): Change[] {
  const ownChanges = [...changes].filter(([, { partition }]) => isOf(tenant)(partition))
  for (const [name] of ownChanges) changes.delete(name)
  return ownChanges.map(([, change]) => change)
}

const recordOf = ({ partition, position, image }: Change, n: number) =>
  ({
    dynamodb: {
      Keys: { pk: { S: partition }, sk: { S: position } },
      SequenceNumber: String(n),
      ...(image && { NewImage: image }),
    },
    ...(image?.[entityAttribute]?.S === 'customer' && { eventName: 'INSERT' }),
  }) as DynamoDBRecord

/** A saved counter may change an object's positions on lists. The entries at the new positions need another round. */
const maxRounds = 10

/**
 * Does the work of the stream worker, such as updating invoices, and the counters of customers, products and discounts.
 * Lists whose totals are saved in no object are recounted only when a test reads their tallies or words.
 */
export async function updateTallies(tenant: Tenant): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const taken = takeChanges(tenant)
    if (taken.length === 0) return
    const [now, later] = [taken.filter(isNeededNow), taken.filter(change => !isNeededNow(change))]
    for (const change of later) due.set(change.partition, [...(due.get(change.partition) ?? []), change])
    await runWorker(now)
  }
  throw new Error('The tallies still change after ten rounds.')
}

/** Recounts all lists at once, for tests that compare the rows of the table before and after a request. */
export async function updateAllTallies(tenant: Tenant): Promise<void> {
  await updateTallies(tenant)
  await recountDue(changedPartitions().filter(isOf(tenant)))
}

const isOf =
  ({ account, mode }: Tenant) =>
  (partition: string) =>
    partition.startsWith(`${account}#${mode}#`)

async function runWorker(changes: readonly Change[]): Promise<void> {
  const { batchItemFailures } = await runMaintenance({ Records: changes.map(recordOf) }, contextFor())
  if (batchItemFailures.length > 0) throw new Error('A list could not be recounted: see the log.')
}

/**
 * Returns whether the change must be processed now, and not when a test reads the list's tally. The totals of some
 * lists are also saved in objects, which a test may read without the tally.
 */
const isNeededNow = ({ partition, image }: Change) =>
  image !== undefined || countedListPrefixes.some(prefix => listOfPartition(partition)?.list.startsWith(prefix))

/** The changes of lists that are not recounted yet, by the partition of the list. */
const due = new Map<string, Change[]>()
/**
 * The last recount of each list, by the partition of the list. Other reads of the list's tally wait for this recount.
 */
const recounts = new Map<string, Promise<void>>()
/** Returns the partitions of the lists that are due, being recounted, or recounted. */
const changedPartitions = () => [...new Set([...due.keys(), ...recounts.keys()])]
/** The value is true in requests of a recount, because a recount must not wait for itself. */
const recounting = new AsyncLocalStorage<true>()

/** Recounts those of the lists that are due, in one run of the worker. Waits for the recounts of all of them. */
async function recountDue(partitions: readonly string[]): Promise<void> {
  const changes = partitions.flatMap(partition => due.get(partition) ?? [])
  if (changes.length > 0) {
    const recount = recounting.run(true, () => runWorker(changes))
    for (const partition of partitions) if (due.delete(partition)) recounts.set(partition, recount)
  }
  await Promise.all(partitions.map(partition => recounts.get(partition)))
}

interface TallyInput {
  Item?: Item
  Key?: Item
  ExpressionAttributeValues?: Item
}

/** Returns the changed search lists of the store whose partition of words is `words`. */
const changedSearchLists = (words: string): string[] =>
  changedPartitions().filter(
    partition =>
      partition.startsWith(words.replace('#words', '#list#')) && isSearchList(listOfPartition(partition)?.list ?? ''),
  )

/** Returns the partitions of the changed lists whose tallies or words a command reads or writes. */
function neededPartitions({ Item, Key, ExpressionAttributeValues = {} }: TallyInput): string[] {
  const named = [Item?.pk, Key?.pk, ...Object.values(ExpressionAttributeValues)].map(textOf)
  const partitions = named.filter(name => name.includes('#tally#')).map(name => name.replace('#tally#', '#list#'))
  const stores = named.filter(name => name.endsWith('#tallies')).map(name => name.replace('#tallies', '#list#'))
  const searched = named.filter(name => name.endsWith('#words')).flatMap(changedSearchLists)
  const inStores = stores.flatMap(store => changedPartitions().filter(partition => partition.startsWith(store)))
  return [...partitions, ...searched, ...inStores]
}

client.middlewareStack.add(
  next => async args => {
    if (!recounting.getStore()) await recountDue(neededPartitions(args.input as TallyInput))
    return next(args)
  },
  { name: 'recount-due-lists', step: 'initialize', priority: 'low' },
)
