/** Refunds an order: reserves the amount, asks the gateway, and settles or drops the refund. */

import * as accounts from '../accounts/index.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { connectGateway, perform, resultOf } from '../payments/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { refundSteps } from './complete-refund.ts'
import type { CompletedOrderRow } from './entity.ts'
import type { Refund } from './refund-schemas.ts'
import { refundOf } from './refunds.ts'
import { type RefundCall, reserveRefund } from './reserve-refund.ts'

export async function refund(tenant: Tenant, call: RefundCall): Promise<Refund> {
  const store = await accounts.get(tenant.account)
  const gateway = await connectGateway(store, tenant.mode)
  const { row, operation } = await retryOnConflict(() => reserveRefund(tenant, call, { store, gateway }))
  if (!operation) return newRefundOf(row, call.id)
  const settled = resultOf(await perform(operation, refundSteps(operation, store)), {
    nothingDone: 'Nothing was refunded.',
    underWay:
      'The refund is under way. It is completed or dropped by itself, and is listed once it is completed.',
    retryAfterSeconds,
    extensions: { refundId: call.id },
  })
  return newRefundOf(settled, call.id)
}

/** The gateway may have accepted it, and reported meanwhile that it has failed. */
function newRefundOf(row: CompletedOrderRow, id: string): Refund {
  const failure = row.refunds[id]?.failure
  if (!failure) return refundOf(row, id)
  const reason = failure.reason ?? 'it gave no reason'
  throw new Problem('gateway_refused', {
    message: `The payment gateway has taken the refund back: ${reason}.`,
  })
}

/** By then the recovery worker has tried to complete it. */
const retryAfterSeconds = 120
