/** Reports the best-selling products of a period, with their sales in the preceding period. */

import * as accounts from '../accounts/index.ts'
import type { ProductId } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { instantOf } from '../core/time-zone.ts'
import type { Sum } from '../lists/tally-parts.ts'
import * as catalogue from '../products/index.ts'
import { addDays, type Days, periodWithPrevious } from './period.ts'
import type { ProductsQuery, ProductsReport, SoldProduct } from './schemas.ts'

export async function products(tenant: Tenant, query: ProductsQuery): Promise<ProductsReport> {
  const { currency: code, timeZone } = await accounts.get(tenant.account)
  const currency = code.toLowerCase()
  const period = periodWithPrevious(query, timeZone)
  const { previousFrom, previousTo } = period
  const periods = [period, { from: previousFrom, to: previousTo }].map(days => instantsOf(days, timeZone))
  const [sums = noSums, previousSums = noSums] = await catalogue.readSalesByProduct(tenant, periods)
  const ids = bestSellers(sums, query)
  const found = await catalogue.loadProducts(tenant, ids)
  const byId = new Map<string, (typeof found)[number]>(found.map(product => [product.id, product]))
  const items = ids.flatMap((id): SoldProduct[] => {
    const product = byId.get(id)
    if (!product) return []
    const { userDefinedId, name, image, url } = product
    const { units, gross } = figuresOf(sums.get(id), currency)
    const { units: previousUnits, gross: previousGross } = figuresOf(previousSums.get(id), currency)
    return [{ id, userDefinedId, name, image, url, units, gross, previousUnits, previousGross }]
  })
  return { ...period, timeZone, currency, items }
}

const noSums: ReadonlyMap<ProductId, Sum> = new Map()

/** Returns the first and the last instant of the days, both included. */
function instantsOf({ from, to }: Days, timeZone: string) {
  const end = instantOf(addDays(to, 1), timeZone).getTime()
  return { from: instantOf(from, timeZone).toISOString(), to: new Date(end - 1).toISOString() }
}

/** Returns the best-selling products, sorted by the figure that the query names and then by the other figure. */
function bestSellers(sums: ReadonlyMap<ProductId, Sum>, { orderBy, limit }: ProductsQuery): ProductId[] {
  const sold = [...sums]
    .filter(([, { count }]) => count > 0)
    .map(
      ([
        id,
        {
          measures: [units = 0n, amount = 0n],
        },
      ]) => {
        const keys = orderBy === 'units' ? [units, amount] : [amount, units]
        return { id, keys }
      },
    )
  const inOrder = sold.toSorted((one, other) => compare(other.keys, one.keys) || (one.id < other.id ? -1 : 1))
  return inOrder.slice(0, limit).map(({ id }) => id)
}

/** Compares two lists by their first keys that differ. Returns 0 if all keys are equal. */
function compare(one: readonly bigint[], other: readonly bigint[]): number {
  const n = one.findIndex((key, n) => key !== other[n])
  return n < 0 ? 0 : (one[n] ?? 0n) < (other[n] ?? 0n) ? -1 : 1
}

function figuresOf(
  { measures: [units = 0n, amount = 0n] }: Pick<Sum, 'measures'> = { measures: [] },
  currency: string,
) {
  return { units: Number(units), gross: fromMinorUnits(amount, currency) }
}
