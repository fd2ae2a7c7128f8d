/** Presents stored orders in their public representation. */

import { presentAddress, presentAddresses } from '../core/address.ts'
import { now } from '../core/clock.ts'
import { stampTime } from '../core/event-stamp.ts'
import { itemIdOf } from '../core/ids.ts'
import { fromMinorUnits, minorUnits, withDecimals, withRounded } from '../core/money.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import { AppliedDiscount } from '../discounts/schemas.ts'
import {
  completionDateOf,
  derivedOrderFields,
  itemAmountFields,
  namesAndValues,
  type OrderContent,
  orderAmountFields,
  summaryAmountFields,
  summaryOf,
  taxAmountFields,
  withDerivedAmounts,
  withDerivedItemFields,
} from './content.ts'
import type { CompletedOrderRow } from './entity.ts'
import { hasPendingWithdrawal } from './lists.ts'
import {
  CustomField,
  DigitalGood,
  ItemCustomField,
  OrderItem,
  OrderRefund,
  OrderSummary,
  Promocode,
  Tax,
  Withdrawal,
  WithdrawalItem,
} from './nested-schemas.ts'
import { capturedAmountOf, paymentStatusOf } from './payment.ts'
import { type CurrentWithdrawal, currentWithdrawals, downloadCount, isDownloadable } from './rules.ts'
import { Order } from './schemas.ts'
import { refundedAmount, type StoredRefund, settledRefunds } from './stored-refunds.ts'

export function present(row: CompletedOrderRow): Order {
  const { content, latest } = row
  const { currency } = content
  const amounts = withDecimals(withDerivedAmounts(content), orderAmountFields, currency)
  return projectWithDefaults(Order, {
    ...amounts,
    ...derivedOrderFields(content),
    ...presentLatest(latest),
    ...presentAddresses(content),
    ...presentBuyer(row),
    token: row.token,
    mode: row.mode,
    modificationDate: row.modifiedAt,
    savedAmount: amounts.rebateAmount,
    ...presentPayment(row),
    summary: presentSummary(content),
    ...presentDiscounts(content),
    customFields: content.customFields.map(field => projectWithDefaults(CustomField, field)),
    customFieldsJson: presentFieldsJson(content),
    items: presentItems(row),
    taxes: content.taxes.map(tax => presentTax(tax, currency)),
    hasPendingWithdrawal: hasPendingWithdrawal(row),
    withdrawals: presentWithdrawals(row),
  })
}

const presentItems = (row: CompletedOrderRow): OrderItem[] =>
  row.content.items.map((item, index) =>
    projectWithDefaults(OrderItem, {
      ...withDecimals(withDerivedItemFields(item, row.content), itemAmountFields, row.content.currency),
      token: row.token,
      uniqueId: item.uniqueId || itemIdOf(row.token, index),
      customFields: item.customFields.map(field => projectWithDefaults(ItemCustomField, field)),
      customFieldsJson: presentFieldsJson(item),
    }),
  )

type WithFields = Pick<OrderContent, 'customFieldsJson'> & { customFields: Parameters<typeof namesAndValues>[0] }

/**
 * Returns the JSON that the checkout sent. If it sent none, the JSON is built from the names and values of the fields.
 */
const presentFieldsJson = ({ customFieldsJson, customFields }: WithFields): string =>
  customFieldsJson ?? JSON.stringify(namesAndValues(customFields))

const presentTax = (tax: OrderContent['taxes'][number], currency: string): Tax =>
  projectWithDefaults(
    Tax,
    withDecimals({ discountInducedAmountVariation: minorUnits(0), ...tax }, taxAmountFields, currency),
  )

function presentSummary(content: OrderContent): OrderSummary {
  const { currency, paymentMethod } = content
  const taxes = content.taxes.map(tax => {
    const { taxName: name, taxRate: rate, ...others } = presentTax(tax, currency)
    return { name, rate, ...others }
  })
  return projectWithDefaults(OrderSummary, {
    ...withDecimals(summaryOf(content), summaryAmountFields, currency),
    paymentMethod,
    taxes,
  })
}

