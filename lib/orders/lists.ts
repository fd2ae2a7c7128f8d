/** The lists that an order is on, and what may be asked of them. */

import { fullNameOf } from '../kit/address.ts'
import { folded } from '../kit/fold.ts'
import { lineIdOf, productIdOf } from '../kit/ids.ts'
import { centsIn } from '../kit/money.ts'
import type { Tenant } from '../kit/tenant.ts'
import { between } from '../lists/entries.ts'
import type { Ask, Question } from '../lists/find.ts'
import { atTime } from '../lists/position.ts'
import { listOfAll, nameOf, type Stand } from '../store/entry.ts'
import type { CompleteRow } from './entity.ts'
import { salesOf, withdrawalsIn } from './rules.ts'
import type { OrderQuery } from './shapes.ts'

export const kind = 'orders'

/** In a letter: entries are read by the thousand. */
export const flagName = (is: boolean) => (is ? '1' : '0')

/** Filters that ask for one value, each in the spelling in which it is compared. */
const exact = {
  status: ({ facts }: CompleteRow) => folded(facts.status?.value),
  hasPendingWithdrawal: (row: CompleteRow) => flagName(isWithdrawing(row)),
  invoiceNumber: ({ content }: CompleteRow) => folded(content.invoiceNumber),
  isRecurringOrder: ({ content }: CompleteRow) => flagName(content.isRecurringOrder),
  billingAddressCity: ({ content }: CompleteRow) => folded(content.billing.city),
  billingAddressCountry: ({ content }: CompleteRow) => folded(content.billing.country),
  billingAddressProvince: ({ content }: CompleteRow) => folded(content.billing.province),
  billingAddressPostalCode: ({ content }: CompleteRow) => folded(content.billing.postalCode),
  shippingAddressCity: ({ content }: CompleteRow) => folded(content.shipping.city),
  shippingAddressCountry: ({ content }: CompleteRow) => folded(content.shipping.country),
  shippingAddressProvince: ({ content }: CompleteRow) => folded(content.shipping.province),
  shippingAddressPostalCode: ({ content }: CompleteRow) => folded(content.shipping.postalCode),
}
type ExactField = keyof typeof exact
const exactFields = Object.keys(exact) as ExactField[]

/** Facets: the exact ones in their order, then these. */
const productsFacet = exactFields.length
const namesFacet = productsFacet + 1

export const isWithdrawing = ({ withdrawals }: Pick<CompleteRow, 'withdrawals'>) =>
  withdrawalsIn(withdrawals).some(({ resolution }) => resolution === 'Pending')

/** Enough of a product's id to tell it from every other: nine of its bytes. */
const short = (productId: string) =>
  Buffer.from(productId.replaceAll('-', '').slice(0, 18), 'hex').toString('base64url')
/** Of each name so much is looked through. */
const longestLooked = 1000
/** Between texts that are looked through together; no query holds it. */
const separator = '\u0001'

const inProgress = 'inprogress'

export const customerList = (customerId: string) => listOfAll(kind, 'customer', customerId)
export const salesList = (productId: string) => listOfAll('sales', 'product', productId)
/** Of all products together; the first facet says which. */
export const everySale = 'sales'
export const usagesList = (discountId: string) => listOfAll('usages', 'discount', discountId)

/** Sales count every order that was completed, whatever became of it; one in progress again is found by its status only. */
export function standsOf(row: CompleteRow): Stand[] {
  const { token, content } = row
  const position = atTime(content.creationDate, token)
  const facets = facetsOf(row)
  const [status] = facets
  const lists = status === inProgress ? [listOfAll(kind, 'status', inProgress)] : findable(row)
  return [...lists.map(list => ({ list, position, facets })), ...counted(row, position)]
}

function facetsOf(row: CompleteRow): string[] {
  const { content } = row
  const { billing, cardHolderName } = content
  const names = [fullNameOf(billing), cardHolderName].map(name => folded(name).slice(0, longestLooked))
  return [
    ...exactFields.map(field => nameOf(exact[field](row))),
    productIdsOf(row).map(short).join(' '),
    [...new Set(names)].join(separator),
  ]
}

const productIdsOf = (row: CompleteRow) =>
  [...salesOf(row.content).keys()].map(userDefinedId => productIdOf(row, userDefinedId))

function findable(row: CompleteRow): string[] {
  const values = exactFields.map(field => [field, exact[field](row)] as const)
  const valued = values.filter(([, value]) => value !== '')
  return [
    kind,
    ...valued.map(([field, value]) => listOfAll(kind, field, value)),
    ...productIdsOf(row).map(id => listOfAll(kind, 'productId', id)),
  ]
}

/** Where orders are counted and summed up: by customer, by product, by discount. */
function counted(row: CompleteRow, position: string): Stand[] {
  const { token, content, customerId, discountIds = [] } = row
  const when = content.completionDate ?? content.creationDate
  const completed = atTime(when, token)
  const facets = [exact.status(row)]
  const measures = [centsIn(content.finalGrandTotal)]
  const bought = customerId ? [{ list: customerList(customerId), position, facets, measures }] : []
  const sold = [...salesOf(content)].flatMap(([id, measures]) => {
    const productId = productIdOf(row, id)
    const line = atTime(when, lineIdOf(row, token, productId))
    return [
      { list: salesList(productId), position: completed, measures },
      { list: everySale, position: line, facets: [productId], measures },
    ]
  })
  return [...bought, ...sold, ...discountIds.map(id => ({ list: usagesList(id), position: completed }))]
}

/** The question that a query asks of a store's orders, newest first. */
export function questionOf(tenant: Tenant, query: OrderQuery): Question {
  const { placedBy, from, to } = query
  const productId = query.productId?.trim()
  const asks: Ask[] = exactFields.flatMap(field => askExactly(field, query[field]))
  if (productId) asks.push(askForProduct(productIdOf(tenant, productId)))
  if (placedBy !== undefined) asks.push(askForName(folded(placedBy)))
  const isElsewhere = query.status === 'InProgress'
  return {
    ...tenant,
    all: kind,
    asks: isElsewhere ? asks.map(onlyByStatus) : asks,
    range: between(from, to),
    direction: 'backwards',
  }
}

function askExactly(field: ExactField, wanted: string | boolean | undefined): Ask[] {
  if (wanted === undefined) return []
  const value = typeof wanted === 'boolean' ? flagName(wanted) : folded(wanted)
  const matches = (said: string) => said === nameOf(value)
  return [{ list: listOfAll(kind, field, value), facet: exactFields.indexOf(field), matches }]
}

const askForProduct = (id: string): Ask => ({
  list: listOfAll(kind, 'productId', id),
  facet: productsFacet,
  matches: said => said.split(' ').includes(short(id)),
})

const askForName = (part: string): Ask => ({ facet: namesFacet, matches: said => said.includes(part) })

/** Orders in progress stand on the list of their status and on no other. */
function onlyByStatus({ list, ...ask }: Ask): Ask {
  return list === listOfAll(kind, 'status', inProgress) ? { list, ...ask } : ask
}
