/** Updates the price, the schedule and the metadata of a V1 subscription. */

import { isDeepStrictEqual } from 'node:util'
import { now } from '../core/clock.ts'
import { requireMatch } from '../core/etag.ts'
import type { SubscriptionId } from '../core/ids.ts'
import { requireMetadataSize } from '../core/metadata.ts'
import type { Tenant } from '../core/tenant.ts'
import { changeSubscription, type WantedChange } from './change.ts'
import { planChange, requireRunning } from './change-rules.ts'
import type { KnownSubscriptionRow } from './entity.ts'
import { present } from './presenter.ts'
import type { Subscription, SubscriptionChange } from './schemas.ts'

interface Update {
  id: SubscriptionId
  change: SubscriptionChange
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, change, ifMatch }: Update): Promise<Subscription> {
  requireMetadataSize(change.metadata ?? null)
  const row = await changeSubscription({
    tenant,
    id,
    ifMatch: before => requireMatch(ifMatch, present(before)),
    decide: before => decide(before, change),
  })
  return present(row)
}

/** An update that changes nothing is not saved. */
function decide(row: KnownSubscriptionRow, change: SubscriptionChange): WantedChange | null {
  requireRunning(row)
  const { fields, terms } = planChange(row, change, now())
  const isUnchanged = Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(value, row.latest[name as keyof typeof fields]?.value),
  )
  if (isUnchanged) return null
  return { asked: terms && { kind: 'change', terms }, details: { wanted: change, change: null, fields } }
}
