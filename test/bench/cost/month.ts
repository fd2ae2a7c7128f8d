/** A month of an example shop: its requests and events, and what they cost by service. */

import { workers } from '../../../lib/workers.ts'
import { assumptions } from './assumptions.ts'
import type { Measurement } from './endpoints.ts'
import { monthly } from './prices.ts'
import { addUse, dollarsByService, multiply, sumOf, type Use } from './use.ts'

export const ordersPerDay = 1000
export const requestsPerDay = 100_000

/** Percent of all requests. */
export const requestMix: Record<string, number> = {
  'orders.list': 30,
  'orders.get': 25,
  'products.list': 10,
  'products.get': 10,
  'customers.list': 5,
  'customers.get': 5,
  'orders.update': 5,
  'products.update': 5,
  'discounts.list': 2,
  'sessions.get': 2,
  'carts.list': 0.95,
  'refunds.create': 0.05,
}

/** For each order. Most buyers change their cart a few times, and two carts of three are abandoned. */
export const eventMix: Record<string, number> = {
  'cart.updated': 3,
  'cart.updated, again': 6,
  'customer.session.created': 1,
  'customer.updated': 0.3,
  'order.completed': 1,
  'order.status.changed': 2,
  'order.digital.downloaded': 0.1,
  'order.refund.created': 0.02,
  'order.withdrawal.created': 0.02,
  'order.withdrawal.resolved': 0.02,
}

const { daysPerMonth, storedDays, logMonths } = assumptions
const minutesPerMonth = daysPerMonth * 24 * 60
const gigabyte = 1024 ** 3

type Counts = [measurement: Measurement, perMonth: number][]

function countsOf(measurements: readonly Measurement[]): Counts {
  const find = (name: string) => {
    const found = measurements.find(measurement => measurement.name === name)
    if (!found) throw new Error(`${name} was not measured.`)
    return found
  }
  const perDay = [
    ...Object.entries(requestMix).map(([name, percent]) => [name, (requestsPerDay * percent) / 100] as const),
    ...Object.entries(eventMix).map(([name, count]) => [name, count * ordersPerDay] as const),
    ['mail about a refund', (requestsPerDay * (requestMix['refunds.create'] ?? 0)) / 100] as const,
    ['authorizer', assumptions.activeKeys * 24 * 60] as const,
    ['recovery.run, nothing to do', 24 * 60] as const,
  ]
  return perDay.map(([name, count]) => [find(name), count * daysPerMonth])
}

/** Lambda asks each queue for messages all the time. */
function pollUse(): Use {
  const queues = workers.filter(({ source }) => source === 'checkout' || source === 'mail').length
  const polls = (minutesPerMonth * 60) / assumptions.queuePollSeconds
  return { queueRequests: queues * assumptions.queuePollers * polls }
}

/** X-Ray samples the first invocation of each second too. */
const firstTraces = ({ invocations = 0 }: Use): Use => ({
  traces: (1 - assumptions.tracedShare) * Math.min(invocations, minutesPerMonth * 60),
})

/** In a table with a year of orders; rows that expire are not in `addedBytes`. */
function tableStorage(counts: Counts): Record<string, number> {
  const bytes = counts.reduce((sum, [{ own, workers }, count]) => {
    return sum + count * (own.addedBytes + workers.addedBytes)
  }, 0)
  const gigabytes = (bytes * storedDays) / daysPerMonth / gigabyte
  return { 'storage and recovery of the table': gigabytes * (monthly.tableGigabyte + monthly.recoveryGigabyte) }
}

const otherStorage = ({ logGigabytes = 0, archivedGigabytes = 0 }: Use) => ({
  'storage of logs': logGigabytes * logMonths * monthly.logGigabyte,
  'storage of archived events': archivedGigabytes * (storedDays / daysPerMonth) * monthly.archivedGigabyte,
})

export interface Month {
  use: Use
  /** By service. */
  dollars: Record<string, number>
  total: number
}

export function monthOf(measurements: readonly Measurement[]): Month {
  const counts = countsOf(measurements)
  const uses = counts.map(([{ own, workers }, count]) => multiply(addUse(own.use, workers.use), count))
  const use = addUse(pollUse(), ...uses, firstTraces(addUse(...uses)))
  const dollars = { ...dollarsByService(use), ...tableStorage(counts), ...otherStorage(use) }
  return { use, dollars, total: sumOf(dollars) }
}
