/** The definition of the stored subscription: its lists, its totals, what it awaits, and its personal data. */

import { emailHash } from '../core/email.ts'
import type { AwaitingObject, PersonalObject } from '../store/stored-object.ts'
import { deriveTotals } from './apply-invoices.ts'
import { endsAtOf } from './billing.ts'
import { keyOf, SubscriptionRow } from './entity.ts'
import { fixedLists, listEntriesOf } from './lists.ts'
import { currentState, isFinal } from './rules.ts'

export const subscriptionDefinition: PersonalObject<SubscriptionRow> & AwaitingObject<SubscriptionRow> = {
  name: 'subscription',
  entity: SubscriptionRow,
  keyOf: row => keyOf(row, row.id),
  rowsIn: (shard, options) => SubscriptionRow.query.byId(shard).go(options),
  listEntriesOf,
  fixedLists,
  complete: row => ({ endsAt: endsAtOf(row) }),
  derive: deriveTotals,
  awaitedOperations: ({ changeId }) => new Map(changeId ? [[changeId, 'change']] : []),
  withoutOperation: row => ({ ...row, changeId: undefined }),
  personal: {
    customerOf: ({ customerId, latest, erasedEmailHash }) => ({
      customerId,
      email: latest.content?.value.email,
      erasedEmailHash,
    }),
    /** Payments go on until it has ended: they need the address, and would bring it back. */
    isNeeded: row => !isFinal(currentState(row)),
    /** What was paid stays. */
    erase: (row, erasedAt) => keepErased({ ...row, erasedAt }),
  },
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
