/** Writes a subscription with its list entries, and when it is going to end. */

import { save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { billedAfter, nextDateAfter } from './billing.ts'
import { isKnown, type SubscriptionRow } from './entity.ts'
import { subscriptionDefinition } from './lists.ts'
import { stateOf } from './rules.ts'

export const saveSubscription = <R extends SubscriptionRow>(
  after: R,
  before: R | null,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<R> =>
  save(subscriptionDefinition, { ...after, endsAt: endsAtOf(after) }, before, extraWrites) as Promise<R>

/**
 * A requested cancellation takes effect at the next billing date after the request. A renewal at that date, which
 * reports the one after it, does not move the end.
 */
export function endsAtOf(row: SubscriptionRow): string {
  const requestedAt = row.changes.cancellationRequested?.at
  const isRequested = stateOf(row.engine, row.changes) === 'CancellationRequested'
  if (!isRequested || !requestedAt || !isKnown(row)) return ''
  const moment = new Date(requestedAt)
  return billedAfter(row, moment) ?? nextDateAfter(row, moment) ?? ''
}
