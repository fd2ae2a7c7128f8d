/** How an order comes together from what is told of it, in whatever order that arrives. */

import { Big } from 'big.js'
import { noAddress } from '../kit/address.ts'
import type { Metadata } from '../kit/metadata.ts'
import { bounded, centsIn, toCents } from '../kit/money.ts'
import { type Facts, isNewer, type Stamp, timeOf } from '../kit/stamp.ts'
import type { Withdrawal } from './parts.ts'
import type { DigitalGood, Order, OrderChange } from './shapes.ts'
import type { CompletedOrder, ToldField, ToldItem } from './told.ts'
import type { StatusChanged, WithdrawalCreated, WithdrawalResolved } from './told-since.ts'

/** What the checkout, the carrier and the shop say of an order. */
export interface Said {
  status: Order['status']
  paymentStatus: Order['paymentStatus']
  trackingNumber: string | null
  trackingUrl: string | null
  metadata: Metadata
}

/** A checkout that does not know of a parcel's number or of metadata takes neither away. */
export const factsIn = ({ status, paymentStatus, ...told }: CompletedOrder): Partial<Said> => ({
  status: status ?? 'Processed',
  ...(paymentStatus && { paymentStatus }),
  ...(told.trackingNumber && { trackingNumber: told.trackingNumber }),
  ...(told.trackingUrl && { trackingUrl: told.trackingUrl }),
  ...(told.metadata && { metadata: told.metadata }),
})

export const factsOf = ({ status, paymentStatus }: StatusChanged): Partial<Said> => ({
  ...(status && { status }),
  ...(paymentStatus && { paymentStatus }),
})

/** The second step of a card payment: what was authorized is to be taken. */
export const isCapture = (facts: Facts<Said>, wanted: Pick<OrderChange, 'status' | 'paymentStatus'>) =>
  facts.status?.value === 'Pending' &&
  facts.paymentStatus?.value === 'Authorized' &&
  wanted.status === 'Processed' &&
  wanted.paymentStatus === 'Paid'

const fieldsAsJson = (told: string | null, fields: readonly ToldField[]) =>
  told ?? JSON.stringify(fields.map(({ name, value }) => ({ name, value })))

const keptItem = ({ categories, metadata, customFields, ...item }: ToldItem) => ({
  ...item,
  customFields: customFields.map(({ name, value }) => ({ name, value })),
  totalPrice: item.totalPrice ?? bounded(toCents(new Big(item.price ?? 0).times(item.quantity))),
  customFieldsJson: fieldsAsJson(item.customFieldsJson, customFields),
})

/** What an order consists of from its completion on. */
export type Content = ReturnType<typeof contentOf>

export function contentOf(told: CompletedOrder, stamp: Stamp) {
  const { token, status, paymentStatus, trackingNumber, trackingUrl, metadata, user, ...rest } = told
  const { billingAddress, shippingAddress, shippingAddressSameAsBilling, addresses, total, ...content } = rest
  return {
    ...content,
    ...(addresses ?? { billing: noAddress, shipping: noAddress, sameAddress: true }),
    creationDate: told.creationDate ?? told.completionDate ?? timeOf(stamp),
    modificationDate: told.modificationDate ?? timeOf(stamp),
    email: told.email ?? user?.email ?? null,
    currency: told.currency?.toLowerCase() ?? null,
    finalGrandTotal: told.finalGrandTotal ?? told.grandTotal ?? total ?? 0,
    items: told.items.map(keptItem),
    taxes: told.taxes.map(tax => ({
      taxName: tax.taxName ?? tax.name,
      taxRate: tax.taxRate ?? tax.rate,
      amount: tax.amount,
      numberForInvoice: tax.numberForInvoice,
    })),
    promocodes: told.promocodes.map(({ code, name, type, rate }) => ({ code, name, type, rate })),
    customFields: told.customFields.map(({ name, value }) => ({ name, value })),
    customFieldsJson: fieldsAsJson(told.customFieldsJson, told.customFields),
  }
}

/** Units and cents by the id that the shop gave the product, which may stand in several lines. */
export function salesOf({ items }: Pick<Content, 'items'>): Map<string, [units: number, cents: number]> {
  const sales = new Map<string, [number, number]>()
  for (const { id, quantity, totalPrice } of items) {
    const [units, cents] = sales.get(id) ?? [0, 0]
    sales.set(id, [units + quantity, cents + centsIn(totalPrice)])
  }
  return sales
}

export interface Withdrawals {
  /** As they were created, by id. */
  created: Record<string, WithdrawalCreated & { stamp: Stamp }>
  /** What became of them, which may be heard of first. */
  resolved: Record<string, Pick<WithdrawalResolved, 'resolution' | 'resolvedAt'> & { stamp: Stamp }>
}

export const noWithdrawals: Withdrawals = { created: {}, resolved: {} }

export function withCreated(known: Withdrawals, told: WithdrawalCreated, stamp: Stamp): Withdrawals {
  if (!isNewer(stamp, known.created[told.id]?.stamp)) return known
  return { ...known, created: { ...known.created, [told.id]: { ...told, stamp } } }
}

export function withResolved(known: Withdrawals, told: WithdrawalResolved, stamp: Stamp): Withdrawals {
  const { id, resolution, resolvedAt } = told
  if (!isNewer(stamp, known.resolved[id]?.stamp)) return known
  const news = { resolution, resolvedAt: resolvedAt ?? timeOf(stamp), stamp }
  return { ...known, resolved: { ...known.resolved, [id]: news } }
}

/** In the order in which they were asked for. */
export function withdrawalsIn({ created, resolved }: Withdrawals): Withdrawal[] {
  const all = Object.values(created).map(withdrawal => {
    const { resolution = withdrawal.resolution, resolvedAt = null } = resolved[withdrawal.id] ?? {}
    return { ...withdrawal, resolution, resolvedAt }
  })
  const key = ({ requestedAt, id }: Withdrawal) => `${requestedAt} ${id}`
  return all.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

const dayInMilliseconds = 24 * 3600 * 1000

/** The moment of expiry still counts. */
export function isValid(
  good: Pick<DigitalGood, 'maxNbrDownload' | 'downloadedNbrTime' | 'daysUntilExpire' | 'creationDate'>,
  now: Date,
): boolean {
  const isLeft = good.maxNbrDownload === null || good.downloadedNbrTime < good.maxNbrDownload
  const elapsed = now.getTime() - Date.parse(good.creationDate)
  return isLeft && (good.daysUntilExpire === null || elapsed <= good.daysUntilExpire * dayInMilliseconds)
}
