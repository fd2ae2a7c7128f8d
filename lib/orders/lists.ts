/** The lists that an order is on, and what may be asked of them. */

import { fullNameOf } from '../core/address.ts'
import { productIdOf, saleIdOf } from '../core/ids.ts'
import { normalize } from '../core/normalize.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeRange } from '../lists/entries.ts'
import type { Filter, ListQuery } from '../lists/find.ts'
import { timePosition } from '../lists/position.ts'
import { filterList, type ListEntry, listValue } from '../store/list-entry.ts'
import { accountAmount, salesOf } from './content.ts'
import type { CompletedOrderRow } from './entity.ts'
import { withdrawalsIn } from './rules.ts'
import type { OrderQuery } from './schemas.ts'

export const allOrdersList = 'orders'

/** In a letter: entries are read by the thousand. */
export const booleanFacet = (is: boolean) => (is ? '1' : '0')

/** Filters that ask for one value, each in the spelling in which it is compared. */
const exact = {
  status: ({ latest }: CompletedOrderRow) => normalize(latest.status?.value),
  hasPendingWithdrawal: (row: CompletedOrderRow) => booleanFacet(hasPendingWithdrawal(row)),
  invoiceNumber: ({ content }: CompletedOrderRow) => normalize(content.invoiceNumber),
  isRecurringOrder: ({ content }: CompletedOrderRow) => booleanFacet(content.isRecurringOrder),
  billingAddressCity: ({ content }: CompletedOrderRow) => normalize(content.billing.city),
  billingAddressCountry: ({ content }: CompletedOrderRow) => normalize(content.billing.country),
  billingAddressProvince: ({ content }: CompletedOrderRow) => normalize(content.billing.province),
  billingAddressPostalCode: ({ content }: CompletedOrderRow) => normalize(content.billing.postalCode),
  shippingAddressCity: ({ content }: CompletedOrderRow) => normalize(content.shipping.city),
  shippingAddressCountry: ({ content }: CompletedOrderRow) => normalize(content.shipping.country),
  shippingAddressProvince: ({ content }: CompletedOrderRow) => normalize(content.shipping.province),
  shippingAddressPostalCode: ({ content }: CompletedOrderRow) => normalize(content.shipping.postalCode),
}
type ExactField = keyof typeof exact
const exactFields = Object.keys(exact) as ExactField[]

/** Facets: the exact ones in their order, then these. */
const productsFacet = exactFields.length
const namesFacet = productsFacet + 1

export const hasPendingWithdrawal = ({ withdrawals }: Pick<CompletedOrderRow, 'withdrawals'>) =>
  withdrawalsIn(withdrawals).some(({ resolution }) => resolution === 'Pending')

/** Enough of a product's id to tell it from every other: nine of its bytes. */
const short = (productId: string) =>
  Buffer.from(productId.replaceAll('-', '').slice(0, 18), 'hex').toString('base64url')
/** Of each name so much is looked through. */
const longestLooked = 1000
/** Between texts that are looked through together; no query holds it. */
const separator = '\u0001'

const inProgress = 'inprogress'

export const customerList = (customerId: string) => filterList(allOrdersList, 'customer', customerId)
export const salesList = (productId: string) => filterList('sales', 'product', productId)
/** Of all products together; the first facet says which. */
export const allSalesList = 'sales'
export const usagesList = (discountId: string) => filterList('usages', 'discount', discountId)

/** Sales count every order that was completed, whatever became of it; one in progress again is found by its status only. */
export function listEntriesOf(row: CompletedOrderRow): ListEntry[] {
  const { token, content } = row
  const position = timePosition(content.creationDate, token)
  const facets = facetsOf(row)
  const [status] = facets
  const lists = status === inProgress ? [filterList(allOrdersList, 'status', inProgress)] : findable(row)
  return [...lists.map(list => ({ list, position, facets })), ...counted(row, position)]
}

function facetsOf(row: CompletedOrderRow): string[] {
  const { content } = row
  const { billing, cardHolderName } = content
  const names = [fullNameOf(billing), cardHolderName].map(name => normalize(name).slice(0, longestLooked))
  return [
    ...exactFields.map(field => listValue(exact[field](row))),
    productIdsOf(row).map(short).join(' '),
    [...new Set(names)].join(separator),
  ]
}

const productIdsOf = (row: CompletedOrderRow) =>
  [...salesOf(row).keys()].map(userDefinedId => productIdOf(row, userDefinedId))

function findable(row: CompletedOrderRow): string[] {
  const values = exactFields.map(field => [field, exact[field](row)] as const)
  const valued = values.filter(([, value]) => value !== '')
  return [
    allOrdersList,
    ...valued.map(([field, value]) => filterList(allOrdersList, field, value)),
    ...productIdsOf(row).map(id => filterList(allOrdersList, 'productId', id)),
  ]
}

/** Where orders are counted and summed up: by customer, by product, by discount. */
function counted(row: CompletedOrderRow, position: string): ListEntry[] {
  const { token, content, customerId, discountIds = [] } = row
  const when = content.completionDate ?? content.creationDate
  const completed = timePosition(when, token)
  const facets = [exact.status(row)]
  const measures = [accountAmount(row, content.finalGrandTotal)]
  const bought = customerId ? [{ list: customerList(customerId), position, facets, measures }] : []
  const sold = [...salesOf(row)].flatMap(([id, measures]) => {
    const productId = productIdOf(row, id)
    const line = timePosition(when, saleIdOf(row, token, productId))
    return [
      { list: salesList(productId), position: completed, measures },
      { list: allSalesList, position: line, facets: [productId], measures },
    ]
  })
  return [...bought, ...sold, ...discountIds.map(id => ({ list: usagesList(id), position: completed }))]
}

/** The question that a query filters of a store's orders, newest first. */
export function listQueryOf(tenant: Tenant, query: OrderQuery): ListQuery {
  const { placedBy, from, to } = query
  const productId = query.productId?.trim()
  const filters: Filter[] = exactFields.flatMap(field => askExactly(field, query[field]))
  if (productId) filters.push(askForProduct(productIdOf(tenant, productId)))
  if (placedBy !== undefined) filters.push(askForName(normalize(placedBy)))
  const isElsewhere = query.status === 'InProgress'
  return {
    ...tenant,
    all: allOrdersList,
    filters: isElsewhere ? filters.map(onlyByStatus) : filters,
    range: timeRange(from, to),
    direction: 'backwards',
  }
}

function askExactly(field: ExactField, wanted: string | boolean | undefined): Filter[] {
  if (wanted === undefined) return []
  const value = typeof wanted === 'boolean' ? booleanFacet(wanted) : normalize(wanted)
  const matches = (said: string) => said === listValue(value)
  return [{ list: filterList(allOrdersList, field, value), facet: exactFields.indexOf(field), matches }]
}

const askForProduct = (id: string): Filter => ({
  list: filterList(allOrdersList, 'productId', id),
  facet: productsFacet,
  matches: said => said.split(' ').includes(short(id)),
})

const askForName = (part: string): Filter => ({ facet: namesFacet, matches: said => said.includes(part) })

/** Orders in progress stand on the list of their status and on no other. */
function onlyByStatus({ list, ...ask }: Filter): Filter {
  return list === filterList(allOrdersList, 'status', inProgress) ? { list, ...ask } : ask
}
