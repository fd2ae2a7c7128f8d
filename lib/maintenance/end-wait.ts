/** Ends the wait for an operation at the payment gateway that does not exist. Only its owner knows that no money has moved. */

import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findOperation } from '../payments/index.ts'
import { maintainedOrders, maintainedSubscriptions } from './entities.ts'

type Waiting = { order: OrderToken } | { subscription: SubscriptionId }

export async function endWait(tenant: Tenant, waiting: Waiting, operationId: string): Promise<void> {
  if (await findOperation(tenant, operationId))
    throw new Problem('state_conflict', {
      message: `Operation ${operationId} is under way: recovery.run completes or drops it.`,
    })
  const reference =
    'order' in waiting
      ? maintainedOrders.referenceTo(tenant, waiting.order)
      : maintainedSubscriptions.referenceTo(tenant, waiting.subscription)
  if (!(await reference.endWait(operationId)))
    throw new Problem('not_found', {
      message: `The ${reference.name} does not wait for operation ${operationId}.`,
    })
}
