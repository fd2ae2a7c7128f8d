/** Reads the rows in the records of the table's stream, and reports records that must be delivered again. */

import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { AttributeValue, DynamoDBBatchItemFailure, DynamoDBRecord } from 'aws-lambda'

/**
 * Returns the row as it is stored, before ElectroDB decodes its attributes. The result is empty if the record has no
 * image.
 */
export const rowOfImage = <Row extends object = Record<string, unknown>>(image: Record<string, AttributeValue> = {}) =>
  unmarshall(image as Parameters<typeof unmarshall>[0]) as Row

export const failureOf = ({ dynamodb }: DynamoDBRecord): DynamoDBBatchItemFailure => ({
  itemIdentifier: dynamodb?.SequenceNumber ?? '',
})
