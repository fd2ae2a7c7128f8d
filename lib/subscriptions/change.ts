/** Changes a subscription on request, in the table and at its payment gateway. Every step may be repeated. */

import { isDeepStrictEqual } from 'node:util'
import { now, timestamp } from '../core/clock.ts'
import { type ConditionalRequest, requireMatch } from '../core/etag.ts'
import { mergeLatest, oldestStamp, stampAfter } from '../core/event-stamp.ts'
import { newId, type OrderToken, type SubscriptionId } from '../core/ids.ts'
import { requireMetadataSize } from '../core/metadata.ts'
import { fromMinorUnits, type MinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  deleteOperationWrite,
  findOperation,
  newOperation,
  type Operation,
  performOperationOrThrow,
  type Reservation,
  requireGateway,
  reserveOperation,
  type Saga,
  type SubscriptionRequest,
  takeOverOperation,
} from '../payments/index.ts'
import { change } from '../store/change.ts'
import { billingDatesOf } from './billing.ts'
import { planChange, requireActiveOrPaused, requireTransition } from './change-rules.ts'
import type { SubscriptionRow, SubscriptionRowWithContent } from './entity.ts'
import { prepareInvoiceChanges } from './invoice-changes.ts'
import { load } from './load.ts'
import { present, presentDashboardDetails } from './presenter.ts'
import { type ChangeName, isFinal, stateAfter, stateOf, withChange } from './rules.ts'
import type { Subscription, SubscriptionChange } from './schemas.ts'
import type { SubscriptionFields } from './stored-fields.ts'
import { subscriptionDefinition } from './stored-object.ts'

interface ChangeDetails {
  /** The requested change. Another request for an equal change resumes this operation. */
  wanted: ChangeName | SubscriptionChange
  change: ChangeName | null
  fields: Partial<SubscriptionFields>
}

export type ChangeOperation = Operation<ChangeDetails, SubscriptionRequest>

function applyChange(row: SubscriptionRowWithContent, { change, fields }: ChangeDetails): SubscriptionRowWithContent {
  const stamp = stampAfter(...Object.values(row.latest), ...Object.values(row.changes))
  const at = timestamp()
  const latest = mergeLatest<SubscriptionFields>(row.latest, fields, stamp)
  return {
    ...row,
    changeId: undefined,
    modifiedAt: at,
    latest: latest as SubscriptionRowWithContent['latest'],
    changes: change ? withChange(row.changes, change, { stamp, at }) : row.changes,
  }
}

/**
 * The number of earlier ids that are kept, so that a change is not made or settled once more after a later one. An
 * idempotency key is valid for 24 hours, and a subscription hardly has more changes in this time.
 */
const maxEarlierChangeIds = 20

const settledIdsOf = ({ settledChangeId, earlierChangeIds = [] }: SubscriptionRow): string[] =>
  settledChangeId ? [settledChangeId, ...earlierChangeIds] : []

const withSettledChange = <Row extends SubscriptionRow>(row: Row, id: string): Row => ({
  ...row,
  settledChangeId: id,
  earlierChangeIds: settledIdsOf(row).slice(0, maxEarlierChangeIds),
})

const isSettled = (row: SubscriptionRow, id: string) => settledIdsOf(row).includes(id)

export const changeSaga: Saga<SubscriptionRowWithContent, ChangeOperation> = {
  definition: subscriptionDefinition,
  load: ({ request: { tenant, subscription } }) =>
    load(tenant, subscription as SubscriptionId, { engine: 'V1', consistent: true }),
  isSettled,
  settle: (operation, { charged }) => settleChange(operation, charged),
  textsOf: () => ({
    nothingDone: 'Nothing was changed.',
    underWay: 'The change is under way: repeat the request to wait for it.',
    retryAfterSeconds: 5,
  }),
}

const settleChange = (operation: ChangeOperation, charged?: MinorUnits): Promise<SubscriptionRowWithContent> =>
  change(
    subscriptionDefinition,
    () => changeSaga.load(operation),
    async (before, alsoWrite) => {
      const { tenant, id } = operation.request
      if (isSettled(before, id)) return null
      const { totals, writes } = await chargedInvoice(before, operation.request, charged)
      alsoWrite(deleteOperationWrite(tenant, id), ...writes)
      return { ...withSettledChange(applyChange(before, operation.details), id), totals }
    },
  )

/**
 * Returns the new totals, and the writes that save an invoice for the amount that was charged immediately. The token of
 * the invoice is the id of the request. The gateway may report the same invoice, with its number and its taxes. This
 * report wins, whether it arrives earlier or later.
 */
async function chargedInvoice(row: SubscriptionRowWithContent, request: SubscriptionRequest, charged?: MinorUnits) {
  if (request.kind !== 'change' || !charged) return { totals: row.totals, writes: [] }
  const { currency } = request.terms
  const at = timestamp()
  const invoice = {
    token: request.id as OrderToken,
    state: 'Paid' as const,
    creationDate: at,
    modificationDate: at,
    amount: fromMinorUnits(charged, currency),
    currency,
    number: null,
    taxes: [],
  }
  return prepareInvoiceChanges({ row, stamp: oldestStamp, accountCurrency: currency, invoices: [invoice] })
}

interface WantedChange {
  /** The request to the gateway; null if the gateway is not needed. */
  asked: AskedOf<SubscriptionRequest> | null
  details: ChangeDetails
}
type AskedOf<R> = R extends SubscriptionRequest ? Omit<R, 'tenant' | 'id' | 'gatewayId' | 'subscription'> : never

