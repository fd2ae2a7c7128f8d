/** Refunds as their order stores them. */

import type { StoredRefund } from '../../lib/orders/refunds.ts'

/** The gateway has not answered yet. */
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
