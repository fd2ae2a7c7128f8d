/** Finishes entities whose entries were too many for one transaction, in case their writer has not lived to do it. */

import type { DynamoDBRecord } from 'aws-lambda'
import type { ListedRow } from '../store/entity-definition.ts'
import { finishEntries, reload } from '../store/save.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import { kinds } from './entities.ts'

/** By now it may be finished; while its writer is still at it, both write the same. */
export async function finishInterruptedSave({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = rowOfImage(NewImage)
  const found = kinds.find(({ name }) => name === image[entityAttribute])
  if (!found) return
  const row = await reload(found.kind, image as unknown as ListedRow)
  if (row?.unfinished) await finishEntries(found.kind, row)
}
