/** Records which events have been processed, for changes that must not be made twice. */

import { hash } from 'node:crypto'
import { epochSeconds } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { shardedKey, tenantAttributes } from './attributes.ts'
import { defineEntity } from './client.ts'
import { key } from './key-definitions.ts'
import type { ExtraWrite } from './transaction.ts'

/** The record of an event is kept longer than queues and the archive (infra/stages.ts) keep the event. */
const lifetimeSeconds = 60 * 24 * 3600

export const ProcessedEventRow = defineEntity('processed-event', {
  attributes: {
    ...tenantAttributes,
    eventHash: { type: 'string', required: true },
    shard: { type: 'string', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byEvent: key({ pk: ['account', 'mode', '#processed-events', 'shard'], sk: ['eventHash'] }) },
})

/** Returns a write that records an event. Its transaction changes nothing if the event was processed before. */
export function processedEventWrite(tenant: Tenant, eventId: string): ExtraWrite {
  const row = {
    ...shardedKey(tenant, { eventHash: hash('sha256', eventId) }),
    expiresAt: epochSeconds() + lifetimeSeconds,
  }
  return {
    entity: ProcessedEventRow,
    isGuard: true,
    write: Row => Row.put(row).where(({ expiresAt }, { notExists }) => notExists(expiresAt)),
  }
}
