/** Lists what a store has sold with Stripe in a period, page by page. */

import type Stripe from 'stripe'
import type { Tenant } from '../core/tenant.ts'
import { readFromStripe } from './stripe-reads.ts'

/**
 * The kinds of objects, in the order in which they are read. Orders are made from the first two kinds, so that refunds
 * and disputes, which are read last, find their orders.
 */
export const historyKinds = ['sessions', 'invoices', 'subscriptions', 'refunds', 'disputes'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** Both times are Unix times. */
export interface HistoryPeriod {
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
export async function* readHistory(tenant: Tenant, kind: HistoryKind, { from, to }: HistoryPeriod) {
  const filter = { created: { gte: from, lte: to }, limit: 100 }
  let last: string | undefined
  do {
    const start = last ? { starting_after: last } : {}
    const page = await readFromStripe(tenant, stripe => lists[kind](stripe, { ...filter, ...start }))
    yield page.data
    last = page.has_more ? page.data.at(-1)?.id : undefined
  } while (last)
}
