/** Remembers which events were taken, for what would count twice otherwise. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { epochSeconds } from '../core/clock.ts'
import { modes, type Tenant } from '../core/tenant.ts'
import { tableConfig } from './client.ts'
import { Conflict } from './conflict.ts'
import { key } from './key.ts'
import type { ExtraWrite } from './transaction.ts'

/** Far longer than any queue keeps an event. */
const rememberedSeconds = 60 * 24 * 3600

const ProcessedEventRow = new Entity(
  {
    model: { entity: 'processed-event', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      eventHash: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byEvent: key({ pk: ['account', 'mode', '#processed-event', 'eventHash'], sk: ['#processed-event'] }),
    },
  },
  tableConfig,
)

/** Stands beside what an event does, so that both happen once or not at all. */
export function processOnce({ account, mode }: Tenant, eventId: string): ExtraWrite {
  const eventHash = createHash('sha256').update(eventId).digest('base64url')
  const row = { account, mode, eventHash, expiresAt: epochSeconds() + rememberedSeconds }
  return {
    entity: ProcessedEventRow,
    write: Row => Row.put(row).where(({ expiresAt }, { notExists }) => notExists(expiresAt)),
  }
}

/** Whether a write was refused because its event, which stood beside it last, had been taken before. */
export const wasProcessed = (fault: unknown) => fault instanceof Conflict && fault.refused.at(-1) === true
