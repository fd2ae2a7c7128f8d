/** What becomes of orders in the demo store: how they are completed, and what is reported of them afterwards. */

import type { Order } from '../../../lib/orders/schemas.ts'
import type { Chance } from './chance.ts'

export interface State {
  status: Order['status']
  paymentStatus: NonNullable<Order['paymentStatus']>
}

export interface Fate {
  paymentMethod: string
  begins: State
  /** Days after the completion. */
  later: [days: number, change: Partial<State>][]
}

const paid: State = { status: 'Processed', paymentStatus: 'Paid' }
const delivered: Fate['later'] = [
  [1, { status: 'Shipped' }],
  [4, { status: 'Delivered' }],
]

const byCard = (...later: Fate['later']): Fate => ({ paymentMethod: 'CreditCard', begins: paid, later })
const authorized = (...later: Fate['later']): Fate => ({
  ...{ paymentMethod: 'CreditCard', later },
  begins: { status: 'Pending', paymentStatus: 'Authorized' },
})
const byInvoice: Fate = {
  paymentMethod: 'Invoice',
  begins: { status: 'Processed', paymentStatus: 'Deferred' },
  later: [...delivered, [14, { paymentStatus: 'PaidDeferred' }]],
}
const byTransfer = (paymentStatus: State['paymentStatus'], ...later: Fate['later']): Fate => ({
  ...{ paymentMethod: 'BankTransfer', later },
  begins: { status: 'Pending', paymentStatus },
})

/** Of three hundred orders about so many. */
const fates: [share: number, Fate][] = [
  [138, byCard(...delivered)],
  [30, byCard(...delivered, [10, { paymentStatus: 'Paidout' }])],
  [36, { ...byCard(...delivered), paymentMethod: 'PayPal' }],
  [30, byInvoice],
  [15, byCard([2, { status: 'Cancelled', paymentStatus: 'Refunded' }])],
  [12, authorized([1, paid], [2, { status: 'Shipped' }], [5, { status: 'Delivered' }])],
  [6, authorized([7, { status: 'Cancelled', paymentStatus: 'Cancelled' }])],
  [9, byTransfer('Open', [3, paid], [4, { status: 'Shipped' }], [7, { status: 'Delivered' }])],
  [6, byTransfer('Open', [60, { status: 'Cancelled', paymentStatus: 'Expired' }])],
  [9, byTransfer('Pending', [5, { status: 'Cancelled', paymentStatus: 'Failed' }])],
  [9, byCard(...delivered, [9, { status: 'Disputed' }], [40, { paymentStatus: 'ChargedBack' }])],
]

export const fateInTurn = (number: number): Fate => fates[number % fates.length]?.[1] ?? byInvoice

/** Subscriptions are paid by card, and nothing goes wrong with them. */
export const fateOfPayments = byCard(...delivered)

const unbilled: State['paymentStatus'][] = ['Authorized', 'Cancelled', 'Expired', 'Failed', 'Open', 'Pending']

/** Invoices are for who has paid, and for who asked for one to pay by. */
export const isBilled = ({ paymentStatus }: State) => !unbilled.includes(paymentStatus)

export function fateFor(chance: Chance): Fate {
  let left = chance.below(fates.reduce((sum, [share]) => sum + share, 0))
  for (const [share, fate] of fates) {
    if (left < share) return fate
    left -= share
  }
  return byInvoice
}
