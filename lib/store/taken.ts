/** Remembers which events were taken, for what would count twice otherwise. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { epochSeconds } from '../kit/clock.ts'
import { modes, type Tenant } from '../kit/tenant.ts'
import { inTable } from './client.ts'
import { Conflict } from './write.ts'
import type { Beside } from './writing.ts'

/** Far longer than any queue keeps an event. */
const rememberedSeconds = 60 * 24 * 3600

const TakenRow = new Entity(
  {
    model: { entity: 'taken', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      eventHash: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byEvent: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'eventHash'],
          template: '${account}#${mode}#taken#${eventHash}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'taken', casing: 'none' },
      },
    },
  },
  inTable,
)

/** Stands beside what an event does, so that both happen once or not at all. */
export function takenOnce({ account, mode }: Tenant, eventId: string): Beside {
  const eventHash = createHash('sha256').update(eventId).digest('base64url')
  const row = { account, mode, eventHash, expiresAt: epochSeconds() + rememberedSeconds }
  return {
    entity: TakenRow,
    write: Row => Row.put(row).where(({ expiresAt }, { notExists }) => notExists(expiresAt)),
  }
}

/** Whether a write was refused because its event, which stood beside it last, had been taken before. */
export const wasTaken = (fault: unknown) => fault instanceof Conflict && fault.refused.at(-1) === true
