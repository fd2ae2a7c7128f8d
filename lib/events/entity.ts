/** Defines the table rows of event sources, and of the webhooks that these sources sent. */

import type { EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key-definitions.ts'

/**
 * The kinds of event sources, which send webhooks to this API. A `signed` source signs its webhooks according to the
 * specification Standard Webhooks. A `hosted` source is the hosted service, another server with the same API contract.
 * The hosted service does not sign its webhooks, but confirms them on request.
 */
const sourceKinds = ['signed', 'hosted'] as const

export const EventSourceRow = defineEntity('event-source', {
  attributes: {
    id: { type: 'string', required: true },
    /** The hash of the last segment of the path of the source's URL. The path itself is not stored. */
    hash: { type: 'string', required: true },
    ...tenantAttributes,
    kind: { type: sourceKinds, required: true },
    /** The URL of the hosted service's API. It is absent for a signed source. */
    api: { type: 'string' },
    /** The last four characters of the path of the source's URL, by which owners recognize the source. */
    ending: { type: 'string', required: true },
    creationDate: { type: 'string', required: true, readOnly: true, default: timestamp },
  },
  indexes: {
    byHash: key({ pk: ['#event-source', 'hash'], sk: ['#event-source'] }),
    ofAccount: secondaryKey({ pk: ['#event-sources', 'account'], sk: ['id'] }),
  },
})
export type EventSourceRow = EntityItem<typeof EventSourceRow>

export interface EventSource extends Omit<EventSourceRow, 'hash' | 'api'> {
  /** The URL of the hosted service's API; null for a signed source. */
  api: string | null
}

/**
 * The key of a row is one hash of two ids: the id of the source, and the id or token by which the sender identifies the
 * webhook.
 */
export const ReceivedWebhookRow = defineEntity('event-delivery', {
  attributes: {
    ...tenantAttributes,
    deliveryHash: { type: 'string', required: true },
    shard: { type: 'string', required: true },
    bodyHash: { type: 'string', required: true },
    /** Whether the hosted service has replied that it did not send the webhook. */
    isForged: { type: 'boolean', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byHash: key({ pk: ['account', 'mode', '#event-deliveries', 'shard'], sk: ['deliveryHash'] }) },
})
export type ReceivedWebhookRow = EntityItem<typeof ReceivedWebhookRow>
