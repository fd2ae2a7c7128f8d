/** Lambda's event filtering, as far as our patterns use it. */

import type { DynamoDBRecord } from 'aws-lambda'
import type { ChangeFilter } from '../../../lib/workers.ts'

/** Whether a record matches one of the patterns; without any, every record does. */
export const matchesFilter = (record: DynamoDBRecord, filters: readonly ChangeFilter[] = []): boolean =>
  filters.length === 0 || filters.some(filter => matches(record, filter))

/** Of an object, every field has to match; of a list of rules, one. A missing field matches no rule but its absence. */
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
