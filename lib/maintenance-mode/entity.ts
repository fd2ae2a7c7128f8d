/** Defines the row that exists while the installation is in maintenance. */

import type { EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'

export const MaintenanceRow = defineEntity('maintenance-mode', {
  attributes: {
    /** The time at which the maintenance is expected to end. The maintenance ends only when the row is deleted. */
    until: { type: 'string', required: true },
    message: { type: 'string' },
    /** Whether checkout events are applied during the maintenance, for example because they are replayed. */
    appliesEvents: { type: 'boolean', required: true },
    since: { type: 'string', required: true, default: timestamp },
  },
  indexes: { only: key({ pk: ['#maintenance-mode'], sk: ['#maintenance-mode'] }) },
})
export type MaintenanceRow = EntityItem<typeof MaintenanceRow>
