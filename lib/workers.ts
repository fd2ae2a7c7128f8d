/** Defines the Lambdas that run for events or on a schedule, and not for HTTP requests. */

import { unloggedEntities } from './audit/unlogged-changes.ts'
import { entityAttribute, entryEntityAttribute, type TableAction } from './store/table.ts'

/** An event filter of Lambda, which selects records of the table's stream. */
export type ChangeFilter = { eventName?: 'INSERT'[]; dynamodb: Partial<Record<'NewImage' | 'OldImage', ImagePattern>> }
type ImagePattern = Record<string, { S: (string | { exists: boolean } | { 'anything-but': string[] })[] }>

/** Applies the pattern to both images, because the record of a deleted row has only an old image. */
const anyImage = (pattern: ImagePattern): ChangeFilter[] => [
  { dynamodb: { NewImage: pattern } },
  { dynamodb: { OldImage: pattern } },
]
const exists = { S: [{ exists: true }] }

interface TableAccess {
  /** The actions that the worker may run on the rows of all stores. */
  actions: readonly TableAction[]
  readsAccounts?: true
  /** Additional partitions, from which the worker may only read single rows by their keys. */
  reads?: readonly string[]
  /** The partition of the worker's own row, which belongs to no store. */
  ownPartition?: string
  /** The partitions of the secondary index that the worker queries. */
  index?: readonly string[]
}

export interface Worker {
  /** The name in the format `module.verb`, as for endpoints. */
  name: string
  purpose: string
  /**
   * `changes`: records of the table's stream, delivered at least once. The records of the same row keep their order.
   * `checkout`: checkout events, delivered at least once. Later events may arrive before earlier events.
   * `mail`: mails to send, delivered at least once.
   * `schedule`: no events. The worker runs once a minute, and two runs may overlap.
   */
  source: 'changes' | 'checkout' | 'mail' | 'schedule'
  /** A worker for `changes` gets only records that match at least one of these filters. Lambda allows five filters. */
  filters?: ChangeFilter[]
  /** Lambda collects records for at most this many seconds before it invokes a worker for `changes`. */
  batchSeconds?: number
  /** The worker's permissions on the table. They are absent if the worker does not use the table. */
  table?: TableAccess
  /** The worker may put mails into the mail queue. */
  relaysMail?: true
  /** The worker may read the keys of payment gateways. Only a scheduled worker needs this. */
  usesGateway?: true
}

const changes = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const

export const workers: Worker[] = [
  {
    name: 'checkout.intake',
    purpose: 'Applies checkout events: carts, orders, customers, sessions and subscriptions.',
    source: 'checkout',
    table: { actions: [...changes, 'BatchGetItem', 'BatchWriteItem'], readsAccounts: true },
  },
  {
    name: 'audit.record',
    purpose: 'Logs changes of objects: which fields of which object of which tenant, without values.',
    source: 'changes',
    filters: anyImage({ [entityAttribute]: { S: [{ 'anything-but': [...unloggedEntities] }] } }),
    batchSeconds: 30,
  },
  {
    name: 'maintenance.run',
    purpose:
      'Recounts the tallies of lists whose entries have changed, updates the words of search lists, finishes interrupted saves, updates the counters and invoices that depend on changed objects, and moves what merged customers had.',
    source: 'changes',
    filters: [
      ...anyImage({ [entryEntityAttribute]: exists }),
      { dynamodb: { NewImage: { unfinished: exists } } },
      { dynamodb: { NewImage: { [entityAttribute]: { S: ['order', 'customer-id'] } } } },
      { eventName: ['INSERT'], dynamodb: { NewImage: { [entityAttribute]: { S: ['customer'] } } } },
    ],
    batchSeconds: 1,
    table: { actions: [...changes, 'BatchWriteItem'] },
  },
  {
    name: 'mail.send',
    purpose: 'Sends mails to buyers, each at most once.',
    source: 'mail',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    name: 'recovery.run',
    purpose: 'Every minute, resumes interrupted operations, ends subscriptions that are due, and queues mails.',
    source: 'schedule',
    table: {
      actions: changes,
      readsAccounts: true,
      reads: ['maintenance-mode'],
      ownPartition: 'mail-relay',
      index: ['ending-subscriptions', 'outbox', 'payment-operations'],
    },
    relaysMail: true,
    usesGateway: true,
  },
]
