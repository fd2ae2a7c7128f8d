/** How an order comes together from what is told of it, in whatever order that arrives. */

import { Big } from 'big.js'
import { emptyAddress } from '../core/address.ts'
import { type EventStamp, isNewer, type LatestFields, stampTime } from '../core/event-stamp.ts'
import type { Metadata } from '../core/metadata.ts'
import { clampAmount, roundToCents, toCents } from '../core/money.ts'
import type { CompletedOrder, EventCustomField, EventItem } from './events.ts'
import type { StatusChanged, WithdrawalCreated, WithdrawalResolved } from './later-events.ts'
import type { Withdrawal } from './nested-schemas.ts'
import type { DigitalGood, Order, OrderChange } from './schemas.ts'

/** What the checkout, the carrier and the shop say of an order. */
export interface OrderFields {
  status: Order['status']
  paymentStatus: Order['paymentStatus']
  trackingNumber: string | null
  trackingUrl: string | null
  metadata: Metadata
}

/** A checkout that does not know of a parcel's number or of metadata takes neither away. */
export const fieldsOfCompletion = ({
  status,
  paymentStatus,
  ...told
}: CompletedOrder): Partial<OrderFields> => ({
  status: status ?? 'Processed',
  ...(paymentStatus && { paymentStatus }),
  ...(told.trackingNumber && { trackingNumber: told.trackingNumber }),
  ...(told.trackingUrl && { trackingUrl: told.trackingUrl }),
  ...(told.metadata && { metadata: told.metadata }),
})

export const fieldsOfStatusChange = ({ status, paymentStatus }: StatusChanged): Partial<OrderFields> => ({
  ...(status && { status }),
  ...(paymentStatus && { paymentStatus }),
})

/** The second step of a card payment: what was authorized is to be taken. */
export const isCapture = (
  latest: LatestFields<OrderFields>,
  wanted: Pick<OrderChange, 'status' | 'paymentStatus'>,
) =>
  latest.status?.value === 'Pending' &&
  latest.paymentStatus?.value === 'Authorized' &&
  wanted.status === 'Processed' &&
  wanted.paymentStatus === 'Paid'

const fieldsAsJson = (told: string | null, fields: readonly EventCustomField[]) =>
  told ?? JSON.stringify(fields.map(({ name, value }) => ({ name, value })))

const keptItem = ({ categories, metadata, customFields, ...item }: EventItem) => ({
  ...item,
  customFields: customFields.map(({ name, value }) => ({ name, value })),
  totalPrice: item.totalPrice ?? clampAmount(roundToCents(new Big(item.price ?? 0).times(item.quantity))),
  customFieldsJson: fieldsAsJson(item.customFieldsJson, customFields),
})

/** What an order consists of from its completion on. */
export type OrderContent = ReturnType<typeof orderContentOf>

export function orderContentOf(told: CompletedOrder, stamp: EventStamp) {
  const { token, status, paymentStatus, trackingNumber, trackingUrl, metadata, user, ...rest } = told
  const { billingAddress, shippingAddress, shippingAddressSameAsBilling, addresses, total, ...content } = rest
  return {
    ...content,
    ...(addresses ?? { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }),
    creationDate: told.creationDate ?? told.completionDate ?? stampTime(stamp),
    modificationDate: told.modificationDate ?? stampTime(stamp),
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
export function salesOf({ items }: Pick<OrderContent, 'items'>): Map<string, [units: number, cents: number]> {
  const sales = new Map<string, [number, number]>()
  for (const { id, quantity, totalPrice } of items) {
    const [units, cents] = sales.get(id) ?? [0, 0]
    sales.set(id, [units + quantity, cents + toCents(totalPrice)])
  }
  return sales
}

export interface Withdrawals {
  /** As they were created, by id. */
  created: Record<string, WithdrawalCreated & { stamp: EventStamp }>
  /** What became of them, which may be heard of first. */
  resolved: Record<string, Pick<WithdrawalResolved, 'resolution' | 'resolvedAt'> & { stamp: EventStamp }>
}

export const noWithdrawals: Withdrawals = { created: {}, resolved: {} }

export function withCreated(known: Withdrawals, told: WithdrawalCreated, stamp: EventStamp): Withdrawals {
  if (!isNewer(stamp, known.created[told.id]?.stamp)) return known
  return { ...known, created: { ...known.created, [told.id]: { ...told, stamp } } }
}

export function withResolved(known: Withdrawals, told: WithdrawalResolved, stamp: EventStamp): Withdrawals {
  const { id, resolution, resolvedAt } = told
  if (!isNewer(stamp, known.resolved[id]?.stamp)) return known
  const news = { resolution, resolvedAt: resolvedAt ?? stampTime(stamp), stamp }
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
