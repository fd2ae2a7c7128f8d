/** Updates the invoices of subscriptions when the payment of their order changes: refunds, chargebacks, late payments. */

import type { DynamoDBRecord } from 'aws-lambda'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import * as subscriptions from '../subscriptions/index.ts'

export async function syncInvoices({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (NewImage?.[entityAttribute]?.S !== orders.orderDefinition.name) return
  const { account, mode, token } = rowOfImage<Tenant & { token: OrderToken }>(NewImage)
  await subscriptions.syncInvoices({ account, mode }, token)
}
