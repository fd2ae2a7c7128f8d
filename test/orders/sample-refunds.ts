/** Creates refunds as their order stores them. */

import { minorUnits } from '../../lib/core/money.ts'
import type { Refunds, StoredRefund } from '../../lib/orders/stored-refunds.ts'

/** Returns a refund to which the gateway has not replied yet. */
export const pending = (amount: number, fields: Partial<StoredRefund> = {}): StoredRefund => ({
  amount,
  comment: null,
  status: null,
  taxes: [],
  notifyCustomer: false,
  refundedByPaymentGateway: true,
  creationDate: '2026-09-01T12:00:00.000Z',
  ...fields,
})

export const settled = (amount: number, fields: Partial<StoredRefund> = {}): StoredRefund =>
  pending(amount, { settledAt: '2026-09-01T12:00:03.000Z', ...fields })

/** An order of 50.00 EUR. After the two refunds, 34.90 EUR are left. */
export const order = { currency: 'eur', paidAmount: minorUnits(5000) }
export const refunds: Refunds = { first: settled(10), second: pending(5.1) }
export const left = 3490
