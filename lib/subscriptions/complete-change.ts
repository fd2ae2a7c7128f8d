/** Settles or drops a change of a subscription that was reserved. Every step may be repeated, by this process or another. */

import { timestamp } from '../core/clock.ts'
import { mergeLatest, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { fromMinorUnits, type MinorUnits } from '../core/money.ts'
import {
  dropOperation,
  dropUnlessRepeated,
  endOperation,
  type Operation,
  removeOperation,
  type Steps,
  type SubscriptionRequest,
} from '../payments/index.ts'
import { change } from '../store/change.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { applyInvoices } from './apply-invoices.ts'
import type { SubscriptionFields } from './content.ts'
import type { KnownSubscriptionRow, SubscriptionRow } from './entity.ts'
import { subscriptionDefinition } from './lists.ts'
import { load } from './load.ts'
import { type ChangeName, withChange } from './rules.ts'
import type { SubscriptionChange } from './schemas.ts'

export interface ChangeDetails {
  /** The request, by which a repetition is recognized. */
  wanted: ChangeName | SubscriptionChange
  change: ChangeName | null
  fields: Partial<SubscriptionFields>
}

export type ChangeOperation = Operation<ChangeDetails, SubscriptionRequest>

export const changeSteps = (operation: ChangeOperation): Steps<KnownSubscriptionRow> => ({
  settle: ({ charged }) => settleChange(operation, charged),
  drop: () => dropChange(operation),
})

export function applyChange(
  row: KnownSubscriptionRow,
  { change, fields }: ChangeDetails,
): KnownSubscriptionRow {
  const stamp = stampAfter(...Object.values(row.latest), ...Object.values(row.changes))
  const at = timestamp()
  const latest = mergeLatest<SubscriptionFields>(row.latest, fields, stamp)
  return {
    ...row,
    changeId: undefined,
    modifiedAt: at,
    latest: latest as KnownSubscriptionRow['latest'],
    changes: change ? withChange(row.changes, change, { stamp, at }) : row.changes,
  }
}

const loadSubscription = ({ tenant, subscription }: SubscriptionRequest) =>
  load(tenant, subscription as SubscriptionId, { engine: 'V1', consistent: true })

const settleChange = (
  { request, details }: ChangeOperation,
  charged?: MinorUnits,
): Promise<KnownSubscriptionRow> =>
  change(
    subscriptionDefinition,
    () => loadSubscription(request),
    async (before, alsoWrite) => {
      const { tenant, id } = request
      if (before.settledChangeId === id) return null
      const { totals, writes } = await chargedInvoice(before, request, charged)
      alsoWrite(endOperation(tenant, id), ...writes)
      return { ...applyChange(before, details), settledChangeId: id, totals }
    },
  )

/** The operations at the gateway that a subscription waits for: their kinds by id. */
export const awaitedOperations = ({ changeId }: SubscriptionRow): Map<string, string> =>
  new Map(changeId ? [[changeId, 'change']] : [])

export const withoutOperation = (row: SubscriptionRow): SubscriptionRow => ({ ...row, changeId: undefined })

/** What the gateway has charged at once is an invoice, with the id of the request. */
async function chargedInvoice(row: KnownSubscriptionRow, request: SubscriptionRequest, charged?: MinorUnits) {
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
  return applyInvoices({
    tenant: row,
    id: row.id,
    stamp: stampAfter(),
    accountCurrency: currency,
    invoices: [invoice],
  })
}

/** False if another process has sent the request again, or has settled it. */
const dropChange = (operation: ChangeOperation): Promise<boolean> =>
  retryOnConflict(async () => {
    const { id } = operation.request
    const before = await loadSubscription(operation.request)
    if (before.settledChangeId === id) return false
    if (before.changeId !== id) return removeOperation(operation)
    const after = withoutOperation(before)
    return dropUnlessRepeated(() => save(subscriptionDefinition, after, before, [dropOperation(operation)]))
  })
