/**
 * Measures the work of events. Computes and prints the rate of orders at which each part of a stage breaks, for several
 * kinds of traffic.
 */

import { findStage } from '../../../infra/stages.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { eventMix } from '../cost/month.ts'
import { loadStore } from '../load.ts'
import { table } from '../table.ts'
import { limits } from './aws-limits.ts'
import { knownLimitOf } from './known-limits.ts'
import { eventsPerBatch, type MeasuredEvent, measureEvents } from './measured.ts'
import { bySmallestRate, keyParts, type OrderWork, type Part, type PreparedStage, sharedParts } from './parts.ts'
import { measureRecountRace, type RecountRace } from './recount-race.ts'
import { measureRush, type Rush } from './rush.ts'
import { noWork, sumOfWork } from './work.ts'

interface Options {
  orders: number
  rush: number
  /** If true, a part of the stage may miss the goal if it reaches the rate that `known-limits.ts` states for it. */
  acceptsKnownLimits: boolean
}

/** The settings of a stage that is prepared for a sale as the runbook says. */
const stageOfSale: PreparedStage & { name: string } = {
  ...findStage('prod'),
  warmThroughput: {
    table: { readUnits: 160_000, writeUnits: 250_000 },
    index: { readUnits: 12_000, writeUnits: 10_000 },
  },
}

interface Traffic {
  name: string
  /** The goal in orders per second. */
  goal: number
  parts: Part[]
}

const completed: Record<string, number> = { 'order.completed': 1 }

export async function report({ orders, rush: rushOrders, acceptsKnownLimits }: Options): Promise<number> {
  const newTenant = async (): Promise<Tenant> => {
    const { account } = await accounts.create({ name: 'A benchmark store', currency: 'EUR', features: [] })
    return { account, mode: 'Live' }
  }
  const tenant = await newTenant()
  await loadStore(tenant, orders)
  /** `customer.updated` is measured first, so that the buyers of the other events are known. */
  const names = new Set(['customer.updated', ...Object.keys(completed), ...Object.keys(eventMix)])
  const events = await measureEvents(tenant, [...names])
  const rush = await measureRush(await newTenant(), rushOrders)
  const race = await measureRecountRace(tenant)
  const kinds = kindsOfTraffic(events, rush)
  for (const kind of kinds) console.log(`\n${textOf(kind)}`)
  console.log(`\n${rushText(rush)}\n${raceText(race)}\n\n${sources()}`)
  const failures = [...rush.failures, ...race.failures, ...kinds.flatMap(kind => failuresOf(kind, acceptsKnownLimits))]
  console.log(failures.length > 0 ? `\nFailures:\n  ${failures.join('\n  ')}` : `\n${success(acceptsKnownLimits)}`)
  return failures.length > 0 ? 1 : 0
}

const success = (acceptsKnownLimits: boolean) =>
  acceptsKnownLimits ? 'All parts hold the goals, or the rates in known-limits.ts.' : 'All parts hold the goals.'

/**
 * Returns whether the units of a partition key depend on which products are sold. Such keys count only in the traffic
 * whose orders are all of one product.
 */
const isOfProduct = (key: string) => /product/.test(key) || key.startsWith('stock-movements')
const isOfStore = (key: string) => !isOfProduct(key)
const isListOfProduct = (key: string) => /^list#(orders|sales)\/product/.test(key)

function kindsOfTraffic(events: readonly MeasuredEvent[], rush: Rush): Traffic[] {
  const alone = orderWorkOf(events, completed, 'inBatch')
  const full = orderWorkOf(events, eventMix, 'inBatch')
  const many = orderWorkOf(events, completed, 'alone')
  const storeParts = (order: OrderWork) => [...sharedParts(order, stageOfSale), ...keyParts(order, isOfStore)]
  const rushed = keyParts({ intake: { ...noWork, keys: rush.keys }, worker: noWork }, () => true)
  const productParts = [...rushed, ...keyParts(alone, isListOfProduct)]
  return [
    { name: 'One store, order.completed alone', goal: 500, parts: storeParts(alone) },
    { name: 'One store, all events of an order', goal: 200, parts: storeParts(full) },
    { name: 'One store, all orders of one tracked product, order.completed alone', goal: 500, parts: productParts },
    { name: 'Many stores, order.completed alone', goal: 1000, parts: sharedParts(many, stageOfSale) },
  ]
}

function orderWorkOf(
  events: readonly MeasuredEvent[],
  mix: Record<string, number>,
  workerRun: 'inBatch' | 'alone',
): OrderWork {
  const counted = events.map(event => ({ event, count: mix[event.name] ?? 0 })).filter(({ count }) => count > 0)
  return {
    events: counted.reduce((sum, { count }) => sum + count, 0),
    intake: sumOfWork(counted.map(({ event, count }) => ({ work: event.intake, count }))),
    worker: sumOfWork(counted.map(({ event, count }) => ({ work: event[workerRun], count }))),
  }
}

const shownParts = 16

function textOf({ name, goal, parts }: Traffic): string {
  const rows = parts
    .toSorted(bySmallestRate)
    .slice(0, shownParts)
    .map(({ name, limit, ordersPerSecondAtFirst, ordersPerSecond }) => [
      name,
      limit,
      ordersPerSecondAtFirst,
      ordersPerSecond,
      ordersPerSecond < goal ? 'below the goal' : '',
    ])
  return `${name}: goal ${goal} orders/s\n\n${table(['part', 'limit', 'at first', 'orders/s', ''], rows)}`
}

const failuresOf = ({ name, goal, parts }: Traffic, acceptsKnownLimits: boolean): string[] =>
  parts
    .filter(({ ordersPerSecond, ...part }) => {
      const known = acceptsKnownLimits ? knownLimitOf(name, part.name) : undefined
      return ordersPerSecond < (known ?? goal)
    })
    .map(part => `${name}: ${part.name} breaks at ${part.ordersPerSecond.toFixed(0)} orders/s, goal ${goal}`)

const raceText = ({ workers, seconds, attempts }: RecountRace) =>
  `${workers} recounts of one list at once: all done after ${seconds.toFixed(1)} s, ${attempts.toFixed(1)} attempts each`

const rushText = ({ orders, seconds, rejections }: Rush) =>
  `${orders} orders of one tracked product, sent at once: ${(orders / seconds).toFixed(0)} a second on this machine,` +
  ` ${rejections.toFixed(2)} rejected writes for each order`

const sources = () =>
  `Limits of AWS, of the stage ${stageOfSale.name} with warm throughput, and of batches of ${eventsPerBatch} events in the stream
  ${Object.values(limits)
    .map(
      ({ value, unit, isHard, page }) =>
        `${value.toLocaleString('en')} ${unit}${isHard ? '' : ', can be raised'}: ${page}`,
    )
    .join('\n  ')}`
