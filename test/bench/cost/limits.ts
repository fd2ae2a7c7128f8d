/**
 * Defines the maximum costs of some endpoints and events, of an idle run of `recovery.run`, of all events of one order,
 * and of a month. The benchmark fails if a cost exceeds its limit.
 */

import type { Measurement } from './endpoints.ts'

interface Limit {
  readUnits: number
  writeUnits: number
  sequentialCalls: number
}

/** The read and write units include those of the stream workers. */
const limits: Record<string, Limit> = {
  'orders.get': { readUnits: 1, writeUnits: 1, sequentialCalls: 1 },
  'orders.list': { readUnits: 12, writeUnits: 1, sequentialCalls: 2 },
  'customers.list': { readUnits: 12, writeUnits: 1, sequentialCalls: 2 },
  'products.list': { readUnits: 12, writeUnits: 1, sequentialCalls: 2 },
  'orders.update': { readUnits: 2.5, writeUnits: 6, sequentialCalls: 3 },
  'reports.sales': { readUnits: 3, writeUnits: 1, sequentialCalls: 2 },
  'reports.carts': { readUnits: 4, writeUnits: 1, sequentialCalls: 2 },
  'reports.subscriptions': { readUnits: 5, writeUnits: 1, sequentialCalls: 2 },
  'refunds.create': { readUnits: 12.5, writeUnits: 41, sequentialCalls: 10 },
  'customer.session.created': { readUnits: 3, writeUnits: 2, sequentialCalls: 3 },
  'cart.updated': { readUnits: 10, writeUnits: 18, sequentialCalls: 7 },
  'cart.updated, again': { readUnits: 10, writeUnits: 22, sequentialCalls: 8 },
  'order.completed': { readUnits: 95, writeUnits: 122, sequentialCalls: 8 },
  'order.completed, of a cart': { readUnits: 103, writeUnits: 136, sequentialCalls: 9 },
  'order.status.changed': { readUnits: 8, writeUnits: 28, sequentialCalls: 5 },
  'recovery.run, nothing to do': { readUnits: 3, writeUnits: 0, sequentialCalls: 6 },
}

/** The maximum cost of a month of the example shop, in dollars. */
export const maxMonth = 60

export const checkMonth = (dollars: number): string[] =>
  dollars > maxMonth ? [`a month of the shop costs ${dollars.toFixed(2)} dollars, limit ${maxMonth}`] : []
/** The limits of all events of one order together, including the stream workers. */
export const mixLimits = { readUnits: 200, writeUnits: 392 }

export function checkLimit({ name, own, workers }: Measurement): string[] {
  const limit = limits[name]
  if (!limit) return []
  const unitsOf = (unit: 'readUnits' | 'writeUnits') => (own.use[unit] ?? 0) + (workers.use[unit] ?? 0)
  const measured: [string, number, number][] = [
    ['read units', unitsOf('readUnits'), limit.readUnits],
    ['write units', unitsOf('writeUnits'), limit.writeUnits],
    ['calls in sequence', own.sequentialCalls, limit.sequentialCalls],
  ]
  return measured.filter(([, value, max]) => value > max).map(([unit, value, max]) => `${value} ${unit}, limit ${max}`)
}
