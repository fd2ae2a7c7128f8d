/** Finishes saves that needed several transactions and whose process ended before the last one. */

import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { entityAttribute } from '../store/table.ts'
import { entities } from './entities.ts'

type Image = Parameters<typeof unmarshall>[0]

export async function finishInterruptedSave({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = unmarshall(NewImage as Image)
  await entities.find(({ name }) => name === image[entityAttribute])?.finishSave(image)
}
