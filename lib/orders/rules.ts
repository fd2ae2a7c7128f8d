/** Decides how events and changes modify an order. The sequence in which events arrive does not matter. */

import {
  type EventStamp,
  isNested,
  isNewer,
  type LatestFields,
  laterOf,
  mergeLatest,
  originalStamp,
  stampTime,
} from '../core/event-stamp.ts'
import type { Metadata } from '../core/metadata.ts'
import { type MinorUnits, toMinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import type {
  CompletedOrder,
  EventItem,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './checkout-events.ts'
import type { DigitalGood } from './nested-schemas.ts'
import type { Order, OrderChange } from './schemas.ts'

/** The fields that can change after the completion of the order. The newest value of each field is used. */
export interface OrderFields {
  status: Order['status']
  paymentStatus: Order['paymentStatus']
  trackingNumber: string | null
  trackingUrl: string | null
  metadata: Metadata
  capturedAmount: MinorUnits
  /** The files of an import. They replace null in the items, because webhooks of its source lack these fields. */
  files: ImportedFile[]
}

interface ImportedFile extends Pick<EventItem, 'fileGuid' | 'fileName' | 'maxNbrDownload' | 'daysUntilExpire'> {
  /** Null if the source returned none. Absent in rows that an earlier release has written. */
  creationDate?: string | null
}

/**
 * Returns the fields to merge. Leaves out fields that the event does not contain, so that the stored values stay. Many
 * checkouts never send tracking or metadata.
 */
export const fieldsOfCompletion = (order: CompletedOrder, currency: string): Partial<OrderFields> => ({
  ...fieldsOfStatusChange(order),
  ...(order.metadata && { metadata: order.metadata }),
  ...capturedAmountIn(order, currency),
})

export const capturedAmountIn = ({ capturedAmount }: Pick<CompletedOrder, 'capturedAmount'>, currency: string) =>
  capturedAmount === null ? {} : { capturedAmount: toMinorUnits(capturedAmount, currency) }

export const fieldsOfStatusChange = (change: Omit<StatusChanged, 'token'>): Partial<OrderFields> => ({
  ...(change.status && { status: change.status }),
  ...(change.paymentStatus && { paymentStatus: change.paymentStatus }),
  ...(change.trackingNumber && { trackingNumber: change.trackingNumber }),
  ...(change.trackingUrl && !hasOtherScheme(change.trackingUrl) && { trackingUrl: change.trackingUrl }),
})

/**
 * Returns whether a text is a URL with another scheme than http or https, such as `javascript:`, which could run a
 * script in a page with the link. Some checkouts send a text such as `by courier`, `UPS: 1Z999` or a host with a port.
 */
const hasOtherScheme = (text: string) =>
  /^(javascript|data|vbscript):/.test(URL.parse(text)?.href ?? '') || /^\s*(?!https?:)[\w+.-]+:\/\//i.test(text)

/** Merges fields of an event. Also decides which status an order has if a payment of its subscription reports one. */
export function mergeOrderFields(
  latest: LatestFields<OrderFields>,
  fields: Partial<OrderFields>,
  stamp: EventStamp,
): LatestFields<OrderFields> {
  const after = mergeLatest(latest, fields, stamp)
  const status = latest.status && fields.status && statusOnPayment(latest.status, { value: fields.status, stamp })
  return status ? { ...after, status } : after
}

type ReportedStatus = Required<LatestFields<OrderFields>>['status']

/**
 * Returns `Processed` if one of the statuses is `Pending`, and the other is that of a later payment. Its stamp is just
 * after that of `Pending`, so that the payment replaces no other status, such as `Shipped`.
 */
function statusOnPayment(known: ReportedStatus, sent: ReportedStatus): ReportedStatus | undefined {
  const [payment, other] = isNested(sent.stamp) ? [sent, known] : [known, sent]
  if (!isNested(payment.stamp) || isNested(other.stamp)) return undefined
  const isLater = isNewer(originalStamp(payment.stamp), other.stamp)
  const isPaid = payment.value === 'Processed' && other.value === 'Pending' && isLater
  return isPaid ? { value: 'Processed', stamp: `${other.stamp}+` } : undefined
}

interface Payment {
  latest: LatestFields<OrderFields>
  captureId?: string | undefined
}
type PaymentChange = Pick<OrderChange, 'status' | 'paymentStatus'>

export const awaitsCapture = ({ latest }: Payment): boolean =>
  latest.status?.value === 'Pending' && latest.paymentStatus?.value === 'Authorized'

/** Returns whether the change captures an authorized payment, or repeats the capture that is under way. */
export const capturesPayment = (payment: Payment, change: PaymentChange): boolean =>
  change.status === 'Processed' &&
  change.paymentStatus === 'Paid' &&
  (awaitsCapture(payment) || payment.captureId !== undefined)

/**
 * Throws if the payment status is changed while a capture is under way, because the capture will set the payment
 * status.
 */
export function requireNoCaptureUnderWay({ latest, captureId }: Payment, { paymentStatus }: PaymentChange): void {
  const isChange = paymentStatus !== undefined && paymentStatus !== latest.paymentStatus?.value
  if (captureId && isChange) throw new Problem('capture_under_way')
}

/**
 * The withdrawals and their resolutions, both by withdrawal id. They are stored separately, because a resolution may
 * arrive before its withdrawal.
 */
export interface Withdrawals {
  created: Record<string, WithdrawalCreated & { stamp: EventStamp }>
  resolved: Record<string, Pick<WithdrawalResolved, 'resolution' | 'resolvedAt'> & { stamp: EventStamp }>
}

export const noWithdrawals: Withdrawals = { created: {}, resolved: {} }

export function withWithdrawal(
  withdrawals: Withdrawals,
  event: WithdrawalCreated,
  stamp: EventStamp,
  mayReplace = isNewer,
): Withdrawals {
  if (!mayReplace(stamp, withdrawals.created[event.id]?.stamp)) return withdrawals
  return { ...withdrawals, created: { ...withdrawals.created, [event.id]: { ...event, stamp } } }
}

/** An older event of the same resolution adds the date that an import without a date lacks. */
export function withResolution(withdrawals: Withdrawals, event: WithdrawalResolved, stamp: EventStamp): Withdrawals {
  const { id, resolution, resolvedAt } = event
  const known = withdrawals.resolved[id]
  const lacksDate = known?.resolution === resolution && !known.resolvedAt
  if (!lacksDate && !isNewer(stamp, known?.stamp)) return withdrawals
  const resolvedOn = resolvedAt ?? stampTime(stamp)
  const resolved = { resolution, resolvedAt: resolvedOn, stamp: laterOf(stamp, known?.stamp ?? '') }
  return { ...withdrawals, resolved: { ...withdrawals.resolved, [id]: resolved } }
}

export interface CurrentWithdrawal extends WithdrawalCreated {
  resolvedAt: string | null
}

/** Returns the withdrawals with their resolutions, oldest first. */
export function currentWithdrawals({ created, resolved }: Withdrawals): CurrentWithdrawal[] {
  const withdrawals = Object.values(created).map(withdrawal => {
    const { resolution = withdrawal.resolution, resolvedAt = null } = resolved[withdrawal.id] ?? {}
    return { ...withdrawal, resolution, resolvedAt }
  })
  const key = ({ requestedAt, id }: CurrentWithdrawal) => `${requestedAt} ${id}`
  return withdrawals.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

/**
 * Returns the number of downloads of a file. The id of a file may be the name of an object member, such as
 * `constructor`. An earlier release has stored texts as the counts of such files.
 */
export function downloadCount(downloads: Readonly<Record<string, unknown>>, fileGuid: string): number {
  const count = downloads[fileGuid]
  return typeof count === 'number' ? count : 0
}

const dayInMilliseconds = 24 * 3600 * 1000

/** Returns whether a file can be downloaded now. A download at the exact time of the file's expiry is still allowed. */
export function isDownloadable(
  good: Pick<DigitalGood, 'maxNbrDownload' | 'downloadedNbrTime' | 'daysUntilExpire' | 'creationDate'>,
  now: Date,
): boolean {
  const hasDownloadsLeft = good.maxNbrDownload === null || good.downloadedNbrTime < good.maxNbrDownload
  const age = now.getTime() - Date.parse(good.creationDate)
  const isExpired = good.daysUntilExpire !== null && age > good.daysUntilExpire * dayInMilliseconds
  return hasDownloadsLeft && !isExpired
}
