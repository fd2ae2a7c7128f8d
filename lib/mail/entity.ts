/** The table row of a mail to a buyer. */

import type { EntityItem } from 'electrodb'
import { epochSeconds, timestamp } from '../core/clock.ts'
import { jsonAttribute, shardOf, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key.ts'
import type { RefundMail } from './refund-mail.ts'

const lifetimeSeconds = 30 * 24 * 3600

export const MailRow = defineEntity('mail', {
  attributes: {
    ...tenantAttributes,
    /** The refund's id, so that there is one mail for each refund. */
    id: { type: 'string', required: true },
    shard: { type: 'string', required: true },
    kind: { type: ['refund'] as const, required: true },
    data: { ...jsonAttribute<RefundMail>(), required: true },
    /** `unknown`: the mail server may have taken it, so it is never sent again. */
    state: { type: ['waiting', 'sending', 'sent', 'unknown'] as const, required: true, default: 'waiting' },
    /** Present until the queue has it. */
    unqueuedSince: { type: 'string', default: timestamp },
    attempts: { type: 'number', required: true, default: 0 },
    /** Identifies the run that sends it. */
    sendingSince: { type: 'string' },
    /** Of the run that sends it. */
    claimId: { type: 'string' },
    /** Why the mail server rejected it last; may quote an address. */
    reason: { type: 'string' },
    createdAt: { type: 'string', required: true, readOnly: true, default: timestamp },
    expiresAt: { type: 'number', required: true, default: () => epochSeconds() + lifetimeSeconds },
  },
  indexes: {
    byId: key({ pk: ['account', 'mode', '#mails', 'shard'], sk: ['id'] }),
    /** One partition for all stores, because rows leave the index within a minute. */
    unqueued: secondaryKey({ pk: ['#outbox'], sk: ['unqueuedSince', 'id'] }),
  },
})
export type MailRow = EntityItem<typeof MailRow>

export type MailKey = Pick<MailRow, 'account' | 'mode' | 'id'>
export const keyOf = ({ account, mode, id }: MailKey) => ({ account, mode, id, shard: shardOf(id) })
