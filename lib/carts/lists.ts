/** The lists that an open cart is on, by when it was changed last, and what may be asked of them. */

import { epochSeconds } from '../core/clock.ts'
import { productIdOf } from '../core/ids.ts'
import { normalize } from '../core/normalize.ts'
import type { Tenant } from '../core/tenant.ts'
import type { Filter } from '../lists/find.ts'
import { timePosition } from '../lists/position.ts'
import { filterList, type ListEntry, listValue } from '../store/list-entry.ts'
import type { CartRow } from './entity.ts'
import { totalOf } from './rules.ts'
import type { CartQuery } from './schemas.ts'

const kind = 'carts'
export const allCartsList = kind

const [emailFacet, productsFacet, campaignFacet, totalFacet] = [0, 1, 2, 3]

export const openUsagesList = (discountId: string) => filterList(kind, 'discount', discountId)

export const isOpen = ({ latest }: CartRow) =>
  normalize(latest.content?.value.status || 'InProgress') === 'inprogress'

/** What was idle for too long is gone, though DynamoDB may take some days to drop it. */
export const isNotExpired = ({ expiresAt = 0 }: { expiresAt?: number | undefined }) =>
  expiresAt > epochSeconds()

/** Open carts are also counted by the discounts that they hold. */
export function listEntriesOf(row: CartRow): ListEntry[] {
  if (!isOpen(row)) return []
  const position = timePosition(row.modifiedAt, row.token)
  const facets = facetsOf(row)
  const counted = (row.discountIds ?? []).map(openUsagesList)
  return [
    ...listsOf(row).map(list => ({ list, position, facets, expiresAt: row.expiresAt })),
    ...counted.map(list => ({ list, position, expiresAt: row.expiresAt })),
  ]
}

const productIdsOf = (row: CartRow) => [
  ...new Set((row.latest.content?.value.items ?? []).map(({ id }) => productIdOf(row, id))),
]

function facetsOf(row: CartRow): string[] {
  const { content, email } = row.latest
  const total = (content && totalOf(content.value)) ?? 0
  const names = [email?.value, content?.value.campaignId].map(value => listValue(normalize(value)))
  const [address = '', campaign = ''] = names
  return [address, productIdsOf(row).join(' '), campaign, String(total)]
}

function listsOf(row: CartRow): string[] {
  const { content, email } = row.latest
  const valued = [
    ['email', normalize(email?.value)],
    ['campaign', normalize(content?.value.campaignId)],
    ...productIdsOf(row).map(id => ['product', id]),
  ].filter(([, value]) => value !== '')
  return [kind, ...valued.map(([field = '', value = '']) => filterList(kind, field, value))]
}

/** What a query filters of the carts; any list that it names is read against the rest. */
export function filtersOf(tenant: Tenant, { minimalValue, ...query }: CartQuery): Filter[] {
  const [email, campaign] = [normalize(query.email), normalize(query.campaignId)]
  const product = query.productId?.trim()
  const filters: Filter[] = []
  if (email) filters.push(askExactly('email', emailFacet, email))
  if (product) filters.push(askForProduct(productIdOf(tenant, product)))
  if (campaign) filters.push(askExactly('campaign', campaignFacet, campaign))
  if (minimalValue !== undefined) filters.push(askForTotal(minimalValue))
  return filters
}

const askExactly = (field: string, facet: number, value: string): Filter => ({
  list: filterList(kind, field, value),
  facet,
  matches: said => said === listValue(value),
})

const askForProduct = (id: string): Filter => ({
  list: filterList(kind, 'product', id),
  facet: productsFacet,
  matches: said => said.split(' ').includes(id),
})

const askForTotal = (minimum: number): Filter => ({
  facet: totalFacet,
  matches: said => Number(said) >= minimum,
})
