/** Which texts of customers each language has. */

import type { Customer, NewAddress } from '../../client/index.ts'

export interface CustomerTexts {
  title: string
  back: string
  search: string
  noName: string
  columns: Record<'name' | 'email' | 'status' | 'country' | 'orders' | 'subscriptions' | 'created', string>
  statuses: Record<Customer['status'], string>
  filters: Record<'status' | 'from' | 'to', string>
  sort: Record<'label' | 'orders' | 'amount' | 'date', string>
  contact: Record<'title' | 'email' | 'created' | 'orders' | 'subscriptions', string> & {
    amount: (currency: string) => string
  }
  address: Record<'billing' | 'shipping' | 'same' | 'none', string>
  fields: Record<keyof NewAddress, string>
  orders: Record<'title' | 'none' | 'all', string>
  spent: Record<'title' | 'currency' | 'orders' | 'paid' | 'refunded' | 'net' | 'none', string> & {
    addUp: (count: string) => string
    tooMany: (count: string) => string
  }
  subscriptions: Record<'title' | 'none' | 'all', string>
  carts: Record<'title' | 'none' | 'changed' | 'items' | 'total', string>
  edit: Record<
    'action' | 'title' | 'email' | 'cart' | 'cartHint' | 'same' | 'save' | 'cancel' | 'done' | 'noEmail',
    string
  >
  remove: Record<'action' | 'keep' | 'title' | 'done' | 'sessions' | 'again' | 'final', string> & {
    what: (name: string, email: string) => string
    orders: (orders: string, subscriptions: string) => string
  }
  data: Record<'title' | 'export' | 'exportHint' | 'eraseHint' | 'copy' | 'copied' | 'guide', string>
}
