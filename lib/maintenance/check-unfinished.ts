/** Checks what spans several rows: operations at payment gateways, merges of customers, and stock movements. */

import { now } from '../core/clock.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { movementExists, readMovementsOfStore, type StockMovementRow } from '../orders/index.ts'
import { findOperation, type Operation, readOperations } from '../payments/index.ts'
import { moveStockOfProduct } from '../products/index.ts'
import { waitingRowReference } from './end-wait-for-operation.ts'
import type { Difference } from './finding.ts'
import { loadRow, type RowReference } from './objects.ts'

interface Waiting {
  kind: string
  reference: RowReference
}

/** Maps the id of an operation at the payment gateway to the row that waits for this operation. */
export type WaitingRows = Map<string, Waiting>

/** Finds rows that wait for an operation that does not exist, and operations that no row waits for. */
export async function gatewayOperationDifferences(tenant: Tenant, waiting: WaitingRows): Promise<Difference[]> {
  const operations = await readOperations(tenant)
  const ids = new Set(operations.map(({ request }) => request.id))
  const withoutOperation = [...waiting].filter(([id]) => !ids.has(id))
  const withoutRow = operations.filter(({ request }) => !waiting.has(request.id))
  return [
    ...withoutOperation.map(([id, row]) => missingOperation(tenant, id, row)),
    ...withoutRow.map(orphanedOperation),
  ]
}

async function waitsFor(reference: RowReference, id: string): Promise<boolean> {
  const row = await loadRow(reference)
  return (row && reference.object.awaitedOperations?.(row).has(id)) ?? false
}

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
  const reference = waitingRowReference(tenant, request)
  return {
    kind: 'orphaned-operation',
    key: `operation ${id} (${kind})`,
    list: null,
    is: `${reference.name} does not wait for it`,
    shouldBe: `${reference.name} waits for it`,
    persists: async () => (await findOperation(tenant, id)) !== null && !(await waitsFor(reference, id)),
  }
}

/** Finds merged customers that still have orders or subscriptions. */
export async function customerMergeDifferences(tenant: Tenant): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const ids of customers.findUnfinishedMerges(tenant))
    found.push(...ids.map(id => unfinishedMerge(tenant, id)))
  return found
}

const unfinishedMerge = (tenant: Tenant, id: CustomerId): Difference => ({
  kind: 'unfinished-merge',
  key: `customer ${id}`,
  list: null,
  is: 'merged, with orders or subscriptions',
  shouldBe: 'merged, without any',
  persists: () => customers.hasUnfinishedMerge(tenant, id),
  repair: { target: `merge of customer ${id}`, run: () => customers.finishMerge(tenant, id) },
})

/** A recorded movement is a finding if it is older than this. Usually the stock is changed within seconds. */
const maxAgeMilliseconds = 60_000

/** Finds movements that orders recorded over a minute ago, and that have not changed the stock yet. */
export async function stockMovementDifferences(tenant: Tenant): Promise<Difference[]> {
  const isOverdue = ({ recordedAt }: StockMovementRow) => now().getTime() - Date.parse(recordedAt) > maxAgeMilliseconds
  return (await readMovementsOfStore(tenant)).filter(isOverdue).map(unmadeMovement)
}

const unmadeMovement = (movement: StockMovementRow): Difference => ({
  kind: 'unmade-movement',
  key: `product ${movement.productId}`,
  list: null,
  is: `movement ${movement.id} for order ${movement.token} is recorded`,
  shouldBe: 'made',
  persists: () => movementExists(movement),
  repair: {
    target: `stock of product ${movement.productId} for order ${movement.token}`,
    run: () => moveStockOfProduct(movement, movement.productId),
  },
})
