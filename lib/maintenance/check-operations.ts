/** Checks that orders and subscriptions wait for exactly the operations that are under way at payment gateways. */

import type { Tenant } from '../core/tenant.ts'
import { findOperation, isPaymentRequest, type Operation, operationsOf } from '../payments/index.ts'
import { maintainedOrders, maintainedSubscriptions } from './entities.ts'
import type { Difference } from './finding.ts'
import type { MaintainedRow, RowReference } from './maintained.ts'

interface Waiting {
  kind: string
  reference: RowReference
}

/** By the ids of the operations that they wait for. */
export type WaitingRows = Map<string, Waiting>

export function addWaiting(waiting: WaitingRows, { awaitedOperations, reference }: MaintainedRow): void {
  for (const [id, kind] of awaitedOperations()) waiting.set(id, { kind, reference })
}

export async function operationDifferences(tenant: Tenant, waiting: WaitingRows): Promise<Difference[]> {
  const operations = await operationsOf(tenant)
  const ids = new Set(operations.map(({ request }) => request.id))
  const withoutOperation = [...waiting].filter(([id]) => !ids.has(id))
  const withoutRow = operations.filter(({ request }) => !waiting.has(request.id))
  return [
    ...withoutOperation.map(([id, row]) => missingOperation(tenant, id, row)),
    ...withoutRow.map(orphanedOperation),
  ]
}

const waitsFor = async (reference: RowReference, id: string) =>
  (await reference.load())?.awaitedOperations().has(id) ?? false

const missingOperation = (tenant: Tenant, id: string, { kind, reference }: Waiting): Difference => ({
  kind: 'missing-operation',
  key: reference.name,
  list: null,
  is: `waits for operation ${id} (${kind}), which does not exist`,
  shouldBe: 'waits for no operation, or it exists',
  persists: async () => (await waitsFor(reference, id)) && (await findOperation(tenant, id)) === null,
})

function orphanedOperation({ request }: Operation): Difference {
  const { tenant, id, kind } = request
  const reference = isPaymentRequest(request)
    ? maintainedOrders.referenceTo(tenant, request.order)
    : maintainedSubscriptions.referenceTo(tenant, request.subscription)
  return {
    kind: 'orphaned-operation',
    key: `operation ${id} (${kind})`,
    list: null,
    is: `${reference.name} does not wait for it`,
    shouldBe: `${reference.name} waits for it`,
    persists: async () => (await findOperation(tenant, id)) !== null && !(await waitsFor(reference, id)),
  }
}
