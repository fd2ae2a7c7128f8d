/** Changes a subscription, at its payment gateway if it has one. */

import { isDeepStrictEqual } from 'node:util'
import { newId, type SubscriptionId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  ask,
  findOperation,
  newOperation,
  type Reservation,
  requireGateway,
  reserve,
  type SubscriptionRequest,
  takeOver,
} from '../payments/index.ts'
import { applyChange, type ChangeDetails, type ChangeOperation, changeSaga } from './complete-change.ts'
import type { KnownSubscriptionRow } from './entity.ts'
import { load } from './load.ts'

/** The change that a request makes to a subscription. */
export interface WantedChange {
  /** The request to the gateway; null if the gateway is not needed. */
  asked: AskedOf<SubscriptionRequest> | null
  details: ChangeDetails
}
type AskedOf<R> = R extends SubscriptionRequest ? Omit<R, 'tenant' | 'id' | 'gatewayId' | 'subscription'> : never

/** Returns null if there is nothing to change. */
type Decide = (row: KnownSubscriptionRow) => WantedChange | null

interface ChangeRequest {
  tenant: Tenant
  id: SubscriptionId
  ifMatch?: (row: KnownSubscriptionRow) => void
  decide: Decide
}

export async function changeSubscription({
  tenant,
  id,
  ifMatch,
  decide,
}: ChangeRequest): Promise<KnownSubscriptionRow> {
  const loadV1 = () => load(tenant, id, { engine: 'V1', consistent: true })
  const reservation = await reserve(changeSaga, loadV1, async row => {
    ifMatch?.(row)
    if (row.changeId) return { row, operation: await join(row, row.changeId, decide) }
    const wanted = decide(row)
    return wanted ? reserveChange(row, wanted) : { row }
  })
  return ask(changeSaga, reservation)
}

async function reserveChange(
  row: KnownSubscriptionRow,
  { asked, details }: WantedChange,
): Promise<Reservation<KnownSubscriptionRow, ChangeOperation>> {
  const { gatewayId } = row.latest.content.value
  if (!asked || !gatewayId) return { row: applyChange(row, details) }
  const gateway = await requireGateway(row)
  const { account, mode, id: subscription } = row
  const request = { ...asked, tenant: { account, mode }, id: newId(), gatewayId, subscription }
  const operation = newOperation(request as SubscriptionRequest, details, gateway.identity)
  return { row: { ...row, changeId: request.id }, operation }
}

/**
 * A request that repeats the change under way takes over its operation. A request for another change is rejected until
 * the first one is over.
 */
async function join(row: KnownSubscriptionRow, changeId: string, decide: Decide): Promise<ChangeOperation> {
  const known = await findOperation<ChangeOperation>(row, changeId)
  const isSame = known && isDeepStrictEqual(decide(row)?.details.wanted, known.details.wanted)
  if (known && !isSame)
    throw new Problem('conflict', { message: 'Another change of the subscription is under way. Try again.' })
  return takeOver(row, changeId)
}
