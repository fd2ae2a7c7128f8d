/**
 * Adds up the read and write units of all events for one order (`eventMix`), including the units of the stream workers
 * that process the changes of these events.
 */

import type { Measurement } from './endpoints.ts'
import { mixLimits } from './limits.ts'
import { eventMix } from './month.ts'

export interface MixUnits {
  readUnits: number
  writeUnits: number
}

export function unitsOfMix(measurements: readonly Measurement[]): MixUnits {
  const sumOf = (unit: keyof MixUnits) =>
    measurements.reduce((sum, { name, own, workers }) => {
      const units = (own.use[unit] ?? 0) + (workers.use[unit] ?? 0)
      return sum + (eventMix[name] ?? 0) * units
    }, 0)
  return { readUnits: sumOf('readUnits'), writeUnits: sumOf('writeUnits') }
}

export const unitsText = ({ readUnits, writeUnits }: MixUnits) =>
  `All events of one order: ${writeUnits.toFixed(1)} write units (limit ${mixLimits.writeUnits}), ${readUnits.toFixed(1)} read units (limit ${mixLimits.readUnits})`

export function checkMix({ readUnits, writeUnits }: MixUnits): string[] {
  const { readUnits: maxReads, writeUnits: maxWrites } = mixLimits
  return [
    ...(readUnits > maxReads ? [`all events of one order: ${readUnits.toFixed(1)} read units, limit ${maxReads}`] : []),
    ...(writeUnits > maxWrites
      ? [`all events of one order: ${writeUnits.toFixed(1)} write units, limit ${maxWrites}`]
      : []),
  ]
}
