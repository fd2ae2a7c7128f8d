/** Moves what a merged customer had, if the process that merged them has stopped before. */

import type { DynamoDBRecord } from 'aws-lambda'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'

export async function reassignMerged({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (NewImage?.[entityAttribute]?.S !== 'customer-id') return
  const { account, mode, id } = rowOfImage<Tenant & { id: CustomerId }>(NewImage)
  await customers.reassignMerged({ account, mode }, id)
}
