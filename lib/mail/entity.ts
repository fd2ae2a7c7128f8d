/** Defines the row of a mail to a buyer. */

import type { EntityItem } from 'electrodb'
import { epochSeconds, timestamp } from '../core/clock.ts'
import { jsonAttribute, shardedKey, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key-definitions.ts'
import type { RefundMail } from './refund-mail.ts'

const lifetimeSeconds = 30 * 24 * 3600

const attributes = {
  ...tenantAttributes,
  /** The id of the mail is the id of its refund, so that each refund has at most one mail. */
  id: { type: 'string', required: true },
  shard: { type: 'string', required: true },
  kind: { type: ['refund'] as const, required: true },
  data: { ...jsonAttribute<RefundMail>(), required: true },
  /** A mail in the state `unknown` may have been sent, so it is never sent again. */
  state: { type: ['waiting', 'sending', 'sent', 'unknown'] as const, required: true, default: 'waiting' },
  /** The time when the mail was put into the outbox. The field is absent once the mail is in the queue. */
  unqueuedSince: { type: 'string', default: timestamp },
  attempts: { type: 'number', required: true, default: 0 },
  /** The time when a run claimed the mail. */
  sendingSince: { type: 'string' },
  claimId: { type: 'string' },
  /** The reason of the last rejection, which may contain an address. */
  reason: { type: 'string' },
  createdAt: { type: 'string', required: true, readOnly: true, default: timestamp },
  expiresAt: { type: 'number', required: true, default: () => epochSeconds() + lifetimeSeconds },
} as const

const byId = key({ pk: ['account', 'mode', '#mails', 'shard'], sk: ['id'] })

/**
 * The index `unqueued` has one partition for the waiting mails of all stores. One partition is enough, because each
 * mail leaves the index soon. The mails are sorted by store, so that a query can skip a store.
 */
export const MailRow = defineEntity('mail', {
  attributes,
  indexes: {
    byId,
    unqueued: secondaryKey({ pk: ['#outbox'], sk: ['#store', 'account', 'mode', 'unqueuedSince', 'id'] }),
  },
})
export type MailRow = EntityItem<typeof MailRow>

/**
 * Defines the rows of an earlier release, which sorted mails by time only. The sort keys of these rows are less than
 * the sort keys of `MailRow`.
 */
export const EarlierMailRow = defineEntity('mail', {
  attributes,
  indexes: { byId, unqueued: secondaryKey({ pk: ['#outbox'], sk: ['unqueuedSince', 'id'] }) },
})

/** The last store whose mails were moved to the queue. The next run begins with the store after it. */
export const OutboxPosition = defineEntity('mail-relay', {
  attributes: tenantAttributes,
  indexes: { only: key({ pk: ['#mail-relay'], sk: ['#mail-relay'] }) },
})

export type MailKey = Pick<MailRow, 'account' | 'mode' | 'id'>
export const keyOf = ({ id, ...tenant }: MailKey) => shardedKey(tenant, { id })
