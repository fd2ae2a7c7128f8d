/** Changes a subscription: reserves the change, asks the gateway, and settles or drops it, as payments of orders do. */

import { isDeepStrictEqual } from 'node:util'
import { newId, type SubscriptionId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  findOperation,
  newOperation,
  perform,
  requireGateway,
  resultOf,
  type SubscriptionRequest,
  startOperation,
  takeOver,
} from '../payments/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { applyChange, type ChangeDetails, type ChangeOperation, changeSteps } from './complete-change.ts'
import type { KnownSubscriptionRow } from './entity.ts'
import { subscriptionDefinition } from './lists.ts'
import { load } from './load.ts'

/** What a request wants of a subscription as it is. */
export interface WantedChange {
  /** What is asked of the gateway; null if nothing. */
  asked: AskedOf<SubscriptionRequest> | null
  details: ChangeDetails
}
type AskedOf<R> = R extends SubscriptionRequest
  ? Omit<R, 'tenant' | 'id' | 'gatewayId' | 'subscription'>
  : never

/** Null if there is nothing to do. */
type Decide = (row: KnownSubscriptionRow) => WantedChange | null

interface ChangeRequest {
  tenant: Tenant
  id: SubscriptionId
  ifMatch?: (row: KnownSubscriptionRow) => void
  decide: Decide
}

export async function changeSubscription(request: ChangeRequest): Promise<KnownSubscriptionRow> {
  const { row, operation } = await retryOnConflict(() => reserve(request))
  if (!operation) return row
  return resultOf(await perform(operation, changeSteps(operation)), {
    nothingDone: 'Nothing was changed.',
    underWay: 'The change is under way: repeat the request to wait for it.',
    retryAfterSeconds: 5,
  })
}

interface Reservation {
  row: KnownSubscriptionRow
  operation: ChangeOperation | null
}

async function reserve({ tenant, id, ifMatch, decide }: ChangeRequest): Promise<Reservation> {
  const row = await load(tenant, id, { engine: 'V1', consistent: true })
  ifMatch?.(row)
  if (row.changeId) return { row, operation: await join(row, row.changeId, decide) }
  const wanted = decide(row)
  if (!wanted) return { row, operation: null }
  const { gatewayId } = row.latest.content.value
  if (!wanted.asked || !gatewayId)
    return { row: await save(subscriptionDefinition, applyChange(row, wanted.details), row), operation: null }
  const gateway = await requireGateway(tenant)
  const request = { ...wanted.asked, tenant: { account: row.account, mode: row.mode }, id: newId() }
  const operation: ChangeOperation = newOperation(
    { ...request, gatewayId, subscription: id } as SubscriptionRequest,
    wanted.details,
    gateway.identity,
  )
  const after = { ...row, changeId: operation.request.id }
  await save(subscriptionDefinition, after, row, [startOperation(operation)])
  return { row, operation }
}

/** A repeated request waits for the change under way; another one has to wait until it is over. */
async function join(row: KnownSubscriptionRow, changeId: string, decide: Decide): Promise<ChangeOperation> {
  const known = await findOperation<ChangeOperation>(row, changeId)
  const isSame = known && isDeepStrictEqual(decide(row)?.details.wanted, known.details.wanted)
  if (known && !isSame)
    throw new Problem('conflict', { message: 'Another change of the subscription is under way. Try again.' })
  return takeOver(row, changeId)
}
