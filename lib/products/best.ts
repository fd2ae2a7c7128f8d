/** Products by what they have sold between two dates. */

import type { Tenant } from '../kit/tenant.ts'
import { filteredPage } from '../lists/filter.ts'
import { matching } from '../lists/find.ts'
import { idAt } from '../lists/position.ts'
import { sumsBetween } from '../lists/sums.ts'
import { talliesOf } from '../lists/tally.ts'
import { everySale, salesList } from '../orders/index.ts'
import type { EntryRow } from '../store/entry.ts'
import { asksOf, everyProduct } from './lists.ts'
import type { Sales } from './present.ts'
import type { ProductQuery } from './shapes.ts'

export interface Best {
  entries: EntryRow[]
  total: number
  salesOf: (id: string) => Sales
}

/** Of equal sales the newer product comes first; the entries of all are looked at, the products themselves never. */
export async function bestBetween(tenant: Tenant, query: ProductQuery): Promise<Best> {
  const { from, to, offset, limit, orderBy, excludeZeroSales } = query
  const [sums, candidates] = await Promise.all([
    sumsBetween(tenant, { beginning: salesList(''), all: everySale, from, to }),
    candidatesFor(tenant, query),
  ])
  const salesOf = (id: string): Sales => {
    const [units = 0, cents = 0] = sums.get(id)?.measures ?? []
    return { units, cents }
  }
  const rated = candidates.map(entry => ({ entry, ...salesOf(idAt(entry.position)) }))
  const kept = excludeZeroSales ? rated.filter(({ units }) => units > 0) : rated
  if (orderBy === 'NbrSales') kept.sort((one, other) => other.units - one.units)
  if (orderBy === 'SalesValue') kept.sort((one, other) => other.cents - one.cents)
  const entries = kept.slice(offset, offset + limit).map(({ entry }) => entry)
  return { entries, total: kept.length, salesOf }
}

async function candidatesFor({ account, mode }: Tenant, query: ProductQuery): Promise<EntryRow[]> {
  const list = { account, mode, list: everyProduct(query, 'CreationDate') }
  const everyOne = { offset: 0, limit: Number.POSITIVE_INFINITY, direction: 'backwards' } as const
  const { entries } = await filteredPage(talliesOf(list), { ...everyOne, matches: matching(asksOf(query)) })
  return entries
}
