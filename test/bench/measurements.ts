/**
 * Sends every request to a store. Checks that the replies equal those of the model, and that no cost exceeds its limit.
 */

import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import * as orders from '../../lib/orders/index.ts'
import { type CostWithoutTallies, measureWithoutTallies } from './cost-without-tallies.ts'
import { bytesOf } from './item-size.ts'
import { listModules } from './list-modules.ts'
import type { Store } from './load.ts'
import { isEntity, measure, type ReadCost } from './meter.ts'
import { type Limit, pageLength, type Request } from './page-requests.ts'
import { forEachConcurrent, startProgress } from './progress.ts'
import { requestsFor } from './requests.ts'

export interface Measurement {
  name: string
  cost: ReadCost
  costWithoutTallies: CostWithoutTallies | undefined
  limit: Limit
  /** The number of items on the page. */
  length: number
  /** The maximum ratio of the cost to the cost of the baseline, such as the same page in a smaller store. */
  maxRatio: number | undefined
  /** The faults of the request, such as an error in its reply or an exceeded limit. */
  failures: string[]
}

export const measureStore = async (store: Store): Promise<Measurement[]> => [
  await measureGet(store),
  ...(await measureEach(store, requestsFor(store))),
]

export async function measureEach(tenant: Tenant, requests: readonly Request[]): Promise<Measurement[]> {
  const bar = startProgress('measuring', requests.length)
  const measurements: Measurement[] = []
  await forEachConcurrent(requests, 1, async request => {
    measurements.push(await measureRequest(tenant, request))
    bar.update(measurements.length)
  })
  bar.end()
  return measurements
}

/** Measures `orders.get` for one order. */
async function measureGet(store: Store): Promise<Measurement> {
  const token = store.orders[Math.floor(store.orders.length / 2)]!.id
  const { result, cost } = await measure(() => orders.get(store, token as OrderToken))
  const bytes = await sizeOf(store, token)
  const limit = { units: Math.ceil(bytes / 4096) * 0.5, sequentialCalls: 1 }
  const failures = [...(result.token === token ? [] : ['wrong order']), ...checkLimit(cost, limit)]
  return { name: 'orders.get', cost, costWithoutTallies: undefined, limit, length: 1, maxRatio: undefined, failures }
}

async function sizeOf(store: Store, token: string): Promise<number> {
  const { data } = await OrderRow.get(keyOf(store, token as OrderToken)).go({ data: 'raw' })
  return bytesOf((data as unknown as { Item: object }).Item)
}

async function measureRequest(store: Tenant, request: Request): Promise<Measurement> {
  const { offset, limit, name, maxRatio } = request
  const { result, cost } = await measure(() =>
    listModules[request.module].find(store, { ...request.query, offset, limit: pageLength }),
  )
  const expected = request.expected.slice(offset, offset + pageLength)
  const total = request.expected.length
  const failures = [
    ...(result.total === total ? [] : [`total ${result.total}, expected ${total}`]),
    ...(result.ids.join() === expected.join() ? [] : ['wrong items']),
    ...checkLimit(cost, limit),
    ...checkReads(cost, expected),
  ]
  const list = await listCostWithoutTallies(store, request)
  const costWithoutTallies = { page: list.page + cost.entityUnits, total: list.total + cost.entityUnits }
  return { name, cost, costWithoutTallies, limit, length: expected.length, maxRatio, failures }
}

export function checkLimit({ units, sequentialCalls }: ReadCost, limit: Limit): string[] {
  const maxCalls = limit.sequentialCalls ?? sequentialCalls
  return [
    ...(units <= limit.units ? [] : [`${units} read units, limit ${limit.units.toFixed(1)}`]),
    ...(sequentialCalls <= maxCalls ? [] : [`${sequentialCalls} calls in sequence, limit ${maxCalls}`]),
  ]
}

/** Returns whether the partition has the words of searches or the version of the lists, which are no entities. */
const isNoEntity = (pk: string) => /#(words|lists-version)$/.test(pk)

/** Checks that a request for a page reads no entity that is not on the page. */
export function checkReads({ itemKeys, queryPartitions }: ReadCost, page: readonly string[]): string[] {
  const ids = new Set(page)
  const otherEntities = itemKeys.filter(isEntity).filter(({ pk, sk }) => !ids.has(sk) && !isNoEntity(pk))
  const otherQueries = queryPartitions.filter(pk => !/#(list#|tallies$)/.test(pk) && !isNoEntity(pk))
  const count = otherEntities.length + otherQueries.length
  return count > 0 ? [`reads ${count} entities that are not on the page`] : []
}

/** Returns what reading the list entries would cost without tallies. Excludes the cost of reading the entities. */
async function listCostWithoutTallies(store: Tenant, request: Request): Promise<CostWithoutTallies> {
  const { unitsWithoutTallies: units, offset } = request
  if (units !== undefined) return { page: units, total: units }
  const { account, mode, fullList, filters, range } = listModules[request.module].listQueryOf(store, request.query)
  // Without tallies the shortest list is unknown, so the list of the first filter is read, or the full list.
  const list = filters.find(filter => filter.list !== undefined)?.list ?? fullList
  const isFiltered = request.isFiltered || request.query.email !== undefined
  const matchingIds = isFiltered ? new Set(request.expected) : undefined
  return measureWithoutTallies({ list: { account, mode, list }, range, matchingIds, offset, limit: pageLength })
}
