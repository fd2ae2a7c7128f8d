/** Erases the personal data of a subscription. What was paid stays. */

import { timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import type { SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { change } from '../store/change.ts'
import { keyOf, SubscriptionRow } from './entity.ts'
import { subscriptionDefinition } from './lists.ts'
import { find } from './load.ts'
import { isFinal, stateOf } from './rules.ts'

/** Payments go on until a subscription has ended. */
export const hasEnded = ({ engine, changes, changeId }: SubscriptionRow): boolean =>
  isFinal(stateOf(engine, changes)) && !changeId

/** False if it has not ended: payments need the address, and would bring it back. */
export async function erase(tenant: Tenant, id: SubscriptionId): Promise<boolean> {
  const row = await change(
    subscriptionDefinition,
    () => find(tenant, id),
    row => (row && hasEnded(row) ? keepErased({ ...row, erasedAt: timestamp() }) : null),
  )
  return !row || hasEnded(row)
}

/** When it was erased, if it was. */
export async function findErasedAt(tenant: Tenant, id: SubscriptionId): Promise<string | undefined> {
  const row = SubscriptionRow.get(keyOf(tenant, id))
  return (await row.go({ consistent: true, attributes: ['erasedAt'] })).data?.erasedAt
}

/** The same row if the subscription is not erased. */
export function keepErased(row: SubscriptionRow): SubscriptionRow {
  if (!row.erasedAt) return row
  const { metadata, content, ...latest } = row.latest
  if (!content) return { ...row, latest }
  const { email } = content.value
  const value = { ...content.value, email: null, billingName: null }
  return {
    ...row,
    latest: { ...latest, content: { ...content, value } },
    ...(email && { erasedEmailHash: emailHash(email) }),
  }
}
