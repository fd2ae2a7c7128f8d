/** A stored order in its public form. */

import { flatAddress } from '../core/address.ts'
import { now } from '../core/clock.ts'
import { project } from '../core/fields.ts'
import type { CompletedOrderRow } from './entity.ts'
import { hasPendingWithdrawal } from './lists.ts'
import { OrderItem, Withdrawal } from './nested-schemas.ts'
import { isValid, withdrawalsIn } from './rules.ts'
import { type DigitalGood, Order } from './schemas.ts'

export function present(row: CompletedOrderRow): Order {
  const { content, latest } = row
  return project(Order, {
    ...content,
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
    items: content.items.map(item => project(OrderItem, item)),
    hasPendingWithdrawal: hasPendingWithdrawal(row),
    withdrawals: withdrawalsIn(row.withdrawals).map(withdrawal => project(Withdrawal, withdrawal)),
  })
}

/** Each file once, though several lines may hold it; `urlOf` tells where it is fetched. */
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
