/** Finishes saves that needed several transactions and whose process ended before the last one. */

import type { DynamoDBRecord } from 'aws-lambda'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import { entities } from './entities.ts'

export async function finishInterruptedSave({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = rowOfImage(NewImage)
  await entities.find(({ name }) => name === image[entityAttribute])?.finishSave(image)
}
