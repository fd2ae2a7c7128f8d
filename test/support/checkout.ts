/** Sends checkout events through the real intake, and runs the stream worker on demand. */

import { randomUUID } from 'node:crypto'
import type { AttributeValue, DynamoDBRecord, SQSEvent } from 'aws-lambda'
import { handler as intake } from '../../functions/checkout/intake.ts'
import { handler as runMaintenance } from '../../functions/maintenance/run.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { client } from '../../lib/store/client.ts'
import { type EntryKey, listOfPartition } from '../../lib/store/list-entry.ts'
import { entityAttribute } from '../../lib/store/table.ts'
import { contextFor } from './store.ts'

type Fields = Record<string, unknown>

/** An event; tests may replace any field, even with an invalid value. */
export interface Envelope {
  id: string
  eventName: string
  account: number
  mode: string
  createdOn: string
  content: Fields
}

let eventCount = 0

/** Each event is newer than the one before; within one millisecond, ids decide. */
export const event = (
  { account, mode }: Tenant,
  eventName: string,
  content: Fields,
  envelope: Partial<Envelope> = {},
): Envelope => ({
  id: `event-${String(++eventCount).padStart(8, '0')}`,
  createdOn: new Date().toISOString(),
  eventName,
  account,
  mode,
  content,
  ...envelope,
})

/** Sends events in one batch of the queue; returns the ids of those that failed. */
export async function send(...events: Partial<Envelope>[]): Promise<string[]> {
  const Records = events.map(detail => ({ messageId: detail.id, body: JSON.stringify({ detail }) }))
  const { batchItemFailures } = await intake({ Records } as SQSEvent, contextFor())
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
}

/** Sends one event, which must succeed. */
export async function sendEvent(
  tenant: Tenant,
  eventName: string,
  content: Fields,
  envelope: Partial<Envelope> = {},
): Promise<void> {
  const failed = await send(event(tenant, eventName, content, envelope))
  if (failed.length > 0) throw new Error(`${eventName} failed: see the log.`)
}

export const item = (fields: Fields = {}) => ({
  uniqueId: randomUUID(),
  id: 'TEE',
  name: 'Classic tee',
  price: 20,
  quantity: 1,
  url: '/products/tee',
  weight: 200,
  stackable: true,
  ...fields,
})

export const address = (fields: Fields = {}) => ({
  firstName: 'Jane',
  name: 'Doe',
  company: null,
  address1: '1 Example Street',
  address2: null,
  city: 'Bremen',
  country: 'DE',
  province: 'HB',
  postalCode: '28201',
  phone: '0400000000',
  ...fields,
})

/** How the API shows an address that was sent: as an object, and as fields of the customer or of the order. */
export const shownAddress = (prefix: 'billing' | 'shipping', { name = 'Doe', company = '', city = 'Bremen' } = {}) => ({
  [`${prefix}Address`]: {
    fullName: `Jane ${name}`,
    firstName: 'Jane',
    name,
    company: company || null,
    fullAddress: '1 Example Street',
    address1: '1 Example Street',
    address2: null,
    city,
    country: 'DE',
    province: 'HB',
    postalCode: '28201',
    phone: '0400000000',
    vatNumber: null,
  },
  [`${prefix}AddressFirstName`]: 'Jane',
  [`${prefix}AddressName`]: name,
  [`${prefix}AddressCompanyName`]: company,
  [`${prefix}AddressAddress1`]: '1 Example Street',
  [`${prefix}AddressAddress2`]: '',
  [`${prefix}AddressCity`]: city,
  [`${prefix}AddressCountry`]: 'DE',
  [`${prefix}AddressProvince`]: 'HB',
  [`${prefix}AddressPostalCode`]: '28201',
  [`${prefix}AddressPhone`]: '0400000000',
})

export const order = (fields: Fields = {}) => ({
  token: randomUUID(),
  creationDate: '2026-08-30T18:16:58.000Z',
  completionDate: '2026-08-30T18:17:30.000Z',
  status: 'Processed',
  paymentStatus: 'Paid',
  paymentMethod: 'CreditCard',
  currency: 'EUR',
  email: 'jane.doe@example.com',
  finalGrandTotal: 20,
  grandTotal: 20,
  itemsTotal: 20,
  billingAddress: address(),
  items: [item()],
  ...fields,
})

export const cart = (fields: Fields = {}) => ({
  token: randomUUID(),
  status: 'InProgress',
  creationDate: '2026-08-30T18:16:58.000Z',
  currency: 'EUR',
  total: 20,
  items: [item()],
  ...fields,
})

export const withdrawal = (orderToken: string, fields: Fields = {}) => ({
  id: randomUUID(),
  orderToken,
  orderInvoiceNumber: 'INV-1',
  customerName: 'Jane Doe',
  requestedAt: '2026-09-02T10:00:00.000Z',
  isPartial: false,
  refundAmount: 20,
  resolution: 'Pending',
  items: [],
  ...fields,
})

/** Completes an order, and returns its token. */
export async function completeOrder(tenant: Tenant, fields: Fields = {}, envelope: Partial<Envelope> = {}) {
  const content = order(fields)
  await sendEvent(tenant, 'order.completed', content, envelope)
  return content.token
}

/**
 * What the worker gets on its next run for a tenant, by key: entries that were put or deleted, orders and other ids of
 * customers that were put, and customers that were created.
 */
const changes = new Map<string, Change>()

interface Change extends EntryKey {
  /** What the worker reads of a row that is not an entry. */
  image?: Record<string, AttributeValue>
}

type Item = Record<string, unknown>

const textOf = (value: unknown) => {
  const { S, N } = Object(value)
  return String(S ?? N ?? value)
}

/** By entity: which attribute has the id. */
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

function recordChange(item: Item = {}): void {
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

/** Failed writes are recorded too: an unnecessary recount changes nothing. */
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

function takeChanges({ account, mode }: Tenant): Change[] {
  const ownChanges = [...changes].filter(([, { partition }]) => partition.startsWith(`${account}#${mode}#`))
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

/** Saving a counter on its object moves entries of that object, which takes another round. */
const maxRounds = 10

/** Does the work of the stream worker: updates tallies, invoices, and the counters of customers, products and discounts. */
export async function updateTallies(tenant: Tenant): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const records = takeChanges(tenant).map(recordOf)
    if (records.length === 0) return
    const { batchItemFailures } = await runMaintenance({ Records: records }, contextFor())
    if (batchItemFailures.length > 0) throw new Error('A list could not be recounted: see the log.')
  }
  throw new Error('The tallies still change after ten rounds.')
}
