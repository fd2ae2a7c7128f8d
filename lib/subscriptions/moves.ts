/** Pauses, resumes or cancels a subscription on request. */

import { timestamp } from '../core/clock.ts'
import { stampAfter } from '../core/event-stamp.ts'
import type { SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { change } from '../store/change.ts'
import { billingOf } from './billing.ts'
import { changeSubscription, type WantedChange } from './change.ts'
import { changeOf, currentState, requireMove } from './change-rules.ts'
import type { KnownSubscriptionRow } from './entity.ts'
import { load } from './load.ts'
import { type Call, isFinal, stateAfter, withChange } from './rules.ts'
import { subscriptionDefinition } from './stored.ts'

/** Pauses or resumes a V1 subscription. */
export const move = (tenant: Tenant, id: SubscriptionId, call: 'pause' | 'resume') =>
  changeSubscription({
    tenant,
    id,
    decide: row => {
      requireMove(row, changeOf('V1', call))
      return wantedMove(call)
    },
  })

const wantedMove = (call: Call): WantedChange => {
  const wanted = changeOf('V1', call)
  return { asked: { kind: call }, details: { wanted, change: wanted, fields: {} } }
}

/** Cancels a V1 subscription; one that has already ended is left as it is. */
export const cancelV1 = (tenant: Tenant, id: SubscriptionId): Promise<KnownSubscriptionRow> =>
  changeSubscription({ tenant, id, decide: row => (isFinal(currentState(row)) ? null : wantedMove('cancel')) })

/** A V3 subscription ends at the next billing date, so the gateway is not called. */
export function requestCancellation(tenant: Tenant, id: SubscriptionId): Promise<KnownSubscriptionRow> {
  const wanted = changeOf('V3', 'cancel')
  const loadV3 = () => load(tenant, id, { engine: 'V3', consistent: true })
  return change(subscriptionDefinition, loadV3, row => {
    if (!stateAfter('V3', currentState(row), wanted)) return null
    const at = timestamp()
    const stamp = stampAfter(...Object.values(row.changes))
    const { next: nextBillingDate } = billingOf(row, new Date(at))
    const changes = withChange(row.changes, wanted, { stamp, at, nextBillingDate })
    return { ...row, changes, modifiedAt: at }
  })
}
