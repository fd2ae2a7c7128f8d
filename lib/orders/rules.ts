/** Decides how events and changes modify an order. The sequence in which events arrive does not matter. */

import {
  type EventStamp,
  isNested,
  isNewer,
  type LatestFields,
  laterOf,
  mergeLatest,
  nestedStamp,
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
  /** The newest status that replaces an older `Pending`. */
  afterPending: Order['status']
  /** The newest status that replaces an older `Disputed`. */
  afterDisputed: Order['status']
  paymentStatus: Order['paymentStatus']
  trackingNumber: string | null
  trackingUrl: string | null
  metadata: Metadata
  capturedAmount: MinorUnits
  /** The files of an import. They replace null in the items, because webhooks of its source lack these fields. */
  files: ImportedFile[]
}

export type LatestOrder = LatestFields<OrderFields>

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

export const fieldsOfStatusChange = (change: Partial<StatusChanged>): Partial<OrderFields> => ({
  ...(change.status && !change.replaces && { status: change.status }),
  ...(change.status && change.replaces === 'Disputed' && { afterDisputed: change.status }),
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

/**
 * Merges fields of an event. A status with a nested stamp is that of a payment, and also replaces an older `Pending`. The
 * beginning of a dispute that arrives after its end changes no known status.
 */
export function mergeOrderFields(
  latest: LatestOrder,
  { status, ...others }: Partial<OrderFields>,
  stamp: EventStamp,
): LatestOrder {
  const isOver = status === 'Disputed' && latest.status && isNewer(latest.afterDisputed?.stamp ?? '', stamp)
  const merged = mergeLatest(latest, isOver ? others : { ...others, status }, stamp)
  const ofPayment = [{ value: status, stamp }, latest.status].find(one => isNested(one?.stamp) && one?.value)
  if (!ofPayment || ofPayment.value === 'Pending') return merged
  return mergeLatest(merged, { afterPending: ofPayment.value }, originalStamp(ofPayment.stamp))
}

/** An order without another status gets a status that may only replace `Pending`, too. */
export function mergeStatusChange(latest: LatestOrder, change: StatusChanged, stamp: EventStamp): LatestOrder {
  const merged = mergeOrderFields(latest, fieldsOfStatusChange(change), stamp)
  if (!change.status || change.replaces !== 'Pending') return merged
  return mergeOrderFields(merged, { status: change.status }, nestedStamp(stamp))
}

/**
 * Replaces a status for which a later report has another one: the completion of an order that is `InProgress`, the
 * payment of one that is `Pending`, or the end of a dispute. The stamp stays that of the replaced status, so that
 * another status between the two still replaces both if its event arrives late. After a dispute, an order with a
 * tracking number is `Shipped`, because it probably had this status before. The real earlier status is not stored.
 */
export function replaceStatus<R extends { latest: LatestOrder; contentStamp?: EventStamp | undefined }>(row: R): R {
  const { latest, contentStamp: stamp = '' } = row
  const { status, afterPending, afterDisputed, trackingNumber } = latest
  const replacements: Partial<Record<OrderFields['status'], LatestOrder['status']>> = {
    InProgress: { value: 'Processed', stamp },
    Pending: afterPending,
    Disputed: afterDisputed && trackingNumber?.value ? { ...afterDisputed, value: 'Shipped' } : afterDisputed,
  }
  const next = status && replacements[status.value]
  if (!next || !isNewer(next.stamp, status.stamp)) return row
  return { ...row, latest: { ...latest, status: { ...status, value: next.value } } }
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
