/** Defines stored subscriptions: their lists, totals, operations at the payment gateway, and personal data. */

import { emailHash } from '../core/email.ts'
import type { ObjectAwaitingOperations, PersonalObject } from '../store/stored-object.ts'
import { cancelAtOf } from './billing.ts'
import { keyOf, SubscriptionRow } from './entity.ts'
import { deriveInvoiceTotals } from './invoice-changes.ts'
import { fixedLists, listEntriesOf } from './lists.ts'
import { isFinal, stateOf } from './rules.ts'

export const subscriptionDefinition: PersonalObject<SubscriptionRow> & ObjectAwaitingOperations<SubscriptionRow> = {
  name: 'subscription',
  entity: SubscriptionRow,
  keyOf: row => keyOf(row, row.id),
  rowsIn: (shard, options) => SubscriptionRow.query.byId(shard).go(options),
  listEntriesOf,
  fixedLists,
  computedAttributes: row => ({ endsAt: cancelAtOf(row) }),
  derive: deriveInvoiceTotals,
  awaitedOperations: ({ changeId }) => new Map(changeId ? [[changeId, 'change']] : []),
  withoutOperation: row => ({ ...row, changeId: undefined }),
  personal: {
    customerOf: ({ customerId, latest, erasedEmailHash }) => ({
      customerId,
      email: latest.content?.value.email,
      erasedEmailHash,
    }),
    /** The payments of a subscription that has not ended need the e-mail address. */
    isNeeded: row => !isFinal(stateOf(row)),
    /** Erasure keeps payments and invoices. */
    erase: (row, erasedAt) => eraseIfErased({ ...row, erasedAt }),
  },
}

/** Erases the personal data of the row if the subscription was erased. Otherwise returns the row unchanged. */
export function eraseIfErased(row: SubscriptionRow): SubscriptionRow {
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
