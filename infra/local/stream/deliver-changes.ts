/** Delivers changes of the table to a worker, with the filters and retries of Lambda's event source mapping. */

import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'
import type { ChangeFilter } from '../../../lib/workers.ts'

/** Passes changes of the table to a Lambda, and returns its result. */
export type StreamWorker = (records: DynamoDBRecord[]) => Promise<unknown>

interface DeliveryTarget {
  worker: StreamWorker
  /** This function is called with a record that failed at every attempt. */
  onGiveUp: (record: DynamoDBRecord, error: unknown) => void
}

/**
 * Records are retried fewer times and sooner than in AWS, because failures on a local machine rarely end by themselves.
 */
const maxAttempts = 3
const firstPause = 100

/**
 * Passes the records to the worker, and returns the records to retry. As in Lambda, these are the first failed record
 * and all records after it.
 */
async function attempt(records: DynamoDBRecord[], worker: StreamWorker) {
  try {
    const result = (await worker(records)) as { batchItemFailures?: { itemIdentifier: string }[] } | null
    const failures = new Set(result?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
    if (failures.size === 0) return { rest: [] }
    const first = records.findIndex(({ dynamodb }) => failures.has(dynamodb?.SequenceNumber ?? ''))
    return {
      rest: records.slice(Math.max(0, first)),
      error: new Error('The worker could not process the change: api.log says why.'),
    }
  } catch (error) {
    return { rest: records, error }
  }
}

/**
 * Delivers the records to the worker. If a batch fails, halves it until the failing record is alone, so that only this
 * record is given up.
 */
export async function deliverChanges(records: DynamoDBRecord[], delivery: DeliveryTarget, attempts = 0): Promise<void> {
  const { rest, error } = await attempt(records, delivery.worker)
  const [failed] = rest
  if (!failed) return
  if (rest.length < records.length) return deliverChanges(rest, delivery)
  if (rest.length > 1) {
    const middle = Math.ceil(rest.length / 2)
    await deliverChanges(rest.slice(0, middle), delivery)
    return deliverChanges(rest.slice(middle), delivery)
  }
  if (attempts + 1 >= maxAttempts) return delivery.onGiveUp(failed, error)
  await pause(firstPause * 2 ** attempts)
  return deliverChanges(rest, delivery, attempts + 1)
}

/** If there are no filters, every record matches. */
export const matchesFilter = (record: DynamoDBRecord, filters: readonly ChangeFilter[] = []): boolean =>
  filters.length === 0 || filters.some(filter => matches(record, filter))

/** Returns whether each field matches one of the rules in its pattern. A missing field matches only `exists: false`. */
function matches(value: unknown, pattern: object): boolean {
  if (Array.isArray(pattern)) return pattern.some(rule => matchesRule(value, rule))
  return Object.entries(pattern).every(([name, inner]) => matches(Object(value)[name], inner))
}

function matchesRule(value: unknown, rule: string | Record<string, unknown>): boolean {
  if (typeof rule === 'string') return value === rule
  if ('exists' in rule) return (value !== undefined) === rule.exists
  const excluded = rule['anything-but']
  return value !== undefined && Array.isArray(excluded) && !excluded.includes(value)
}
