/** Measures all endpoints, events and background work, and prints what they and a month of an example shop cost. */

import { findOrCreateDemoKey } from '../../../infra/local/demo/ensure-demo-store.ts'
import { demoAccountNumber } from '../../../infra/local/demo/objects.ts'
import { loadCarts } from '../carts.ts'
import { loadStore } from '../load.ts'
import { loadSubscriptions } from '../subscriptions.ts'
import { type Cell, table } from '../table.ts'
import { assumptions } from './assumptions.ts'
import { measureBackground } from './background.ts'
import { measureEvents } from './checkout-events.ts'
import { type Measurement, measureEndpoints } from './endpoints.ts'
import { checkLimit, checkMonth } from './limits.ts'
import { checkMix, unitsOfMix, unitsText } from './mix.ts'
import {
  eventMix,
  type Month,
  monthOf,
  ordersPerDay,
  requestMix,
  requestsPerDay,
  restoreUse,
  tracesOf,
} from './month.ts'
import { asOf, pages, region } from './prices.ts'
import { restoreOf } from './storage.ts'
import { addUse, dollarsOf } from './use.ts'

const cartCount = 100
const subscriptionCount = 100

interface Options {
  orders: number
  directory: string
  /** The host of the page that is crawled. */
  shopHost: string
}

/**
 * Fills both modes of the demo store. Endpoints are measured in Test mode. Events are measured in Live mode, because
 * Test mode already contains the objects that the sample events create.
 */
async function fillStores({ orders, directory }: Options): Promise<void> {
  await findOrCreateDemoKey(directory)
  const test = { account: demoAccountNumber, mode: 'Test' } as const
  await loadStore(test, orders)
  await loadStore({ ...test, mode: 'Live' }, orders)
  await loadCarts(test, cartCount)
  await loadSubscriptions(test, subscriptionCount)
}

/** Returns the exit code: 1 if a limit was exceeded, a request failed or an event changed nothing. */
export async function report(options: Options): Promise<number> {
  await fillStores(options)
  const endpoints = await measureEndpoints(options.shopHost)
  const events = await measureEvents()
  const background = await measureBackground()
  const all = [...endpoints, ...events, ...background]
  console.log(`\nPrices of ${region}, ${asOf}, without free tiers, in a store of ${options.orders} orders`)
  console.log(`\nRequests\n\n${tableOf(endpoints)}\n\nCheckout events\n\n${tableOf(events)}`)
  const month = monthOf(all)
  console.log(`\nIn the background\n\n${tableOf(background)}\n\n${monthText(month)}\n\n${besidesText(month, all)}`)
  console.log(`\n${assumptionsText()}`)
  const mix = unitsOfMix(events)
  console.log(`\n${unitsText(mix)}`)
  const failures = [
    ...all.flatMap(one => [...one.failures, ...checkLimit(one)].map(failure => `${one.name}: ${failure}`)),
    ...checkMonth(month.total),
    ...checkMix(mix),
  ]
  console.log(failures.length > 0 ? `\nFailures:\n  ${failures.join('\n  ')}` : '\nAll costs are within their limits.')
  return failures.length > 0 ? 1 : 0
}

const head = [
  'name',
  'read units',
  'write units',
  'calls',
  'in sequence',
  'workers: read units',
  'write units',
  'invocations',
  'dollars per million',
]

const tableOf = (measurements: readonly Measurement[]) => table(head, measurements.map(rowOf))

function rowOf({ name, own, workers }: Measurement): Cell[] {
  const { readUnits = 0, writeUnits = 0, invocations = 0 } = workers.use
  return [
    name,
    own.use.readUnits ?? 0,
    own.use.writeUnits ?? 0,
    own.calls,
    own.sequentialCalls,
    readUnits,
    writeUnits,
    invocations,
    dollarsPerMillion(own, workers),
  ]
}

const dollarsPerMillion = (own: Measurement['own'], workers: Measurement['workers']) =>
  1_000_000 * dollarsOf(addUse(own.use, workers.use))

const mixText = (mix: Record<string, number>, unit: string) =>
  Object.entries(mix)
    .map(([name, count]) => `${name} ${count}${unit}`)
    .join('; ')

function monthText({ dollars, total }: Month): string {
  const sorted = Object.entries(dollars).toSorted(([, one], [, other]) => other - one)
  const rows = [...sorted, ['total', total] as const].filter(([, one]) => one > 0)
  return `A month of a shop with ${ordersPerDay} orders and ${requestsPerDay} requests a day

${table(
  ['', 'dollars'],
  rows.map(([name, one]) => [name, one.toFixed(2)]),
)}

Requests: ${mixText(requestMix, '%')}
Events for each order: ${mixText(eventMix, '')}`
}

/** Describes costs that are not part of the monthly total. */
function besidesText({ growth, use }: Month, all: readonly Measurement[]): string {
  const { gigabytes, warm, cold } = restoreOf(growth)
  return `Besides the month
  A restore of the table: ${gigabytes.toFixed(1)} GB with its index, ${warm.toFixed(2)} dollars, or ${cold.toFixed(2)} from cold storage;
    the lists that it writes again: ${dollarsOf(restoreUse(all)).toFixed(2)} dollars
  Traces, if the stage turns them on: ${dollarsOf({ traces: tracesOf(use) }).toFixed(2)} dollars a month`
}

const assumptionsText = () =>
  `Assumptions
  ${Object.entries(assumptions)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n  ')}
Price pages
  ${Object.values(pages).join('\n  ')}`
