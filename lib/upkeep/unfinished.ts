/** Finishes entities whose entries were too many for one transaction, in case their writer has not lived to do it. */

import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { finish, type Listed, readAgain } from '../store/save.ts'
import { entityMark } from '../store/table.ts'
import { kinds } from './kinds.ts'

type Image = Parameters<typeof unmarshall>[0]

/** By now it may be finished; while its writer is still at it, both write the same. */
export async function finishBroken({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = unmarshall(NewImage as Image)
  const found = kinds.find(({ name }) => name === image[entityMark])
  if (!found) return
  const row = await readAgain(found.kind, image as unknown as Listed)
  if (row?.unfinished) await finish(found.kind, row)
}
