/** The URL parameters of the cart list, and the API requests for the list and for one cart. */

import * as z from 'zod/mini'
import type { AbandonedCart, AbandonedCarts, Client } from '../../client/index.ts'
import { ignoreInvalid, positive, text } from '../app/url-parameters.ts'

const ages = ['LessThan4Hours', 'LessThanADay', 'LessThanAWeek', 'LessThanAMonth'] as const

export const cartSearch = z.object({
  /** The number of pages that are shown, one below the other. */
  pages: positive,
  age: ignoreInvalid(z.enum(ages)),
  value: ignoreInvalid(z.string().check(z.regex(/^\d{1,12}(\.\d{1,3})?$/))),
  email: text,
  product: text,
  campaign: text,
})
export type CartSearch = z.output<typeof cartSearch>

const pageLength = 50

type Request = NonNullable<Parameters<Client['carts']['list']>[0]>

const requestOf = ({ age, value, email, product, campaign }: CartSearch): Request => ({
  limit: pageLength,
  ...(age && { timeRange: age }),
  ...(value && { minimalValue: Number(value) }),
  ...(email && { email }),
  ...(product && { productId: product }),
  ...(campaign && { campaignId: campaign }),
})

/**
 * Returns the query that loads the pages of the cart list. In the API, these pages have no numbers. Each page except
 * the last has a continuation token, with which the next page is requested.
 */
export function cartsQuery(api: Client, search: CartSearch) {
  const { pages: _, ...selection } = search
  return {
    queryKey: ['carts', 'list', selection],
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      api.carts.list({ ...requestOf(selection), ...(pageParam && { continuationToken: pageParam }) }),
    initialPageParam: null,
    getNextPageParam: ({ continuationToken }: AbandonedCarts) => continuationToken,
  }
}

export const cartQuery = (api: Client, token: string) => ({
  queryKey: ['carts', 'one', token],
  queryFn: () => api.carts.get({ token }),
})

export const customerNameOf = ({ billingAddress, shippingAddress, email }: AbandonedCart) =>
  billingAddress.fullName || shippingAddress.fullName || email

/** Returns the total value of the carts in each currency. The currency with the highest total comes first. */
export function totalsByCurrency(carts: readonly AbandonedCart[]): [currency: string, total: number][] {
  const totals = new Map<string, number>()
  for (const { currency, total } of carts) totals.set(currency, (totals.get(currency) ?? 0) + total)
  return [...totals].toSorted(([, one], [, other]) => other - one)
}
