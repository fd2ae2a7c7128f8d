/** Writes a subscription with its list entries, and when it is going to end. */

import { save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { endAfter } from './billing.ts'
import { isKnown, type SubscriptionRow } from './entity.ts'
import { subscriptionDefinition } from './lists.ts'
import { stateOf } from './rules.ts'

export const saveSubscription = <R extends SubscriptionRow>(
  after: R,
  before: R | null,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<R> =>
  save(subscriptionDefinition, { ...after, endsAt: endsAtOf(after) }, before, extraWrites) as Promise<R>

/** Empty unless a requested cancellation has not taken effect. */
export function endsAtOf(row: SubscriptionRow): string {
  const request = row.changes.cancellationRequested
  const isRequested = stateOf(row.engine, row.changes) === 'CancellationRequested'
  return isRequested && request && isKnown(row) ? (endAfter(row, request) ?? '') : ''
}
