/**
 * Imports an order from another server, with its refunds, digital goods and customer. Also imports its products,
 * because that server may no longer list them.
 */

import * as z from 'zod'
import * as accounts from '../accounts/index.ts'
import * as carts from '../carts/index.ts'
import { applyReportsAwaitingOrder } from '../checkout/index.ts'
import { listOf, listOrEmpty } from '../core/event-fields.ts'
import { nestedImportStamp } from '../core/event-stamp.ts'
import { currencyOrDefault } from '../core/money.ts'
import { parseWithConversions } from '../core/parse-with-conversions.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as payments from '../payments/index.ts'
import * as products from '../products/index.ts'
import * as refunds from '../refunds/index.ts'
import type { ImportResult, SourceReplies } from './source-replies.ts'

const OrderSource = z.object({
  order: orders.ImportedOrder,
  refunds: listOf(refunds.ImportedRefund).nullish(),
  digitalGoods: listOrEmpty(orders.ImportedGood),
})
type OrderSource = z.output<typeof OrderSource>

/** Every step may be repeated, so an interrupted import of an order can be started again. */
export async function importOrder(tenant: Tenant, source: SourceReplies['orders']): Promise<ImportResult> {
  const sent = parseWithConversions(OrderSource, source)
  const store = await accounts.get(tenant.account)
  const { currency: accountCurrency, timeZone } = store
  const { token } = sent.order
  const imported = importOf(tenant, sent, { accountCurrency, timeZone })
  orders.requireImportable(tenant, imported)
  const { reports, ...related } = await saveRelated(tenant, sent, accountCurrency)
  const context = { ...imported.context, ...related }
  const { order, result } = await orders.importOrder(tenant, { ...imported, context })
  await applyReportsAwaitingOrder({ tenant, store, content: sent.order }, reports)
  await carts.removeCompletedCart(tenant, token)
  if (order.customerId) await customers.finishMerge(tenant, order.customerId)
  return { id: token, result, ...(order.erasedAt && { isErased: true }) }
}

type StoreSettings = Pick<orders.OrderImport['context'], 'accountCurrency' | 'timeZone'>

function importOf(tenant: Tenant, { order, digitalGoods, ...sent }: OrderSource, store: StoreSettings) {
  const currency = currencyOrDefault(order.currency, store.accountCurrency)
  const refunded = {
    ...tenant,
    token: order.token,
    currency,
    modifiedAt: orders.datesOfImportedOrder(order).modifiedAt,
  }
  return {
    order,
    goods: digitalGoods,
    refunds: sent.refunds ? refunds.toStoredRefunds(refunded, sent.refunds) : null,
    context: { ...store, customerId: undefined, discountIds: [] },
  }
}

/** Saves the customer, the products and other related objects before the order itself. */
async function saveRelated(tenant: Tenant, { order, ...sent }: OrderSource, accountCurrency: string) {
  const buyer = buyerOf(order)
  const event = { tenant, stamp: nestedImportStamp(orders.datesOfImportedOrder(order).placedAt), content: buyer }
  const { orderDefinition: object } = orders
  const customer = { id: buyer.userId, email: buyer.email }
  const erasedAt = await customers.findErasedAtForEvent(event, { object, id: order.token, customer })
  const [customerId, discountIds, { isFreeText }, reports] = await Promise.all([
    erasedAt ? undefined : customers.findOrSaveBuyer(event, accountCurrency),
    discounts.findIdsOfEventDiscounts(tenant, order.discounts),
    products.upsertProductsOfItems(tenant, order, { stamp: event.stamp, accountCurrency }),
    findReportsAwaitingOrder(tenant, order),
    refunds.raiseCreditNoteCounter(tenant, sent.refunds ?? []),
  ])
  return { erasedAt, customerId, discountIds, isFreeText, reports }
}

/**
 * Returns the gateway's reports that arrived before the order. An earlier import may have been interrupted before it
 * applied them. Later reports find the order by its payment, which is stored first.
 */
async function findReportsAwaitingOrder(tenant: Tenant, { paymentTransactionId, token }: OrderSource['order']) {
  await payments.saveOrderOfPaymentIfNew(tenant, paymentTransactionId, token)
  return payments.readReportsAwaitingOrder(tenant, paymentTransactionId)
}

/**
 * Returns the buyer of an imported order. The other server says in `userId` whose order it is, even if this customer has
 * another e-mail address than the order. If the customer is not here yet, `userId` counts only in an abridged order
 * without `user`. Otherwise, the id would become that of a customer with the address of the order.
 */
function buyerOf({ userId, ...order }: OrderSource['order']) {
  const { id, ...buyer } = orders.buyerOfEvent(order)
  return { ...buyer, id: order.user ? id : (userId ?? null), userId: userId ?? id }
}