/** Decides which change to make. Returns null if there is nothing to change. */
type Decide = (row: SubscriptionRowWithContent) => WantedChange | null

interface ChangeRequest {
  tenant: Tenant
  id: SubscriptionId
  /** The id of the change. A request that is repeated with the same `Idempotency-Key` has the same id. */
  changeId?: string
  ifMatch: string | undefined
  decide: Decide
}

/** Accepts the ETags of both representations. */
const requireMatchOf = (row: SubscriptionRowWithContent, ifMatch: string | undefined) =>
  requireMatch(ifMatch, present(row), presentDashboardDetails(row))

async function changeSubscription({
  tenant,
  id,
  changeId = newId(),
  ifMatch,
  decide,
}: ChangeRequest): Promise<SubscriptionRowWithContent> {
  const loadV1 = () => load(tenant, id, { engine: 'V1', consistent: true })
  const reservation = await reserveOperation(changeSaga, loadV1, async row => {
    if (isSettled(row, changeId)) return { row }
    if (row.changeId !== changeId && !isFinal(stateOf(row))) requireMatchOf(row, ifMatch)
    if (row.changeId) return { row, operation: await join(row, row.changeId, decide) }
    const wanted = decide(row)
    return wanted ? prepareChange(row, changeId, wanted) : { row }
  })
  return performOperationOrThrow(changeSaga, reservation)
}

async function prepareChange(
  row: SubscriptionRowWithContent,
  changeId: string,
  { asked, details }: WantedChange,
): Promise<Reservation<SubscriptionRowWithContent, ChangeOperation>> {
  const { gatewayId } = row.latest.content.value
  if (!asked || !gatewayId) return { row: withSettledChange(applyChange(row, details), changeId) }
  const gateway = await requireGateway(row)
  const { account, mode, id: subscription } = row
  const request = { ...asked, tenant: { account, mode }, id: changeId, gatewayId, subscription }
  const operation = newOperation(request as SubscriptionRequest, details, gateway.identity)
  return { row: { ...row, changeId }, operation }
}

/** Takes over the change that is under way. Throws if the request asks for another change. */
async function join(row: SubscriptionRowWithContent, changeId: string, decide: Decide): Promise<ChangeOperation> {
  const known = await findOperation<ChangeOperation>(row, changeId)
  const isSame = known && isDeepStrictEqual(decide(row)?.details.wanted, known.details.wanted)
  if (known && !isSame)
    throw new Problem('conflict', { message: 'Another change of the subscription is under way. Try again.' })
  return takeOverOperation(row, changeId)
}

/** Maps each kind of request to the change of state that it causes in a V1 subscription. */
const changeBy = { pause: 'paused', resume: 'resumed', cancel: 'cancelled' } as const

export interface PauseOrResume extends ConditionalRequest<SubscriptionId> {
  changeId: string
}

export const pauseOrResume = (tenant: Tenant, kind: 'pause' | 'resume', request: PauseOrResume) =>
  changeSubscription({
    tenant,
    ...request,
    decide: row => {
      requireTransition(row, changeBy[kind])
      return wantedStateChange(kind)
    },
  })

const wantedStateChange = (kind: keyof typeof changeBy): WantedChange => ({
  asked: { kind },
  details: { wanted: changeBy[kind], change: changeBy[kind], fields: {} },
})

/** Cancels a V1 subscription. Changes nothing if the subscription has already ended. */
export const cancelV1 = (tenant: Tenant, request: ConditionalRequest<SubscriptionId>) =>
  changeSubscription({
    tenant,
    ...request,
    decide: row => (isFinal(stateOf(row)) ? null : wantedStateChange('cancel')),
  })

/**
 * Stores that a cancellation was requested. The gateway is not called, because the subscription ends only at the next
 * billing date.
 */
export function requestCancellationV3(tenant: Tenant, { id, ifMatch }: ConditionalRequest<SubscriptionId>) {
  const loadV3 = () => load(tenant, id, { engine: 'V3', consistent: true })
  return change(subscriptionDefinition, loadV3, row => {
    requireMatchOf(row, ifMatch)
    if (!stateAfter('V3', stateOf(row), 'cancellationRequested')) return null
    const at = timestamp()
    const stamp = stampAfter(...Object.values(row.changes))
    const { next: nextBillingDate } = billingDatesOf(row, new Date(at))
    const changes = withChange(row.changes, 'cancellationRequested', { stamp, at, nextBillingDate })
    return { ...row, changes, modifiedAt: at }
  })
}

interface Update extends ConditionalRequest<SubscriptionId> {
  change: SubscriptionChange
}

export async function update(tenant: Tenant, { id, change, ifMatch }: Update): Promise<Subscription> {
  requireMetadataSize(change.metadata ?? null)
  const row = await changeSubscription({ tenant, id, ifMatch, decide: before => decide(before, change) })
  return present(row)
}

/** Returns null if the update changes nothing. */
function decide(row: SubscriptionRowWithContent, change: SubscriptionChange): WantedChange | null {
  requireActiveOrPaused(row)
  const { fields, terms } = planChange(row, change, now())
  const isUnchanged = Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(value, row.latest[name as keyof typeof fields]?.value),
  )
  if (isUnchanged) return null
  return { asked: terms && { kind: 'change', terms }, details: { wanted: change, change: null, fields } }
}
