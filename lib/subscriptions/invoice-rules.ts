/** Decides the state of invoices, and computes the totals of all invoices of a subscription. */

import { type EventStamp, type LatestFields, mergeLatest, oldestStamp, stampTime } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import {
  currencyOrDefault,
  type DecimalAmount,
  type MinorUnits,
  toMinorUnits,
  withDecimals,
  withMinorUnits,
} from '../core/money.ts'
import type { PaymentStatus } from '../orders/index.ts'

export const invoiceStates = ['Unpaid', 'Paid', 'Declined', 'Void', 'Pending'] as const
export type InvoiceState = (typeof invoiceStates)[number]

interface InvoiceTax<Amount> {
  taxName: string | null
  taxRate: number | null
  amount: Amount | null
  numberForInvoice: string | null
}

/** An invoice as an event, an import or the payment gateway reports it. */
export interface InvoiceUpdate {
  /** The token of the order to which the invoice belongs. */
  token: OrderToken
  /** The reported state; null if it is not reported whether the invoice was paid. */
  state: InvoiceState | null
  creationDate: string | null
  modificationDate: string | null
  amount: DecimalAmount | null
  currency: string | null
  number: string | null
  taxes: InvoiceTax<DecimalAmount>[]
}

interface InvoiceContent {
  creationDate: string
  modificationDate: string
  /** The currency of the amounts, as a lower-case code. */
  currency: string
  /** The stamp of the newest report that has a currency. Rows of earlier releases have none. */
  currencyStamp?: EventStamp
  amount: MinorUnits
  number: string | null
  taxes: InvoiceTax<MinorUnits>[]
}

interface InvoiceFields {
  content: InvoiceContent
  state: InvoiceState
}
export type LatestInvoice = LatestFields<InvoiceFields>

export interface StoredInvoice {
  latest: LatestInvoice
  /** The state that the payment status of the order implies. This state takes precedence over events of the invoice. */
  orderState?: InvoiceState | undefined
}

export const invoiceStateByPayment: Record<PaymentStatus, InvoiceState> = {
  Paid: 'Paid',
  PaidDeferred: 'Paid',
  Paidout: 'Paid',
  Deferred: 'Pending',
  Pending: 'Pending',
  Open: 'Pending',
  Authorized: 'Pending',
  Failed: 'Declined',
  Expired: 'Unpaid',
  Cancelled: 'Void',
  Refunded: 'Void',
  ChargedBack: 'Void',
}

export interface ReportSource {
  stamp: EventStamp
  accountCurrency: string
  /**
   * Merges new values into the stored values. If this function is absent, `mergeLatest` is used, which replaces only
   * values that are older than the stamp.
   */
  merge?: typeof mergeLatest | undefined
}

interface InvoiceSource extends Omit<ReportSource, 'accountCurrency'> {
  /** The currency of an invoice for which no report has one. */
  defaultCurrency: string
}

/**
 * Returns the stored fields of an invoice after an update. An invoice without a reported state counts as paid, because
 * checkouts create subscriptions after a payment.
 */
export function latestAfterInvoice(
  latest: LatestInvoice,
  { token, state, ...update }: InvoiceUpdate,
  source: InvoiceSource,
): LatestInvoice {
  const { stamp, defaultCurrency, merge = mergeLatest } = source
  const reported = reportedCurrencyOf(latest, update.currency, stamp)
  const content = contentOf(update, currencyOrDefault(reported?.currency, defaultCurrency), stamp)
  const known = withCurrency(merge<InvoiceFields>(latest, { content }, stamp), reported)
  return state
    ? merge<InvoiceFields>(known, { state }, stamp)
    : mergeLatest<InvoiceFields>(known, { state: 'Paid' }, oldestStamp)
}

interface ReportedCurrency {
  currency: string
  currencyStamp: EventStamp
}

/** Returns the currency of the newest report that has one, because a later report may have none. */
function reportedCurrencyOf(
  { content }: LatestInvoice,
  sent: string | null,
  stamp: EventStamp,
): ReportedCurrency | undefined {
  const { currency = '', currencyStamp } = content?.value ?? {}
  const isNewest = sent?.trim() && stamp >= (currencyStamp ?? oldestStamp)
  if (isNewest) return { currency: currencyOrDefault(sent, currency), currencyStamp: stamp }
  return currencyStamp === undefined ? undefined : { currency, currencyStamp }
}

function withCurrency(latest: LatestInvoice, reported: ReportedCurrency | undefined): LatestInvoice {
  const { content } = latest
  if (!content || !reported) return latest
  return { ...latest, content: { ...content, value: { ...inCurrency(content.value, reported.currency), ...reported } } }
}

function contentOf(
  update: Omit<InvoiceUpdate, 'token' | 'state'>,
  currency: string,
  stamp: EventStamp,
): InvoiceContent {
  const creationDate = update.creationDate ?? stampTime(stamp)
  return {
    creationDate,
    modificationDate: update.modificationDate ?? creationDate,
    currency,
    amount: toMinorUnits(update.amount ?? 0, currency),
    number: update.number,
    taxes: update.taxes.map(tax => withMinorUnits(tax, ['amount'], currency)),
  }
}

/**
 * Converts the amounts to the minor units of another currency, for an invoice whose currency was not known. The decimals
 * that its first currency does not have are lost.
 */
export function inCurrency(content: InvoiceContent, currency: string): InvoiceContent {
  if (content.currency === currency) return content
  const convert = <T extends { amount: MinorUnits | null }>(part: T) =>
    withMinorUnits(withDecimals(part, ['amount'], content.currency), ['amount'], currency)
  return { ...convert(content), currency, taxes: content.taxes.map(convert) }
}

export interface Invoice extends InvoiceContent {
  token: OrderToken
  state: InvoiceState
}

const sortKeyOf = ({ creationDate, token }: Invoice) => `${creationDate} ${token}`

export const sortNewestFirst = (invoices: readonly Invoice[]): Invoice[] =>
  invoices.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? 1 : -1))

/** JSON numbers are exact only up to 2^53, so a larger integer is stored as text. */
type JsonInteger = number | string

const toJsonInteger = (value: bigint): JsonInteger =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value)

/**
 * The totals of a subscription's invoices. The totals are saved in the row of the subscription, so that lists can show
 * them and filter by them.
 */
export interface InvoiceTotals {
  /** The sum of the paid invoices in `currency`, in minor units. */
  spent: JsonInteger
  currency: string
  firstOn: string
  lastOn: string
  lastState: InvoiceState
}

/** Returns the totals. `spent` includes only paid invoices in the currency of the first invoice. */
export function invoiceTotalsOf(invoices: readonly Invoice[]): InvoiceTotals | undefined {
  const sorted = sortNewestFirst(invoices)
  const [last, first] = [sorted[0], sorted.at(-1)]
  if (!first || !last) return undefined
  const paid = invoices.filter(({ state, currency }) => state === 'Paid' && currency === first.currency)
  return {
    spent: toJsonInteger(paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    currency: first.currency,
    firstOn: first.creationDate,
    lastOn: last.creationDate,
    lastState: last.state,
  }
}
