/**
 * Merges the reports of a refund that two systems send, each with its own id: the payment gateway, and the server from
 * which the store moves or its checkout. Neither report contains the id of the other.
 *
 * A refund has at most one report of each system. It has the id and the data of the server, and counts as long as the
 * gateway has not taken it back, because only the gateway moves the money.
 */

import { importStamp } from '../core/event-stamp.ts'
import { toMinorUnits } from '../core/money.ts'
import { keyOfRefund, type Refunds, type StoredRefund } from './stored-refunds.ts'

/**
 * Finds the refund of a report, and adds the report to it. A refund that only the other system has reported yet becomes
 * the refund of both. Also returns the refund as it was before. Callers add a failure to a refund that was known.
 */
export function mergeReport(stored: Refunds, id: string, report: StoredRefund, currency: string | undefined) {
  const key = keyOfRefund(stored, id)
  const { [key]: found, [id]: repeated, ...others } = stored
  /** An earlier release, which does not know `gatewayId`, stores later reports of the gateway as another refund. */
  const known = found && { ...found, ...(repeated?.failure && { failure: repeated.failure }) }
  const isComplete = known && (!known.failure || known.settledAt || known.gatewayId)
  /** An earlier release stored a failure that arrived first without the amount. */
  const whole = isComplete ? known : { ...known, ...report, failure: known?.failure ?? report.failure }
  const same = isComplete ? undefined : findSame(others, whole, currency)
  if (!same) return { id: key, refunds: { ...others, [key]: whole }, known }
  const { [same.id]: _, ...rest } = same.refunds
  const [ownId, refund] = isOfGateway(whole)
    ? [same.id, merge(same.known, whole, key)]
    : [key, merge(whole, same.known, same.id)]
  return { id: ownId, refunds: { ...rest, [ownId]: refund }, known: same.known }
}

/** Only the gateway's failure counts. If the server has not reported a date, the date is that of the gateway. */
const merge = (server: StoredRefund, gateway: StoredRefund, gatewayId: string): StoredRefund => ({
  ...withEarlierStamp({ ...gateway, ...server }, gateway),
  creationDate: (latestDateOf(server) ? gateway : server).creationDate,
  byGateway: false,
  gatewayId,
  failure: gateway.failure,
  serverFailure: server.failure,
})

/** Returns the field for a failure in the report. */
export const failureFieldOf = ({ gatewayId }: StoredRefund, { byGateway }: StoredRefund) =>
  gatewayId && !byGateway ? 'serverFailure' : 'failure'

/** Several events may report the same refund in any sequence. The refund was settled at the time of the earliest. */
export const withEarlierStamp = (
  refund: StoredRefund,
  { stamp, settledAt }: Pick<StoredRefund, 'stamp' | 'settledAt'>,
): StoredRefund => ({
  ...refund,
  stamp: [refund.stamp, stamp].toSorted()[0],
  settledAt: [refund.settledAt, settledAt].toSorted()[0],
})

/**
 * Returns the nearest refund in time, because an order may have several refunds of the same amount. If the distance is
 * the same, both have failed or neither.
 */
function findSame(refunds: Refunds, report: StoredRefund, currency: string | undefined) {
  const distance = ({ known: { creationDate, failure } }: { known: StoredRefund }) =>
    Math.abs(millisecondsBetween(creationDate, report.creationDate)) + Number(!failure !== !report.failure)
  const findIn = (all: Refunds) =>
    Object.entries(all)
      .map(([id, known]) => ({ refunds: all, id, known }))
      .filter(({ known }) => isSameRefund(known, report, currency) || isSameRefund(report, known, currency))
      .toSorted((one, other) => distance(one) - distance(other))[0]
  return [refunds, ...(isOfGateway(report) ? [] : splitFailed(refunds))].map(findIn).find(Boolean)
}

/**
 * For each refund that has failed at the server only, returns the refunds with its two reports as two refunds. The
 * gateway's report may be that of the next attempt, which the server reports later.
 */
const splitFailed = (refunds: Refunds): Refunds[] =>
  Object.entries(refunds).flatMap(([id, { gatewayId, serverFailure, creditNoteNumber, ...refund }]) => {
    if (!gatewayId || !serverFailure || refund.failure) return []
    const gateway = { ...refund, creditNoteNumber, byGateway: true }
    return [{ ...refunds, [id]: { ...refund, failure: serverFailure }, [gatewayId]: gateway }]
  })

const millisecondsBetween = (one: string, other: string) => Date.parse(one) - Date.parse(other)

/**
 * The server makes the refund at the gateway within seconds, or within some minutes if the gateway does not answer. Two
 * real refunds in this time both count, because each is the same as at most one refund of the other system.
 */
const maxMilliseconds = 5 * 60_000

/** Returns whether the report of a server and the report of a gateway are about the same refund. */
function isSameRefund(server: StoredRefund, gateway: StoredRefund, orderCurrency = '') {
  const moneyOf = ({ amount, currency = orderCurrency }: StoredRefund) =>
    `${toMinorUnits(amount, currency)} ${currency}`
  const latestDate = latestDateOf(server)
  const later = millisecondsBetween(gateway.creationDate, latestDate ?? server.creationDate)
  return (
    isOfGateway(server) === false &&
    isOfGateway(gateway) &&
    !server.gatewayId &&
    server.refundedByPaymentGateway &&
    moneyOf(server) === moneyOf(gateway) &&
    (latestDate ? later : Math.abs(later)) <= maxMilliseconds
  )
}

/**
 * Returns the time before which a refund was made whose date its server has not reported. An earlier release stored the
 * date of the last change of the order as the date of an imported refund without a date.
 */
const latestDateOf = ({ madeBefore, byGateway, stamp, creationDate }: StoredRefund) =>
  madeBefore ?? (byGateway === undefined && stamp === importStamp(creationDate) ? creationDate : undefined)

/**
 * Returns whether the gateway or a server has reported a refund; undefined for a refund that this API has requested
 * itself, with a stamp of `stampAfter`, which ends with `~` or `+`. An earlier release did not store the system: a report
 * of Stripe has the id of its event in its stamp, or that of the refund if a backfill has read it.
 */
export function isOfGateway({ byGateway, stamp, failure }: StoredRefund): boolean | undefined {
  const reported = stamp ?? failure?.stamp ?? '~'
  return byGateway ?? (/[~+]$/.test(reported) ? undefined : /^\S+ (evt|re|pyr)_\w+$/.test(reported))
}
