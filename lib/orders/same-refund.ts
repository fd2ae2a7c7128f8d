/**
 * Recognizes a refund that two systems report, each with its own id: the payment gateway, and the server from which the
 * store moves or its checkout. Neither report contains the id of the other.
 */

import { importStamp } from '../core/event-stamp.ts'
import { toMinorUnits } from '../core/money.ts'
import { keyOfRefund, type Refunds, type StoredRefund } from './stored-refunds.ts'

/**
 * Finds the refund of a report. A refund that only the other system has reported yet gets the data of both reports, and
 * keeps or gets the id that is not of the gateway. Also returns the refund as it was before.
 */
export function mergeReport(refunds: Refunds, id: string, report: StoredRefund, currency: string | undefined) {
  const key = keyOfRefund(refunds, id) ?? id
  const same = refunds[key] ? undefined : findSame(refunds, report, currency)
  if (!same) return { id: key, refunds, known: refunds[key] }
  const [knownId, known] = same
  const { [knownId]: _, ...others } = refunds
  const [ownId, server, gatewayId, gateway] = isOfGateway(report)
    ? [knownId, known, id, report]
    : [id, report, knownId, known]
  return { id: ownId, refunds: { ...others, [ownId]: { ...gateway, ...server, gatewayId } }, known }
}

/** Returns the nearest in time, because an order may have several refunds of the same amount. */
function findSame(refunds: Refunds, report: StoredRefund, currency: string | undefined) {
  const distance = (known: StoredRefund) => Math.abs(millisecondsBetween(known, report))
  return Object.entries(refunds)
    .filter(([, known]) => isSameRefund(known, report, currency) || isSameRefund(report, known, currency))
    .toSorted(([, one], [, other]) => distance(one) - distance(other))[0]
}

const millisecondsBetween = (one: StoredRefund, other: StoredRefund) =>
  Date.parse(one.creationDate) - Date.parse(other.creationDate)

/**
 * The server makes the refund at the gateway within seconds, or within some minutes if the gateway does not answer. Two
 * real refunds in this time both count, because each is the same as at most one refund of the other system.
 */
const maxMilliseconds = 5 * 60_000

/**
 * Returns whether the report of a server and the report of a gateway are about the same refund. A refund that has
 * failed at the server only is not the same as one that the gateway has made, which may be the next attempt. An imported
 * refund without a date has that of the last change of its order, which may be much later.
 */
function isSameRefund(server: StoredRefund, gateway: StoredRefund, orderCurrency = ''): boolean {
  const moneyOf = ({ amount, currency = orderCurrency }: StoredRefund) =>
    `${toMinorUnits(amount, currency)} ${currency}`
  const later = millisecondsBetween(gateway, server)
  return (
    isOfServer(server) &&
    isOfGateway(gateway) &&
    !(server.gatewayId ?? gateway.gatewayId) &&
    server.refundedByPaymentGateway &&
    !(server.failure && !gateway.failure) &&
    moneyOf(server) === moneyOf(gateway) &&
    later <= maxMilliseconds &&
    (later >= -maxMilliseconds || server.stamp === importStamp(server.creationDate))
  )
}

const reportStampOf = ({ stamp, failure }: StoredRefund) => stamp ?? failure?.stamp ?? ''

/** A report of Stripe has the id of its event in its stamp, or that of the refund if a backfill has read it. */
const isOfGateway = (refund: StoredRefund) => / (evt|re|pyr)_[^+]+$/.test(reportStampOf(refund))

/** Stamps of `stampAfter` end with `~` or `+`. They are of refunds that this API has requested itself. */
export const isOfServer = (refund: StoredRefund) => /[^~+]$/.test(reportStampOf(refund)) && !isOfGateway(refund)
