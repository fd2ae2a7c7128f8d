/** Saves the totals of a list on the object that shows them. */

import type { DynamoDBRecord } from 'aws-lambda'
import type { Tenant } from '../core/tenant.ts'
import type { List } from '../store/list-entry.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import { countedObjectOf } from './counters.ts'
import { maintainedCustomers, objects } from './entities.ts'

export async function syncCounters({ list, account, mode }: List): Promise<void> {
  const counted = countedObjectOf(list)
  const maintained = objects.find(({ name }) => name === counted?.object)
  if (counted) await maintained?.referenceTo({ account, mode }, counted.id).syncFields()
}

/** Orders and subscriptions that arrived before the customer was created are in lists whose totals were counted then. */
export async function syncNewCustomer({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const image = dynamodb?.NewImage
  if (eventName !== 'INSERT' || image?.[entityAttribute]?.S !== maintainedCustomers.name) return
  const { account, mode, id } = rowOfImage<Tenant & { id: string }>(image)
  await maintainedCustomers.referenceTo({ account, mode }, id).syncFields()
}
