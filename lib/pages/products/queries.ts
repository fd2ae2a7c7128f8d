/** The URL parameters of the product screens, and the API requests for the list and for one product. */

import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Client, Product } from '../../client/index.ts'
import { day, ignoreInvalid, positive, text } from '../app/url-parameters.ts'
import { type ListPage, rangeOfPage, slicePage } from '../list/page.ts'
import type { SessionValue } from '../session/client.ts'
import { timeRangeOf } from '../session/store-time.ts'
import { defaultLowStock, isLowInStock } from './stock.ts'

export const sorts = ['NbrSales', 'SalesValue', 'CreationDate'] as const
export type Sort = (typeof sorts)[number]

export const productSearch = z.object({
  page: positive,
  search: text,
  sort: ignoreInvalid(z.enum(sorts)),
  only: ignoreInvalid(z.enum(['low', 'archived'])),
  /** With the filter for low stock, the list has products whose stock is below this number. */
  below: ignoreInvalid(z.string().check(z.regex(/^\d{1,9}$/))),
  sold: ignoreInvalid(z.enum(['yes'])),
  from: day,
  to: day,
})
export type ProductSearch = z.output<typeof productSearch>

/** The URL parameter of the product screen: the page number of the table of variants. */
export const productScreenSearch = z.object({ page: positive })

/** The URL parameter of the import screen: the address of the page to import. */
export const shopPageImportSearch = z.object({ url: text })

export const defaultSort: Sort = 'NbrSales'

type Request = NonNullable<Parameters<Client['products']['list']>[0]>

const requestOf = ({ search, sort = defaultSort, only, sold, ...days }: ProductSearch, timeZone: string): Request => ({
  orderBy: sort,
  ...(search && { keywords: search }),
  ...(only === 'archived' && { archived: true }),
  ...(sold && { excludeZeroSales: true }),
  ...timeRangeOf(days, timeZone),
})

/**
 * The maximum number of products that the browser reads for the filters `low` and `archived`. The API has no such
 * filters: its parameter `archived` adds the archived products to all other products.
 */
export const scanLimit = 2000
const scanMilliseconds = 60_000

interface Scan {
  found: Product[]
  isCut: boolean
}

function matcherOf({ only, below = String(defaultLowStock) }: ProductSearch): (product: Product) => boolean {
  if (only === 'archived') return ({ archived }) => archived
  return product => isLowInStock(product, Number(below))
}

async function scan({ api, account }: SessionValue, search: ProductSearch): Promise<Scan> {
  const matches = matcherOf(search)
  const found: Product[] = []
  let read = 0
  for await (const product of api.products.all(requestOf(search, account.timeZone))) {
    if (read === scanLimit) return { found, isCut: true }
    read += 1
    if (matches(product)) found.push(product)
  }
  return { found, isCut: false }
}

interface ProductPage extends ListPage<Product> {
  /** The list is incomplete, because the request finds more products than `scanLimit`. */
  isCut?: boolean
}

const listKey = ['products', 'list']

const scanQuery = (session: SessionValue, selection: ProductSearch) => ({
  queryKey: [...listKey, 'scan', selection],
  queryFn: () => scan(session, selection),
  staleTime: scanMilliseconds,
})

export function productsQuery(session: SessionValue, search: ProductSearch) {
  const { page, ...selection } = search
  const part = rangeOfPage(page)
  return {
    queryKey: [...listKey, search],
    queryFn: async ({ client }: { client: QueryClient }): Promise<ProductPage> => {
      if (!search.only) return session.api.products.list({ ...requestOf(selection, session.account.timeZone), ...part })
      const { found, isCut } = await client.fetchQuery(scanQuery(session, selection))
      return { ...slicePage(found, part), isCut }
    },
  }
}

/** Returns the currency of a price. An earlier release of the API sends none, so the currency of the store is used. */
export const currencyOf = ({ currency }: Product, { currency: currencyOfStore }: { currency: string }): string =>
  currency ?? currencyOfStore

/** `id` is either the GUID of the product, or its `userDefinedId`. */
export const productQuery = (api: Client, id: string) => ({
  queryKey: ['products', 'one', id],
  queryFn: () => api.products.get({ id }),
})
