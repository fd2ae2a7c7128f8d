/** The lists that an open cart is on, by when it was changed last, and what may be asked of them. */

import { epochSeconds } from '../kit/clock.ts'
import { folded } from '../kit/fold.ts'
import { productIdOf } from '../kit/ids.ts'
import { centsIn } from '../kit/money.ts'
import type { Tenant } from '../kit/tenant.ts'
import type { Ask } from '../lists/find.ts'
import { atTime } from '../lists/position.ts'
import { listOfAll, nameOf, type Stand } from '../store/entry.ts'
import type { CartRow } from './entity.ts'
import type { CartQuery } from './shapes.ts'

const kind = 'carts'
export const everyCart = kind

const [emailFacet, productsFacet, campaignFacet, totalFacet] = [0, 1, 2, 3]

export const openUsagesList = (discountId: string) => listOfAll(kind, 'discount', discountId)

export const isOpen = ({ facts }: CartRow) =>
  folded(facts.content?.value.status || 'InProgress') === 'inprogress'

/** What was idle for too long is gone, though DynamoDB may take some days to drop it. */
export const isKept = ({ expiresAt = 0 }: { expiresAt?: number | undefined }) => expiresAt > epochSeconds()

/** Open carts are also counted by the discounts that they hold. */
export function standsOf(row: CartRow): Stand[] {
  if (!isOpen(row)) return []
  const position = atTime(row.modifiedAt, row.token)
  const facets = facetsOf(row)
  const counted = (row.discountIds ?? []).map(openUsagesList)
  return [
    ...listsOf(row).map(list => ({ list, position, facets, expiresAt: row.expiresAt })),
    ...counted.map(list => ({ list, position, expiresAt: row.expiresAt })),
  ]
}

const productIdsOf = (row: CartRow) => [
  ...new Set((row.facts.content?.value.items ?? []).map(({ id }) => productIdOf(row, id))),
]

function facetsOf(row: CartRow): string[] {
  const { content, email } = row.facts
  const total = content?.value.total ?? content?.value.summary?.total ?? 0
  const names = [email?.value, content?.value.campaignId].map(value => nameOf(folded(value)))
  const [address = '', campaign = ''] = names
  return [address, productIdsOf(row).join(' '), campaign, String(centsIn(total))]
}

function listsOf(row: CartRow): string[] {
  const { content, email } = row.facts
  const valued = [
    ['email', folded(email?.value)],
    ['campaign', folded(content?.value.campaignId)],
    ...productIdsOf(row).map(id => ['product', id]),
  ].filter(([, value]) => value !== '')
  return [kind, ...valued.map(([field = '', value = '']) => listOfAll(kind, field, value))]
}

/** What a query asks of the carts; any list that it names is read against the rest. */
export function asksOf(tenant: Tenant, { minimalValue, ...query }: CartQuery): Ask[] {
  const [email, campaign] = [folded(query.email), folded(query.campaignId)]
  const product = query.productId?.trim()
  const asks: Ask[] = []
  if (email) asks.push(askExactly('email', emailFacet, email))
  if (product) asks.push(askForProduct(productIdOf(tenant, product)))
  if (campaign) asks.push(askExactly('campaign', campaignFacet, campaign))
  if (minimalValue !== undefined) asks.push(askForTotal(centsIn(minimalValue)))
  return asks
}

const askExactly = (field: string, facet: number, value: string): Ask => ({
  list: listOfAll(kind, field, value),
  facet,
  matches: said => said === nameOf(value),
})

const askForProduct = (id: string): Ask => ({
  list: listOfAll(kind, 'product', id),
  facet: productsFacet,
  matches: said => said.split(' ').includes(id),
})

const askForTotal = (cents: number): Ask => ({ facet: totalFacet, matches: said => Number(said) >= cents })