/** Presents the buyer. If the content has no addresses of the user, the addresses of the order are used. */
function presentBuyer({ customerId, content }: CompletedOrderRow) {
  const { billing, shipping } = content.userAddresses ?? content
  const addresses = { billingAddress: presentAddress(billing), shippingAddress: presentAddress(shipping) }
  const user = customerId ? { id: customerId, email: content.email ?? '', ...addresses } : null
  return { userId: customerId, user }
}

function presentPayment(row: CompletedOrderRow) {
  const { refunds, content } = row
  const { currency, finalGrandTotal } = content
  const capturedUnits = capturedAmountOf(row)
  const refundedUnits = refundedAmount(refunds, currency)
  return {
    paymentStatus: paymentStatusOf(row),
    capturedAmount: capturedUnits === null ? null : fromMinorUnits(capturedUnits, currency),
    refunds: settledRefunds(refunds, currency).map(([id, refund]) => presentRefund(row, id, refund)),
    refundsAmount: fromMinorUnits(refundedUnits, currency),
    adjustedAmount: fromMinorUnits(minorUnits(finalGrandTotal - refundedUnits), currency),
  }
}

export function presentRefund(order: CompletedOrderRow, id: string, stored: StoredRefund): OrderRefund {
  const { settledAt, failure, currency = order.content.currency, ...refund } = stored
  return projectWithDefaults(OrderRefund, {
    ...withRounded(refund, ['amount'], currency),
    id,
    orderToken: order.token,
    currency,
    modificationDate: failure ? stampTime(failure.stamp) : settledAt,
    status: failure?.status ?? refund.status,
    failureReason: failure && (failure.reason ?? ''),
  })
}

const presentLatest = (latest: CompletedOrderRow['latest']) =>
  Object.fromEntries(Object.entries(latest).map(([field, { value }]) => [field, value]))

/** Rounds the amounts of discounts, because they are stored as the checkout sent them. */
const presentDiscounts = ({ discounts, currency }: OrderContent) => ({
  discounts: discounts.map(discount =>
    withRounded(projectWithDefaults(AppliedDiscount, discount), ['amount', 'amountSaved'], currency),
  ),
  promocodes: discounts.map(discount => projectWithDefaults(Promocode, discount)),
  hasPromocode: discounts.length > 0,
})

export const presentWithdrawals = ({ withdrawals, content }: CompletedOrderRow): Withdrawal[] =>
  currentWithdrawals(withdrawals).map(one => presentWithdrawal(one, content.currency))

/**
 * Presents a withdrawal with rounded amounts. The stored amounts are not rounded, because a withdrawal may be stored
 * before the currency of its order is known.
 */
const presentWithdrawal = (withdrawal: CurrentWithdrawal, currency: string): Withdrawal =>
  projectWithDefaults(Withdrawal, {
    ...withRounded(withdrawal, ['refundAmount'], currency),
    items: withdrawal.items.map(item =>
      projectWithDefaults(WithdrawalItem, withRounded(item, ['unitPrice', 'totalPrice'], currency)),
    ),
  })

/** Returns each file once, even if several items contain it. */
export function presentDigitalGoods(row: CompletedOrderRow, urlOf: (fileGuid: string) => string): DigitalGood[] {
  const files = new Map(row.content.items.flatMap(item => (item.fileGuid ? [[item.fileGuid, item] as const] : [])))
  const imported = new Map(row.latest.files?.value.map(file => [file.fileGuid, file]))
  return [...files].map(([fileGuid, item]) => {
    const file = imported.get(fileGuid)
    const limits = {
      downloadedNbrTime: downloadCount(row.downloads, fileGuid),
      maxNbrDownload: item.maxNbrDownload ?? file?.maxNbrDownload,
      daysUntilExpire: item.daysUntilExpire ?? file?.daysUntilExpire,
      creationDate: file?.creationDate ?? completionDateOf(row.content),
    }
    const name = item.fileName ?? file?.fileName ?? item.name
    const good = projectWithDefaults(DigitalGood, { fileGuid, name, url: urlOf(fileGuid), ...limits })
    return { ...good, isValid: isDownloadable(good, now()) }
  })
}
