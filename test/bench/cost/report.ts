/** Measures all endpoints, events and background work, and prints what they and a month of an example shop cost. */

import { findOrCreateDemoKey } from '../../../infra/local/demo/ensure-demo-store.ts'
import { demoAccountNumber } from '../../../infra/local/demo/objects.ts'
import { loadCarts } from '../carts.ts'
import { loadStore } from '../load.ts'
import { loadSubscriptions } from '../subscriptions.ts'
import { type Cell, table } from '../table.ts'
import { assumptions, customMetrics } from './assumptions.ts'
import { measureBackground } from './background.ts'
import { measureEvents } from './checkout-events.ts'
import { type Measurement, measureEndpoints } from './endpoints.ts'
import { fixedCosts } from './fixed.ts'
import { checkLimit } from './limits.ts'
import { checkMix, unitsOfMix, unitsText } from './mix.ts'
import { eventMix, monthOf, ordersPerDay, requestMix, requestsPerDay } from './month.ts'
import { asOf, pages, region } from './prices.ts'
import { addUse, dollarsOf, sumOf } from './use.ts'

const cartCount = 100
const subscriptionCount = 100

interface Options {
  orders: number
  directory: string
  /** The host of the page that is crawled. */
  shopHost: string
}

/** Endpoints use the Test mode of the demo store, events its Live mode, which has none of their objects. */
async function fillStores({ orders, directory }: Options): Promise<void> {
  await findOrCreateDemoKey(directory)
  const test = { account: demoAccountNumber, mode: 'Test' } as const
  await loadStore(test, orders)
  await loadStore({ ...test, mode: 'Live' }, orders)
  await loadCarts(test, cartCount)
  await loadSubscriptions(test, subscriptionCount)
}

/** Returns the exit code: 1 if a limit was exceeded or a request failed. */
export async function report(options: Options): Promise<number> {
  await fillStores(options)
  const endpoints = await measureEndpoints(options.shopHost)
  const events = await measureEvents()
  const background = await measureBackground()
  const all = [...endpoints, ...events, ...background]
  console.log(`\nPrices of ${region}, ${asOf}, without free tiers, in a store of ${options.orders} orders`)
  console.log(`\nRequests\n\n${tableOf(endpoints)}\n\nCheckout events\n\n${tableOf(events)}`)
  console.log(`\nIn the background\n\n${tableOf(background)}\n\n${monthText(all)}\n\n${assumptionsText()}`)
  const mix = unitsOfMix(events)
  console.log(`\n${unitsText(mix)}`)
  const failures = [
    ...all.flatMap(one => [...one.failures, ...checkLimit(one)].map(failure => `${one.name}: ${failure}`)),
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

const dollarRows = (dollars: Record<string, number>, total: string) => {
  const billed = Object.entries(dollars).filter(([, one]) => one > 0)
  const sorted = billed.toSorted(([, one], [, other]) => other - one)
  return [...sorted, [total, sumOf(dollars)] as const].map(([name, one]) => [name, one.toFixed(2)])
}

function monthText(all: readonly Measurement[]): string {
  const { dollars, total } = monthOf(all)
  const rows = [...dollarRows(dollars, 'by use'), ...dollarRows(fixedCosts, 'fixed')]
  const sum = (total + sumOf(fixedCosts)).toFixed(2)
  return `A month of a shop with ${ordersPerDay} orders and ${requestsPerDay} requests a day

${table(['', 'dollars'], [...rows, ['total', sum]])}

Requests: ${mixText(requestMix, '%')}
Events for each order: ${mixText(eventMix, '')}`
}

const assumptionsText = () =>
  `Assumptions
  ${Object.entries({ ...assumptions, customMetrics: customMetrics.length })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n  ')}
Price pages
  ${Object.values(pages).join('\n  ')}`
