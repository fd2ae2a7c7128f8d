/** The journal: which object of which store changed when, for the day someone asks. Names of fields, never their values. */

import { isDeepStrictEqual } from 'node:util'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { log, logFault } from '../core/log.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute, entryEntityAttribute } from '../store/table.ts'

/** Rows that change all the time and that nobody asks about. */
const unremarkable = new Set([
  'account-counter',
  'entry',
  'idempotency-key',
  'processed-event',
  'rate-limit',
  'stored-reply',
  'tally',
])

const happenings = { INSERT: 'created', MODIFY: 'changed', REMOVE: 'removed' } as const

/** What the journal says of one record, or nothing. */
function entryOf({ eventName = 'MODIFY', dynamodb = {} }: DynamoDBRecord) {
  const [before, after] = [rowOfImage(dynamodb.OldImage), rowOfImage(dynamodb.NewImage)]
  const row = { ...before, ...after }
  const entity = String(row[entityAttribute] ?? row[entryEntityAttribute])
  if (unremarkable.has(entity)) return null
  const fields = Object.keys(row).filter(field => !isDeepStrictEqual(before[field], after[field]))
  const { account, mode, id = row.token } = row
  return {
    entity,
    account,
    mode,
    id,
    happened: happenings[eventName],
    fields,
    sequence: dynamodb.SequenceNumber,
  }
}

/** A record that cannot be written down is named, so that it and those after it come again and end with the dead letters. */
export function record(records: DynamoDBRecord[]): DynamoDBBatchResponse {
  for (const change of records) {
    try {
      const entry = entryOf(change)
      if (entry) log.info('change', { ...entry })
    } catch (fault) {
      logFault('A change could not be written down.', fault)
      return { batchItemFailures: [{ itemIdentifier: change.dynamodb?.SequenceNumber ?? '' }] }
    }
  }
  return { batchItemFailures: [] }
}
