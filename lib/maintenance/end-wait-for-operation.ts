/** Makes an order or a subscription stop waiting for a gateway operation that no longer exists. */

import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { orderDefinition } from '../orders/index.ts'
import { findOperation } from '../payments/index.ts'
import { changeByKey } from '../store/change.ts'
import { subscriptionDefinition } from '../subscriptions/index.ts'
import { type RowReference, referenceById } from './objects.ts'

type Subject = { order: string } | { subscription: string }

export const waitingRowReference = (tenant: Tenant, subject: Subject): RowReference =>
  'order' in subject
    ? referenceById(orderDefinition, tenant, subject.order)
    : referenceById(subscriptionDefinition, tenant, subject.subscription)

/**
 * Makes the order or the subscription stop waiting for the operation. Call this function only if the operation has
 * certainly moved no money.
 */
export async function endWaitForOperation(tenant: Tenant, subject: Subject, operationId: string): Promise<void> {
  if (await findOperation(tenant, operationId))
    throw new Problem('state_conflict', {
      message: `Operation ${operationId} is under way: recovery.run completes or drops it.`,
    })
  const reference = waitingRowReference(tenant, subject)
  const { object, key, name } = reference
  let isWaiting = false
  await changeByKey(object, key, row => {
    isWaiting = row !== null && object.awaitedOperations?.(row).has(operationId) === true
    return (isWaiting && row && object.withoutOperation?.(row, operationId)) || null
  })
  if (!isWaiting) throw new Problem('not_found', { message: `The ${name} does not wait for operation ${operationId}.` })
}
