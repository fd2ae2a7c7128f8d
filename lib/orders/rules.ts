/** How later events and changes modify an order; the result is the same in any order of arrival. */

import { type EventStamp, isNewer, type LatestFields, stampTime } from '../core/event-stamp.ts'
import type { Metadata } from '../core/metadata.ts'
import type { MinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import type { CompletedOrder, StatusChanged, WithdrawalCreated, WithdrawalResolved } from './events.ts'
import type { DigitalGood } from './nested-schemas.ts'
import type { Order, OrderChange } from './schemas.ts'

/** The fields that the checkout, the carrier and the store all set; the newest value of each counts. */
export interface OrderFields {
  status: Order['status']
  paymentStatus: Order['paymentStatus']
  trackingNumber: string | null
  trackingUrl: string | null
  metadata: Metadata
  /** What the gateway has captured of an authorized payment. */
  capturedAmount: MinorUnits
}

/** An event without tracking or metadata clears neither: many checkouts know nothing of them. */
export const fieldsOfCompletion = ({ status, paymentStatus, ...order }: CompletedOrder): Partial<OrderFields> => ({
  status: status ?? 'Processed',
  ...(paymentStatus && { paymentStatus }),
  ...(order.trackingNumber && { trackingNumber: order.trackingNumber }),
  ...(order.trackingUrl && { trackingUrl: order.trackingUrl }),
  ...(order.metadata && { metadata: order.metadata }),
})

export const fieldsOfStatusChange = ({ status, paymentStatus }: StatusChanged): Partial<OrderFields> => ({
  ...(status && { status }),
  ...(paymentStatus && { paymentStatus }),
})

interface Payment {
  latest: LatestFields<OrderFields>
  captureId?: string | undefined
}
type PaymentChange = Pick<OrderChange, 'status' | 'paymentStatus'>

/** Marking an authorized payment as paid means capturing it, or repeating a capture that is under way. */
export const isCapture = ({ latest, captureId }: Payment, change: PaymentChange): boolean => {
  const isAuthorized = latest.status?.value === 'Pending' && latest.paymentStatus?.value === 'Authorized'
  return change.status === 'Processed' && change.paymentStatus === 'Paid' && (isAuthorized || captureId !== undefined)
}

/** While a capture is under way, nobody knows yet what the payment status will be. */
export function requireNoCapture({ latest, captureId }: Payment, { paymentStatus }: PaymentChange): void {
  const isChange = paymentStatus !== undefined && paymentStatus !== latest.paymentStatus?.value
  if (captureId && isChange) throw new Problem('capture_under_way')
}

/** By withdrawal id; a resolution may arrive before its withdrawal. */
export interface Withdrawals {
  created: Record<string, WithdrawalCreated & { stamp: EventStamp }>
  resolved: Record<string, Pick<WithdrawalResolved, 'resolution' | 'resolvedAt'> & { stamp: EventStamp }>
}

export const noWithdrawals: Withdrawals = { created: {}, resolved: {} }

export function withCreated(withdrawals: Withdrawals, event: WithdrawalCreated, stamp: EventStamp): Withdrawals {
  if (!isNewer(stamp, withdrawals.created[event.id]?.stamp)) return withdrawals
  return { ...withdrawals, created: { ...withdrawals.created, [event.id]: { ...event, stamp } } }
}

export function withResolved(withdrawals: Withdrawals, event: WithdrawalResolved, stamp: EventStamp): Withdrawals {
  const { id, resolution, resolvedAt } = event
  if (!isNewer(stamp, withdrawals.resolved[id]?.stamp)) return withdrawals
  const resolved = { resolution, resolvedAt: resolvedAt ?? stampTime(stamp), stamp }
  return { ...withdrawals, resolved: { ...withdrawals.resolved, [id]: resolved } }
}

export interface CurrentWithdrawal extends WithdrawalCreated {
  resolvedAt: string | null
}

/** Each with its resolution, oldest request first. */
export function withdrawalsIn({ created, resolved }: Withdrawals): CurrentWithdrawal[] {
  const withdrawals = Object.values(created).map(withdrawal => {
    const { resolution = withdrawal.resolution, resolvedAt = null } = resolved[withdrawal.id] ?? {}
    return { ...withdrawal, resolution, resolvedAt }
  })
  const key = ({ requestedAt, id }: CurrentWithdrawal) => `${requestedAt} ${id}`
  return withdrawals.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

const dayInMilliseconds = 24 * 3600 * 1000

/** A download is valid up to and including the moment it expires. */
export function isValid(
  good: Pick<DigitalGood, 'maxNbrDownload' | 'downloadedNbrTime' | 'daysUntilExpire' | 'creationDate'>,
  now: Date,
): boolean {
  const hasDownloadsLeft = good.maxNbrDownload === null || good.downloadedNbrTime < good.maxNbrDownload
  const age = now.getTime() - Date.parse(good.creationDate)
  const isExpired = good.daysUntilExpire !== null && age > good.daysUntilExpire * dayInMilliseconds
  return hasDownloadsLeft && !isExpired
}
