/** The URL parameters of the discount list, the API requests, and the filtering of the list in the browser. */

import * as z from 'zod/mini'
import type { Client, Discount } from '../../client/index.ts'
import { triggers, types } from '../../discounts/kinds.ts'
import { ignoreInvalid, positive, text } from '../app/url-parameters.ts'
import { type ListPage, rangeOfPage, slicePage } from '../list/page.ts'

export const states = ['active', 'expired', 'usedUp', 'archived'] as const
export type State = (typeof states)[number]

export const discountSearch = z.object({
  page: positive,
  search: text,
  state: ignoreInvalid(z.enum(states)),
  trigger: ignoreInvalid(z.enum(triggers)),
  type: ignoreInvalid(z.enum(types)),
})
export type DiscountSearch = z.output<typeof discountSearch>

export function stateOf(discount: Discount, now = Date.now()): State {
  const { archived, expires, maxNumberOfUsages, numberOfUsages } = discount
  if (archived) return 'archived'
  if (expires !== null && Date.parse(expires) < now) return 'expired'
  return maxNumberOfUsages !== null && numberOfUsages >= maxNumberOfUsages ? 'usedUp' : 'active'
}

/** Loads all discounts, because the API has no filters for them. */
export const discountsQuery = (api: Client) => ({
  queryKey: ['discounts', 'list'],
  queryFn: () => api.discounts.all().toArray(),
})

export const discountQuery = (api: Client, id: string) => ({
  queryKey: ['discounts', 'one', id],
  queryFn: () => api.discounts.get({ id }),
})

const has = (discount: Discount, text: string) =>
  [discount.name, discount.code, discount.itemId, discount.productIds, discount.categories]
    .join('\n')
    .toLowerCase()
    .includes(text.toLowerCase())

/** Returns the page of discounts that match the URL parameters, in the reverse sequence of the API's list. */
export function selectDiscounts(all: readonly Discount[], search: DiscountSearch): ListPage<Discount> {
  const { page, state, trigger, type } = search
  const selected = all.filter(
    discount =>
      (!state || stateOf(discount) === state) &&
      (!trigger || discount.trigger === trigger) &&
      (!type || discount.type === type) &&
      has(discount, search.search ?? ''),
  )
  return slicePage(selected.toReversed(), rangeOfPage(page))
}
