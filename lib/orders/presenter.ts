/** Stored orders in their public form. */

import { flatAddress } from '../core/address.ts'
import { now } from '../core/clock.ts'
import { project } from '../core/fields.ts'
import { withDecimals, withRounded } from '../core/money.ts'
import { itemAmounts, orderAmounts, taxAmounts } from './content.ts'
import type { CompletedOrderRow } from './entity.ts'
import { hasPendingWithdrawal } from './lists.ts'
import type { DigitalGood } from './nested-schemas.ts'
import { OrderItem, Withdrawal } from './nested-schemas.ts'
import { isValid, withdrawalsIn } from './rules.ts'
import { Order } from './schemas.ts'

export function present(row: CompletedOrderRow): Order {
  const { content, latest } = row
  const { currency } = content
  return project(Order, {
    ...withDecimals(content, orderAmounts, currency),
    token: row.token,
    modificationDate: row.modifiedAt,
    status: latest.status?.value,
    paymentStatus: latest.paymentStatus?.value,
    trackingNumber: latest.trackingNumber?.value,
    trackingUrl: latest.trackingUrl?.value,
    metadata: latest.metadata?.value,
    ...flatAddress('billingAddress', content.billing),
    ...flatAddress('shippingAddress', content.shipping),
    shippingAddressSameAsBilling: content.sameAddress,
    hasPromocode: content.promocodes.length > 0,
    items: content.items.map(item => project(OrderItem, withDecimals(item, itemAmounts, currency))),
    taxes: content.taxes.map(tax => withDecimals(tax, taxAmounts, currency)),
    hasPendingWithdrawal: hasPendingWithdrawal(row),
    withdrawals: withdrawalsIn(row.withdrawals).map(one => presentWithdrawal(one, currency)),
  })
}

/** A withdrawal may arrive before its order, so that its amounts are stored as they were sent. */
const presentWithdrawal = (withdrawal: Withdrawal, currency: string): Withdrawal =>
  project(Withdrawal, {
    ...withRounded(withdrawal, ['refundAmount'], currency),
    items: withdrawal.items.map(item => withRounded(item, ['unitPrice', 'totalPrice'], currency)),
  })

/** Each file once, though several lines may hold it. */
export function presentGoods(row: CompletedOrderRow, urlOf: (fileGuid: string) => string): DigitalGood[] {
  const { items, creationDate } = row.content
  const files = new Map(items.flatMap(item => (item.fileGuid ? [[item.fileGuid, item] as const] : [])))
  return [...files].map(([fileGuid, { name, fileName, maxNbrDownload, daysUntilExpire }]) => {
    const downloadedNbrTime = row.downloads[fileGuid] ?? 0
    const good = { downloadedNbrTime, maxNbrDownload, daysUntilExpire, creationDate }
    return {
      fileGuid,
      name: fileName ?? name,
      url: urlOf(fileGuid),
      ...good,
      isValid: isValid(good, now()),
    }
  })
}
