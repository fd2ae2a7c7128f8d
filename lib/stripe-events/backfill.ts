/**
 * Imports the sales that a store made with Stripe before its webhook existed. Each object is converted as if the
 * webhook had received its event.
 */

import type Stripe from 'stripe'
import * as z from 'zod'
import * as checkout from '../checkout/index.ts'
import { guid } from '../core/fields.ts'
import { orderTokenOfStripe, subscriptionIdOfStripe, timeOfId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/index.ts'
import { readWithStripeKey } from '../payments/index.ts'
import * as subscriptions from '../subscriptions/index.ts'
import type { StripeEvent } from './conversion.ts'
import { currencyCode, decimalOf, relatedId, stripeId, text, unixTime } from './fields.ts'
import { convertStripeEvent } from './index.ts'

/**
 * The kinds of objects, in the sequence in which they are read. Sessions and invoices become orders, so they are read
 * before the refunds and disputes of these orders.
 */
export const historyKinds = ['sessions', 'invoices', 'subscriptions', 'refunds', 'disputes'] as const
type HistoryKind = (typeof historyKinds)[number]

/** The period from `from` to `to`, both as Unix times. */
interface HistoryPeriod {
  from: number
  to: number
}

type List = (stripe: Stripe, page: Stripe.PaginationParams & { created: Stripe.RangeQueryParam }) => Promise<ListPage>

interface ListPage {
  data: { id: string }[]
  has_more: boolean
}

const lists: Record<HistoryKind, List> = {
  sessions: (stripe, page) => stripe.checkout.sessions.list({ ...page, status: 'complete' }),
  invoices: (stripe, page) => stripe.invoices.list(page),
  subscriptions: (stripe, page) => stripe.subscriptions.list({ ...page, status: 'all' }),
  refunds: (stripe, page) => stripe.refunds.list(page),
  disputes: (stripe, page) => stripe.disputes.list(page),
}

/** Yields pages of the objects that were created in the period. The newest objects come first. */
async function* readHistory(tenant: Tenant, kind: HistoryKind, { from, to }: HistoryPeriod) {
  const filter = { created: { gte: from, lte: to }, limit: 100 }
  let last: string | undefined
  do {
    const start = last ? { starting_after: last } : {}
    const page = await readWithStripeKey(tenant, stripe => lists[kind](stripe, { ...filter, ...start }))
    yield page.data
    last = page.has_more ? page.data.at(-1)?.id : undefined
  } while (last)
}

const Created = z.looseObject({ id: stripeId, created: unixTime })
type Created = z.output<typeof Created>

/**
 * The values of an event that depend on its object. By default, `created` is the time when the object was created, and
 * `request` is null.
 */
type Occurrence = Pick<StripeEvent, 'type'> & Partial<Pick<StripeEvent, 'created' | 'request'>>

const SubscriptionDetails = z.object({
  subscription: relatedId,
  metadata: z.object({ lastChange: guid.brand<'OrderToken'>().optional().catch(undefined) }).nullish(),
})

const Invoice = z.object({
  status: text,
  attempt_count: z.int().nullish(),
  billing_reason: text,
  currency: currencyCode,
  amount_paid: z.int(),
  total: z.int(),
  status_transitions: z.object({ paid_at: unixTime.nullish() }).nullish(),
  parent: z.object({ subscription_details: SubscriptionDetails.nullish() }).nullish(),
})

/** Returns null for a draft, a void invoice, and an unpaid invoice whose payment Stripe has not tried to collect. */
async function occurrenceOfInvoice(object: Created, tenant: Tenant): Promise<Occurrence | null> {
  const invoice = parseInput(Invoice, object, 'the invoice')
  const { status, attempt_count, status_transitions } = invoice
  if (status === 'paid')
    return {
      type: 'invoice.paid',
      created: status_transitions?.paid_at ?? object.created,
      request: { idempotency_key: await findOwnChange(tenant, object, invoice) },
    }
  const wasTried = (status === 'open' || status === 'uncollectible') && (attempt_count ?? 0) > 0
  return wasTried ? { type: 'invoice.payment_failed' } : null
}

const dayInSeconds = 24 * 3600

/**
 * Returns the idempotency key of this API's request that caused the invoice; null if the invoice has another cause.
 * Stripe copies `lastChange` from the metadata of the subscription to every later invoice, also to that of a change
 * that the buyer makes in Stripe. So the change must have charged the same amount on the same day, and the webhook must
 * not have brought in the invoice as one of another cause.
 */
async function findOwnChange(tenant: Tenant, { id, created }: Created, invoice: z.output<typeof Invoice>) {
  const { subscription, metadata } = invoice.parent?.subscription_details ?? {}
  const change = metadata?.lastChange
  if (invoice.billing_reason !== 'subscription_update' || !subscription || !change) return null
  const isSameDay = Math.abs(created - timeOfId(change) / 1000) < dayInSeconds
  if (!isSameDay || (await orders.readIsCompleted(tenant, orderTokenOfStripe(tenant, id)))) return null
  const charged = await subscriptions.findInvoiceAmount(tenant, subscriptionIdOfStripe(tenant, subscription), change)
  const amounts = [invoice.amount_paid, invoice.total].map(amount => decimalOf(amount, invoice.currency))
  return charged !== undefined && amounts.includes(charged) ? `change-${change}` : null
}

const Subscription = z.object({ ended_at: unixTime.nullish() })
const Dispute = z.object({ status: z.string() })

const isOpenDispute = (status: string) => /needs_response|under_review/.test(status) && !status.startsWith('appeal_')

type FindOccurrence = (object: Created, tenant: Tenant) => Occurrence | null | Promise<Occurrence | null>

const occurrences: Record<HistoryKind, FindOccurrence> = {
  sessions: () => ({ type: 'checkout.session.completed' }),
  invoices: occurrenceOfInvoice,
  subscriptions: object => {
    const { ended_at } = parseInput(Subscription, object, 'the subscription')
    return { type: 'customer.subscription.created', created: ended_at ?? object.created }
  },
  refunds: () => ({ type: 'refund.updated' }),
  disputes: object => {
    const { status } = parseInput(Dispute, object, 'the dispute')
    return { type: isOpenDispute(status) ? 'charge.dispute.created' : 'charge.dispute.closed' }
  },
}

/**
 * Makes an event with the time when the object was created, paid or ended. Newer events of the webhook and newer
 * changes through this API therefore stay in effect.
 */
async function eventOf(kind: HistoryKind, tenant: Tenant, found: unknown): Promise<StripeEvent | null> {
  const object = parseInput(Created, found, 'the object')
  const occurrence = await occurrences[kind](object, tenant)
  const { id, created } = object
  return occurrence && { id, livemode: tenant.mode === 'Live', created, data: { object }, request: null, ...occurrence }
}

export interface BackfillCount {
  read: number
  /** The number of objects that were converted. Some objects change nothing, such as sessions without a sale. */
  applied: number
  rejected: { id: string; reason: string }[]
}
export type BackfillCounts = Record<HistoryKind, BackfillCount>

type Report = (kind: HistoryKind, count: BackfillCount) => void

/** Runs the import, which may be interrupted. A repeated import adds only what is missing. */
export async function backfillFromStripe(
  tenant: Tenant,
  period: HistoryPeriod,
  report: Report,
): Promise<BackfillCounts> {
  const counts = Object.fromEntries(
    historyKinds.map((kind): [HistoryKind, BackfillCount] => [kind, { read: 0, applied: 0, rejected: [] }]),
  ) as BackfillCounts
  for (const kind of historyKinds)
    for await (const page of readHistory(tenant, kind, period)) {
      await applyPage(tenant, kind, { page, count: counts[kind] })
      report(kind, counts[kind])
    }
  return counts
}

/**
 * The number of objects that are converted at the same time. It is small, because an object often needs two to four
 * requests, and Stripe may accept only 25 requests per second.
 */
const maxConcurrent = 4

const applyPage = (
  tenant: Tenant,
  kind: HistoryKind,
  { page, count }: { page: { id: string }[]; count: BackfillCount },
) =>
  mapConcurrent(page, maxConcurrent, async object => {
    count.read++
    try {
      if (await applyObject(tenant, kind, object)) count.applied++
    } catch (fault) {
      if (!(fault instanceof Problem) || fault.code !== 'validation_failed') throw fault
      count.rejected.push({ id: object.id, reason: fault.message })
    }
  })

/** Returns whether the object was converted to checkout events. */
async function applyObject(tenant: Tenant, kind: HistoryKind, object: unknown): Promise<boolean> {
  const event = await eventOf(kind, tenant, object)
  const converted = event ? await convertStripeEvent(tenant, event) : []
  for (const checkoutEvent of converted) await checkout.applyEvent(checkoutEvent, { isHistory: true })
  return converted.length > 0
}
