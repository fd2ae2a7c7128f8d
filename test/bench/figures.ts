/** Sends every request to a store, and compares replies with the model and costs with their limits. */

import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as customers from '../../lib/customers/index.ts'
import { listQueryOf as ofCustomers } from '../../lib/customers/lists.ts'
import { CustomerQuery } from '../../lib/customers/schemas.ts'
import type { ListQuery } from '../../lib/lists/find.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import * as orders from '../../lib/orders/index.ts'
import { listQueryOf as ofOrders } from '../../lib/orders/lists.ts'
import { OrderQuery } from '../../lib/orders/schemas.ts'
import * as products from '../../lib/products/index.ts'
import { listQueryOf as ofProducts } from '../../lib/products/lists.ts'
import { ProductQuery } from '../../lib/products/schemas.ts'
import { bytesOf } from './item-size.ts'
import type { Store } from './load.ts'
import { isEntity, measured, type Reading } from './meter.ts'
import { type Naive, naively } from './naive.ts'
import { eachOf, progress } from './progress.ts'
import { type Limit, pageLength, type Request, requestsFor } from './requests.ts'

export interface Figure {
  name: string
  reading: Reading
  naive: Naive | undefined
  limit: Limit
  /** How many items the page had. */
  length: number
  /** Against a smaller store. */
  mostRatio: number | undefined
  /** Everything wrong with the reply or the cost. */
  misses: string[]
}

export const figuresOf = async (store: Store): Promise<Figure[]> => [
  await figureOfGet(store),
  ...(await measuredOneByOne(store, requestsFor(store))),
]

export async function measuredOneByOne(tenant: Tenant, requests: readonly Request[]): Promise<Figure[]> {
  const bar = progress('measuring', requests.length)
  const figures: Figure[] = []
  await eachOf(requests, 1, async request => {
    figures.push(await figureOf(tenant, request))
    bar.reach(figures.length)
  })
  bar.end()
  return figures
}

/** One order of middling size. */
async function figureOfGet(store: Store): Promise<Figure> {
  const token = store.orders[Math.floor(store.orders.length / 2)]!.id
  const { answer, reading } = await measured(() => orders.get(store, token as OrderToken))
  const bytes = await sizeOf(store, token)
  const limit = { units: Math.ceil(bytes / 4096) * 0.5, rounds: 1 }
  const misses = [...overspent(reading, limit), ...(answer.token === token ? [] : ['answers another order'])]
  return { name: 'orders.get', reading, naive: undefined, limit, length: 1, mostRatio: undefined, misses }
}

async function sizeOf(store: Store, token: string): Promise<number> {
  const { data } = await OrderRow.get(keyOf(store, token as OrderToken)).go({ data: 'raw' })
  return bytesOf((data as unknown as { Item: object }).Item)
}

async function figureOf(store: Tenant, request: Request): Promise<Figure> {
  const { query, offset, expected, limit, name, mostRatio } = request
  const wish = { ...query, offset, limit: pageLength }
  const { answer, reading } = await measured<Answer>(() => ask(store, request, wish))
  const wanted = expected.slice(offset, offset + pageLength)
  const misses = [
    ...(answer.total === expected.length ? [] : [`total ${answer.total}, not ${expected.length}`]),
    ...(answer.ids.join() === wanted.join() ? [] : ['answers another page']),
    ...overspent(reading, limit),
    ...strayingFrom(reading, wanted),
  ]
  const { skip, count } = await naiveOf(store, request)
  const naive = { skip: skip + reading.entityUnits, count: count + reading.entityUnits }
  return { name, reading, naive, limit, length: wanted.length, mostRatio, misses }
}

interface Answer {
  ids: string[]
  total: number
}

async function ask(store: Tenant, { module }: Request, wish: object): Promise<Answer> {
  if (module === 'products') {
    const { items, totalItems } = await products.list(store, ProductQuery.parse(wish))
    return { ids: items.map(({ id }) => id), total: totalItems }
  }
  if (module === 'customers') {
    const { items, totalItems } = await customers.list(store, CustomerQuery.parse(wish))
    return { ids: items.map(({ id }) => id), total: totalItems }
  }
  const { items, totalItems } = await orders.list(store, OrderQuery.parse(wish))
  return { ids: items.map(({ token }) => token), total: totalItems }
}

export function overspent({ units, rounds }: Reading, limit: Limit): string[] {
  return [
    ...(units <= limit.units ? [] : [`${units} read units, not ${limit.units.toFixed(1)} at most`]),
    ...(rounds <= (limit.rounds ?? rounds)
      ? []
      : [`${rounds} calls in sequence, not ${limit.rounds} at most`]),
  ]
}

/** A list page may not read an entity that is not on the page. */
export function strayingFrom({ fetched, queried }: Reading, page: readonly string[]): string[] {
  const onPage = new Set(page)
  const strays = fetched.filter(isEntity).filter(({ sk }) => !onPage.has(sk))
  const others = queried.filter(pk => !/#(list#|tallies$)/.test(pk))
  const read = strays.length + others.length
  return read > 0 ? [`reads ${read} entities that are not on the page`] : []
}

const naiveOf = async (store: Tenant, request: Request): Promise<Naive> =>
  request.naiveUnits === undefined
    ? naively(naiveWish(store, request))
    : { skip: request.naiveUnits, count: request.naiveUnits }

function questionIn(store: Tenant, { module, query }: Request): ListQuery {
  if (module === 'products') return ofProducts(store, ProductQuery.parse(query))
  if (module === 'customers') return ofCustomers(store, CustomerQuery.parse(query))
  return ofOrders(store, OrderQuery.parse(query))
}

/** Without tallies the shortest list is unknown: the list of the first filter is read, or that of all. */
function naiveWish(store: Tenant, request: Request) {
  const { account, mode, fullList, filters, range } = questionIn(store, request)
  const list = filters.find(ask => ask.list !== undefined)?.list ?? fullList
  const isFound = request.isLookedThrough || request.query.email !== undefined
  const matching = isFound ? new Set(request.expected) : undefined
  return { list: { account, mode, list }, range, matching, offset: request.offset, limit: pageLength }
}
