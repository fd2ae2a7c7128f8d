/** A stored order in its public form. */

import { flatAddress } from '../kit/address.ts'
import { now } from '../kit/clock.ts'
import { inFormOf } from '../kit/wire.ts'
import type { CompleteRow } from './entity.ts'
import { isWithdrawing } from './lists.ts'
import { OrderItem, Withdrawal } from './parts.ts'
import { isValid, withdrawalsIn } from './rules.ts'
import { type DigitalGood, Order } from './shapes.ts'

export function present(row: CompleteRow): Order {
  const { content, facts } = row
  return inFormOf(Order, {
    ...content,
    token: row.token,
    modificationDate: row.modifiedAt,
    status: facts.status?.value,
    paymentStatus: facts.paymentStatus?.value,
    trackingNumber: facts.trackingNumber?.value,
    trackingUrl: facts.trackingUrl?.value,
    metadata: facts.metadata?.value,
    ...flatAddress('billingAddress', content.billing),
    ...flatAddress('shippingAddress', content.shipping),
    shippingAddressSameAsBilling: content.sameAddress,
    hasPromocode: content.promocodes.length > 0,
    items: content.items.map(item => inFormOf(OrderItem, item)),
    hasPendingWithdrawal: isWithdrawing(row),
    withdrawals: withdrawalsIn(row.withdrawals).map(withdrawal => inFormOf(Withdrawal, withdrawal)),
  })
}

/** Each file once, though several lines may hold it; `urlOf` tells where it is fetched. */
export function presentGoods(row: CompleteRow, urlOf: (fileGuid: string) => string): DigitalGood[] {
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
