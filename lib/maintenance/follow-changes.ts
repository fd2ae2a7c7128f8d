/** What follows from single changes of the table: each function gets a record of its stream, of any row. */

import type { DynamoDBRecord } from 'aws-lambda'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { entities, maintainedCustomers, maintainedOrders } from './entities.ts'

/** The row as it is after the change, if it is one of this entity. */
function changedRow<R>({ dynamodb: { NewImage } = {} }: DynamoDBRecord, entity: string): (Tenant & R) | null {
  return NewImage?.[entityAttribute]?.S === entity ? rowOfImage<Tenant & R>(NewImage) : null
}

/** Finishes a save that needed several transactions and whose process ended before the last one. */
export async function finishInterruptedSave({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = rowOfImage(NewImage)
  await entities.find(({ name }) => name === image[entityAttribute])?.finishSave(image)
}

/** The payment of an order may have changed: a refund, a chargeback, a late payment. */
export async function syncInvoices(record: DynamoDBRecord): Promise<void> {
  const order = changedRow<{ token: OrderToken }>(record, maintainedOrders.name)
  if (order) await subscriptions.syncInvoices({ account: order.account, mode: order.mode }, order.token)
}

/** Orders and subscriptions that arrived before the customer was created are in lists whose totals were counted then. */
export async function syncNewCustomer(record: DynamoDBRecord): Promise<void> {
  const customer = changedRow<{ id: string }>(record, maintainedCustomers.name)
  if (customer && record.eventName === 'INSERT')
    await maintainedCustomers.referenceTo(customer, customer.id).syncFields()
}

/** Moves what a merged customer had, if the process that merged them has stopped before. */
export async function reassignMerged(record: DynamoDBRecord): Promise<void> {
  const alias = changedRow<{ id: CustomerId }>(record, 'customer-id')
  if (alias) await customers.reassignMerged({ account: alias.account, mode: alias.mode }, alias.id)
}
