/** Stores operations under way: requests to a gateway that are neither settled nor dropped yet. */

import { now, timestamp } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { Conflict, conditionalWrite, lastConditionFailed, tryWrite } from '../store/conditional-write.ts'
import { pagesOf } from '../store/row-pages.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { OperationRow } from './entity.ts'
import type { GatewayIdentity, GatewayRequest } from './gateway.ts'

/**
 * `Details` is the type of `details`: the data that a module stores when it starts an operation, and needs later to
 * settle the operation.
 */
export interface Operation<Details = unknown, R extends GatewayRequest = GatewayRequest> {
  request: R
  details: Details
  /**
   * The gateway that the store had when the operation was reserved, or that was recorded later. If `gateway` is absent,
   * the present gateway of the store is tried.
   */
  gateway?: GatewayIdentity | undefined
  createdAt: string
  dueAt: string
  attempts: number
  /**
   * The time in milliseconds at which the previous process reserved or took over the operation. Only
   * `takeOverOperation` sets this field.
   */
  previousAt?: number
}

/** The time after which the Lambda that has started an operation has certainly ended. */
export const takeoverMilliseconds = 60_000
const maxTakeoverMilliseconds = 3600_000

const waitAfter = (attempts: number) => Math.min(takeoverMilliseconds * 2 ** (attempts - 1), maxTakeoverMilliseconds)
const dueAfter = (attempts: number) => new Date(now().getTime() + waitAfter(attempts)).toISOString()

export const newOperation = <D, R extends GatewayRequest>(
  request: R,
  details: D,
  gateway: GatewayIdentity,
): Operation<D, R> => ({ request, details, gateway, createdAt: timestamp(), attempts: 1, dueAt: dueAfter(1) })

const keyOf = ({ account, mode }: Tenant, id: string) => ({ account, mode, id })

const operationOf = ({ account, mode, id, request, ...row }: OperationRow): Operation => ({
  ...row,
  details: row.details,
  request: { ...request, id, tenant: { account, mode } } as GatewayRequest,
})

/**
 * Returns the write that creates the operation. The row that waits for the operation must be saved in the same
 * transaction.
 */
export function newOperationWrite({ request, ...operation }: Operation): ExtraWrite {
  const { tenant, id, ...asked } = request
  const row = { ...keyOf(tenant, id), ...operation, request: asked }
  return {
    entity: OperationRow,
    write: Row => Row.put(row).where(({ attempts }, { notExists }) => notExists(attempts)),
  }
}

/** Returns the write that deletes the operation. It belongs in the transaction that settles the operation. */
export const deleteOperationWrite = (tenant: Tenant, id: string): ExtraWrite => ({
  entity: OperationRow,
  write: Row => Row.delete(keyOf(tenant, id)),
})

/**
 * Returns a write that deletes the operation, and fails if another process has taken over or ended the operation. The
 * write must be the last of its transaction, because `dropUnlessRepeated` examines only the last condition.
 */
export const dropOperationWrite = ({ request: { tenant, id }, attempts }: Operation): ExtraWrite => ({
  entity: OperationRow,
  write: Row => Row.delete(keyOf(tenant, id)).where((stored, { eq }) => eq(stored.attempts, attempts)),
})

/**
 * Runs `drop`, whose last write must be conditional on the attempts of the operation. Returns false if this condition
 * fails, because another process has taken over or ended the operation.
 */
export async function dropUnlessRepeated(drop: () => Promise<unknown>): Promise<boolean> {
  try {
    await drop()
    return true
  } catch (fault) {
    if (lastConditionFailed(fault)) return false
    throw fault
  }
}

/** Drops an operation for which no row waits. Returns false if another process has sent the request again. */
export const dropUnawaitedOperation = ({ request: { tenant, id }, attempts }: Operation): Promise<boolean> =>
  dropUnlessRepeated(() =>
    conditionalWrite(() =>
      OperationRow.delete(keyOf(tenant, id))
        .where((stored, { eq, notExists }) => `${notExists(stored.attempts)} OR ${eq(stored.attempts, attempts)}`)
        .go(),
    ),
  )

/** Returns null if the operation has ended. */
export async function findOperation<O extends Operation>(tenant: Tenant, id: string): Promise<O | null> {
  const { data } = await OperationRow.get(keyOf(tenant, id)).go({ consistent: true })
  return data && (operationOf(data) as O)
}

/**
 * Increments `attempts`, so that this process may send the request again. Throws a Conflict if the operation has ended,
 * or if its number of attempts is not the expected one.
 */
export async function takeOverOperation<O extends Operation>(
  tenant: Tenant,
  id: string,
  expectedAttempts?: number,
): Promise<O> {
  const known = await findOperation<O>(tenant, id)
  if (!known || known.attempts !== (expectedAttempts ?? known.attempts)) throw new Conflict([])
  const attempts = known.attempts + 1
  const dueAt = dueAfter(attempts)
  await conditionalWrite(() =>
    OperationRow.patch(keyOf(tenant, id))
      .set({ attempts, dueAt })
      .where((stored, { eq }) => eq(stored.attempts, known.attempts))
      .go(),
  )
  return { ...known, attempts, dueAt, previousAt: requestSentAt(known) }
}

/** Returns the time in milliseconds at which a process last reserved or took over the operation to send its request. */
export const requestSentAt = ({ dueAt, attempts }: Operation) => Date.parse(dueAt) - waitAfter(attempts)

/**
 * Records the gateway of an operation. Returns false and writes nothing if the operation has ended, or if it already
 * has a gateway and another process has sent the request again.
 */
export function recordGatewayOfOperation(operation: Operation, gateway: GatewayIdentity): Promise<boolean> {
  const { request, attempts } = operation
  return tryWrite(() =>
    OperationRow.patch(keyOf(request.tenant, request.id))
      .set({ gateway })
      .where((stored, { eq, notExists }) => `${notExists(stored.gateway)} OR ${eq(stored.attempts, attempts)}`)
      .go(),
  )
}

/** Returns the operations under way of one store, ordered by id. */
export async function readOperations({ account, mode }: Tenant): Promise<Operation[]> {
  const { data } = await OperationRow.query.byId({ account, mode }).go({ pages: 'all', consistent: true })
  return data.map(operationOf)
}

/** Yields the operations under way of one store, page by page. */
export async function* readOperationPages({ account, mode }: Tenant): AsyncGenerator<Operation[]> {
  const query = OperationRow.query.byId({ account, mode })
  for await (const { data } of pagesOf(page => query.go(page), { consistent: true })) yield data.map(operationOf)
}

/** Yields the operations under way of all stores, oldest first. */
export async function* pendingOperationsOfAllStores(): AsyncGenerator<Operation> {
  for await (const { data } of pagesOf(page => OperationRow.query.pending({}).go(page))) yield* data.map(operationOf)
}
