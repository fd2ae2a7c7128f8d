/** Computes the monthly costs of an example shop from its requests and events. */

import { workers } from '../../../lib/workers.ts'
import { addGrowth, type Growth, noGrowth } from '../growth.ts'
import { assumptions } from './assumptions.ts'
import type { Measurement } from './endpoints.ts'
import { customMetricsOfAlarms, fixedCosts, isTraced } from './fixed.ts'
import { monthly } from './prices.ts'
import { storageDollars } from './storage.ts'
import { addCosts, addUse, dollarsByService, multiplyCost, noCost, sumOf, type Use } from './use.ts'

export const ordersPerDay = 1000
export const requestsPerDay = 100_000

/** The share of each endpoint in all requests, in percent. */
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

/**
 * The number of events for each order. Most buyers change their cart a few times. Two carts of three are abandoned, and
 * the third one becomes the order, which is shipped and delivered.
 */
export const eventMix: Record<string, number> = {
  'cart.updated': 3,
  'cart.updated, again': 6,
  'customer.session.created': 1,
  'customer.updated': 0.3,
  'order.completed, of a cart': 1,
  'order.status.changed': 1,
  'order.status.changed, again': 1,
  'order.digital.downloaded': 0.1,
  'order.refund.created': 0.02,
  'order.withdrawal.created': 0.02,
  'order.withdrawal.resolved': 0.02,
}

const { daysPerMonth } = assumptions
const hoursPerMonth = daysPerMonth * 24
const secondsPerMonth = hoursPerMonth * 60 * 60

type Counts = [measurement: Measurement, perMonth: number][]

function find(measurements: readonly Measurement[], name: string): Measurement {
  const found = measurements.find(measurement => measurement.name === name)
  if (!found) throw new Error(`${name} was not measured.`)
  return found
}

function countsOf(measurements: readonly Measurement[]): Counts {
  const perDay = [
    ...Object.entries(requestMix).map(([name, percent]) => [name, (requestsPerDay * percent) / 100] as const),
    ...Object.entries(eventMix).map(([name, count]) => [name, count * ordersPerDay] as const),
    ['mail about a refund', (requestsPerDay * (requestMix['refunds.create'] ?? 0)) / 100] as const,
    ['authorizer', assumptions.activeKeys * 24 * 60] as const,
    ['recovery.run, nothing to do', 24 * 60] as const,
  ]
  return perDay.map(([name, count]) => [find(measurements, name), count * daysPerMonth])
}

/** Returns the monthly number of requests to SQS with which Lambda asks all queues for messages. */
function pollUse(): Use {
  const queues = workers.filter(({ source }) => source === 'checkout' || source === 'mail').length
  return { queueRequests: (queues * assumptions.queuePollers * secondsPerMonth) / assumptions.queuePollSeconds }
}

/** Returns the monthly number of requests to KMS with which DynamoDB gets the table's key for the Lambdas in use. */
function keyUse(): Use {
  const lambdas = [...Object.keys(requestMix), ...workers, 'authorizer']
  return { keyRequests: (lambdas.length * secondsPerMonth) / assumptions.tableKeySeconds }
}

/** Each alarm notifies each receiver when it starts and when it ends. */
const alarmUse: Use = { notifications: assumptions.alarms * 2 * assumptions.alarmReceivers }

/**
 * Returns the number of traces. If no caller has decided about tracing, Lambda traces the first invocation of each
 * second, and a share of the others.
 */
export function tracesOf({ invocations = 0 }: Use): number {
  const first = Math.min(invocations, secondsPerMonth)
  return first + assumptions.tracedShare * (invocations - first)
}

/**
 * Returns the number of hours of a month in which a metric is written, if it is written `perMonth` times at random
 * moments.
 */
const hoursWith = (perMonth: number) => hoursPerMonth * (1 - Math.exp(-perMonth / hoursPerMonth))

/**
 * Returns the cost of custom metrics. AWS bills them by the hours in which they are written. If an alarm has a metric
 * that no measured run writes, the metric is assumed to be rare.
 */
export function customMetricDollars(written: Record<string, number>): number {
  const rare = [...customMetricsOfAlarms].filter(name => !(name in written))
  const hours = sumOf(written, hoursWith) + rare.length * assumptions.rareMetricHours
  return (hours / hoursPerMonth) * monthly.customMetric
}

/**
 * Returns the write units of `store restore`, which writes all lists again. It is assumed to use as many units as the
 * events that created the orders and carts.
 */
export function restoreUse(measurements: readonly Measurement[]): Use {
  const unitsOf = (name: string) => find(measurements, name).own.use.writeUnits ?? 0
  const { storedDays, expiringDays } = assumptions
  const ofOrders = unitsOf('order.completed') * storedDays
  const ofCarts = unitsOf('cart.updated') * (eventMix['cart.updated'] ?? 0) * expiringDays
  return { writeUnits: ordersPerDay * (ofOrders + ofCarts) }
}

export interface Month {
  use: Use
  /** The costs by name, such as `Lambda`, `custom metrics` or `storage of logs`. */
  dollars: Record<string, number>
  total: number
  /** The growth of the table in a day. */
  growth: Growth
}

export function monthOf(measurements: readonly Measurement[]): Month {
  const counts = countsOf(measurements)
  const costs = counts.map(([{ own, workers }, count]) => multiplyCost(addCosts(own, workers), count))
  const { use: measured, growth: perMonth, metrics } = costs.reduce(addCosts, noCost)
  const traces = isTraced ? tracesOf(measured) : 0
  const use = addUse(measured, pollUse(), keyUse(), alarmUse, { traces })
  const growth = addGrowth(noGrowth, perMonth, 1 / daysPerMonth)
  const dollars = {
    ...dollarsByService(use),
    ...storageDollars(growth, use),
    'custom metrics': customMetricDollars(metrics),
    ...fixedCosts,
  }
  return { use, dollars, total: sumOf(dollars), growth }
}
