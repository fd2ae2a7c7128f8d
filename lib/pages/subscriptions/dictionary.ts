/** Which texts of subscriptions each language has. */

import type { Engine, InvoiceState } from './search.ts'
import type { Interval, ShownSubscription } from './subscription.ts'

export interface SubscriptionTexts {
  title: string
  subscription: (name: string) => string
  back: string
  search: string
  /** Such as `Every 2 months`. */
  every: (interval: Interval, count: number) => string
  columns: Record<
    'plan' | 'customer' | 'interval' | 'price' | 'next' | 'payment' | 'spent' | 'created' | 'engine',
    string
  >
  ended: string
  views: Record<'label' | 'running' | 'paused' | 'ended' | 'all', string>
  declined: (count: string) => string
  filters: Record<'status' | 'plan' | 'payment' | 'customer' | 'from' | 'to', string>
  statuses: Record<'active' | 'paused' | 'canceled' | 'all', string>
  states: Record<ShownSubscription['state'], string>
  payments: Record<InvoiceState, string>
  engines: Record<Engine, string>
  facts: Record<
    | 'title'
    | 'customer'
    | 'price'
    | 'quantity'
    | 'total'
    | 'interval'
    | 'next'
    | 'payment'
    | 'ends'
    | 'cancelled'
    | 'paused'
    | 'starts'
    | 'trial'
    | 'plan'
    | 'spent'
    | 'firstOrder'
    | 'gateway'
    | 'engine'
    | 'metadata',
    string
  >
  days: (count: string) => string
  noGateway: string
  upcoming: Record<'title' | 'none' | 'paused' | 'ends', string>
  invoices: Record<'title' | 'none' | 'number' | 'date' | 'amount' | 'state' | 'unnumbered' | 'unpaid', string>
  declinedNotice: Record<'title' | 'sentence', string>
  pause: Record<'action' | 'done', string>
  resume: Record<'action' | 'done', string>
  cancel: Record<'action' | 'keep' | 'title' | 'done' | 'requested' | 'noCharge' | 'noRefund' | 'final', string> & {
    now: (name: string, customer: string) => string
    atEnd: (name: string, customer: string, date: string) => string
  }
  change: Record<
    | 'action'
    | 'title'
    | 'price'
    | 'quantity'
    | 'interval'
    | 'count'
    | 'next'
    | 'nextHint'
    | 'metadata'
    | 'review'
    | 'back'
    | 'done'
    | 'nothing'
    | 'noChargeNow'
    | 'paused'
    | 'extras'
    | 'save'
    | 'after',
    string
  > & {
    chargeNow: (amount: string) => string
    nextPayment: (amount: string, date: string) => string
    later: (amount: string) => string
    confirm: (amount: string) => string
  }
  units: Record<Interval, string>
  faults: Record<'price' | 'quantity' | 'count' | 'past' | 'json', string>
  again: string
  onlyV1: string
}
