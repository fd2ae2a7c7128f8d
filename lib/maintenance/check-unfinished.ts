/**
 * Finds unfinished work that concerns several rows: operations at payment gateways, merges of customers, and stock
 * movements.
 */

import { now } from '../core/clock.ts'
import type { CustomerId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { movementExists, readMovementPages, type StockMovementRow } from '../orders/index.ts'
import { findOperation, type Operation, readOperationPages } from '../payments/index.ts'
import { applyMovementsOfProduct } from '../products/index.ts'
import type { VersionedRow } from '../store/stored-object.ts'
import { waitingRowReference } from './end-wait-for-operation.ts'
import type { Difference } from './finding.ts'
import { loadRow, type RowReference } from './objects.ts'

const maxConcurrent = 10

/** Finds the operations that the row waits for although they do not exist. */
export async function findMissingOperations(reference: RowReference, row: VersionedRow): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [id, kind] of reference.object.awaitedOperations?.(row) ?? []) {
    const isMissing = (await findOperation(row, id)) === null
    if (isMissing) found.push(missingOperation(row, reference, { id, kind }))
  }
  return found
}

/** Yields the operations that no row waits for, page by page. */
export async function* findOrphanedOperations(tenant: Tenant): AsyncGenerator<Difference[]> {
  for await (const operations of readOperationPages(tenant)) {
    const found = await mapConcurrent(operations, maxConcurrent, async ({ request }) => {
      const isAwaited = await waitsFor(waitingRowReference(tenant, request), request.id)
      return isAwaited ? [] : [orphanedOperation({ request })]
    })
    yield found.flat()
  }
}

async function waitsFor(reference: RowReference, id: string): Promise<boolean> {
  const row = await loadRow(reference)
  return (row && reference.object.awaitedOperations?.(row).has(id)) ?? false
}

interface AwaitedOperation {
  id: string
  kind: string
}

const missingOperation = (tenant: Tenant, reference: RowReference, { id, kind }: AwaitedOperation): Difference => ({
  kind: 'missing-operation',
  key: reference.name,
  list: null,
  is: `waits for operation ${id} (${kind}), which does not exist`,
  shouldBe: 'waits for no operation, or it exists',
  persists: async () => (await waitsFor(reference, id)) && (await findOperation(tenant, id)) === null,
})

function orphanedOperation({ request }: Pick<Operation, 'request'>): Difference {
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

/** Yields the merged customers that still have orders or subscriptions, page by page. */
export async function* findUnfinishedMerges(tenant: Tenant): AsyncGenerator<Difference[]> {
  for await (const ids of customers.findUnfinishedMerges(tenant)) yield ids.map(id => unfinishedMerge(tenant, id))
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

/**
 * The age from which a recorded stock movement is a finding. Usually, the stock is changed within seconds after the
 * movement was recorded.
 */
const maxAgeMilliseconds = 60_000

/**
 * Yields the stock movements whose rows still exist a minute after they were recorded, page by page. The row of a
 * movement is deleted after the movement has changed the stock.
 */
export async function* findUnappliedMovements(tenant: Tenant): AsyncGenerator<Difference[]> {
  const isOverdue = ({ recordedAt }: StockMovementRow) => now().getTime() - Date.parse(recordedAt) > maxAgeMilliseconds
  for await (const movements of readMovementPages(tenant)) yield movements.filter(isOverdue).map(unappliedMovement)
}

const unappliedMovement = (movement: StockMovementRow): Difference => ({
  kind: 'unmade-movement',
  key: `product ${movement.productId}`,
  list: null,
  is: `movement ${movement.id} for order ${movement.token} is recorded`,
  shouldBe: 'made',
  persists: () => movementExists(movement),
  repair: {
    target: `stock of product ${movement.productId} for order ${movement.token}`,
    run: () => applyMovementsOfProduct(movement, movement.productId),
  },
})
