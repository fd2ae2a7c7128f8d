/** Writes the audit log. An entry names the object, the tenant and the changed fields, but contains no values. */

import { isDeepStrictEqual } from 'node:util'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { log, logFault } from '../core/log.ts'
import { failureOf, rowOfImage } from '../store/stream-record.ts'
import { entityAttribute } from '../store/table.ts'
import { unfinishedField, unloggedEntities, usageFields } from './unlogged-changes.ts'

const actions = { INSERT: 'created', MODIFY: 'changed', REMOVE: 'removed' } as const

function logEntryOf({ eventName = 'MODIFY', dynamodb = {} }: DynamoDBRecord) {
  const [before, after] = [rowOfImage(dynamodb.OldImage), rowOfImage(dynamodb.NewImage)]
  const row = { ...before, ...after }
  const entity = row[entityAttribute]
  if (typeof entity !== 'string' || unloggedEntities.has(entity)) return null
  const changed = Object.keys(row).filter(field => !isDeepStrictEqual(before[field], after[field]))
  const fields = changed.filter(field => field !== unfinishedField)
  if (changed.length > 0 && fields.every(field => usageFields.has(field))) return null
  const { account, mode, id = row.token } = row
  return { entity, account, mode, id, action: actions[eventName], fields, sequence: dynamodb.SequenceNumber }
}

/**
 * Logs the changes in a batch of the table's stream. If a record cannot be logged, Lambda delivers this record and all
 * later records again. A record that fails at every attempt goes to the dead-letter queue.
 */
export function logTableChanges(records: DynamoDBRecord[]): DynamoDBBatchResponse {
  for (const record of records) {
    try {
      const entry = logEntryOf(record)
      if (entry) log.info('change', { ...entry })
    } catch (error) {
      logFault('A change could not be logged.', error)
      return { batchItemFailures: [failureOf(record)] }
    }
  }
  return { batchItemFailures: [] }
}
