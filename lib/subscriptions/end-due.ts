/** Ends subscriptions with a requested cancellation when their next billing date has come. */

import { now, timestamp } from '../core/clock.ts'
import { stampAfter } from '../core/event-stamp.ts'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { changeByKey } from '../store/change.ts'
import { SubscriptionRow } from './entity.ts'
import { stateOf, withChange } from './rules.ts'
import { subscriptionDefinition } from './stored-object.ts'

const concurrency = 4
/** The maximum number of subscriptions that one run ends. The next run continues. */
const maxEnded = 200

/**
 * Ends the subscriptions in the index `ending` whose end date has come. The index contains only subscriptions with a
 * requested cancellation.
 */
export async function endDueSubscriptions(): Promise<void> {
  const { data } = await SubscriptionRow.query.ending({}).lte({ endsAt: now().toISOString() }).go({ limit: maxEnded })
  await mapConcurrent(data, concurrency, tryToEnd)
}

/** Logs a failure, so that other subscriptions are still ended. The next run tries again. */
const tryToEnd = (due: SubscriptionRow) =>
  endOne(due).catch(fault => {
    const { account, mode, id } = due
    logFault('A subscription could not be ended.', fault, { account, mode, id })
  })

const endOne = (due: SubscriptionRow) =>
  changeByKey(subscriptionDefinition, due, row => {
    const { endsAt: at } = row ?? {}
    if (!row || !at || at > timestamp() || stateOf(row) !== 'CancellationRequested') return null
    const stamp = stampAfter(...Object.values(row.changes))
    return { ...row, changes: withChange(row.changes, 'cancelled', { stamp, at }) }
  })
