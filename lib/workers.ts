/** The Lambdas that are invoked by events instead of HTTP requests. */

import { unloggedEntities } from './audit/rules.ts'
import { entityAttribute, entryEntityAttribute, type TableAction } from './store/table.ts'

/** A pattern of Lambda's event filtering, for the records of the table's stream. */
export type ChangeFilter = { eventName?: 'INSERT'[]; dynamodb: Partial<Record<'NewImage' | 'OldImage', ImagePattern>> }
type ImagePattern = Record<string, { S: (string | { exists: boolean } | { 'anything-but': string[] })[] }>

/** Rows that are removed have an old image only. */
const anyImage = (pattern: ImagePattern): ChangeFilter[] => [
  { dynamodb: { NewImage: pattern } },
  { dynamodb: { OldImage: pattern } },
]
const exists = { S: [{ exists: true }] }

interface TableAccess {
  /** On the rows of all stores. */
  actions: readonly TableAction[]
  readsAccounts?: true
  /** The partitions of the secondary index that it queries. */
  index?: readonly string[]
}

export interface Worker {
  /** `module.verb`, as for endpoints. */
  name: string
  purpose: string
  /**
   * `changes`: the table's stream, in order per key, at least once.
   * `checkout`: the checkout's events, in any order, at least once.
   * `mail`: the mails to send, at least once.
   * `schedule`: once a minute; two runs may overlap.
   */
  source: 'changes' | 'checkout' | 'mail' | 'schedule'
  /** Of a worker of changes: it gets the records that match one of them, at most five. */
  filters?: ChangeFilter[]
  /** Of a worker of changes: how long records are collected. */
  batchSeconds?: number
  /** Its permissions on the table; none if absent. */
  table?: TableAccess
  /** Whether it may put mails into the queue. */
  relaysMail?: true
  /** It may read the keys of payment gateways. Only a worker with a schedule does so. */
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
    purpose: 'Logs every change: which fields of which object of which tenant, without values.',
    source: 'changes',
    filters: anyImage({ [entityAttribute]: { S: [{ 'anything-but': [...unloggedEntities] }] } }),
    batchSeconds: 30,
  },
  {
    name: 'maintenance.run',
    purpose:
      'Recounts the tallies of lists whose entries have changed, updates the counters and invoices that depend on changed objects, and moves what merged customers had.',
    source: 'changes',
    filters: [
      ...anyImage({ [entryEntityAttribute]: exists }),
      { dynamodb: { NewImage: { unfinished: exists } } },
      { dynamodb: { NewImage: { [entityAttribute]: { S: ['order', 'customer-id'] } } } },
      { eventName: ['INSERT'], dynamodb: { NewImage: { [entityAttribute]: { S: ['customer'] } } } },
    ],
    batchSeconds: 1,
    table: { actions: changes },
  },
  {
    name: 'mail.send',
    purpose: 'Sends mails to buyers, each at most once.',
    source: 'mail',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    name: 'recovery.run',
    purpose: 'Completes what earlier requests and runs have left unfinished.',
    source: 'schedule',
    table: { actions: changes, readsAccounts: true, index: ['ending-subscriptions', 'outbox', 'payment-operations'] },
    relaysMail: true,
    usesGateway: true,
  },
]
