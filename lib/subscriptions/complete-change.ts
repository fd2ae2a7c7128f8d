/** Settles or drops a reserved change of a subscription. Every step may be repeated, by this process or another. */

import { timestamp } from '../core/clock.ts'
import { mergeLatest, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { fromMinorUnits, type MinorUnits } from '../core/money.ts'
import { endOperation, type Operation, type Saga, type SubscriptionRequest } from '../payments/index.ts'
import { change } from '../store/change.ts'
import { applyInvoices } from './apply-invoices.ts'
import type { SubscriptionFields } from './content.ts'
import type { KnownSubscriptionRow } from './entity.ts'
import { load } from './load.ts'
import { type ChangeName, withChange } from './rules.ts'
import type { SubscriptionChange } from './schemas.ts'
import { subscriptionDefinition } from './stored.ts'

export interface ChangeDetails {
  /** The change that was requested, by which a repeated request is recognized. */
  wanted: ChangeName | SubscriptionChange
  change: ChangeName | null
  fields: Partial<SubscriptionFields>
}

export type ChangeOperation = Operation<ChangeDetails, SubscriptionRequest>

export function applyChange(row: KnownSubscriptionRow, { change, fields }: ChangeDetails): KnownSubscriptionRow {
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

export const changeSaga: Saga<KnownSubscriptionRow, ChangeOperation> = {
  definition: subscriptionDefinition,
  load: ({ request: { tenant, subscription } }) =>
    load(tenant, subscription as SubscriptionId, { engine: 'V1', consistent: true }),
  isSettled: ({ settledChangeId }, id) => settledChangeId === id,
  settle: (operation, { charged }) => settleChange(operation, charged),
  textsOf: () => ({
    nothingDone: 'Nothing was changed.',
    underWay: 'The change is under way: repeat the request to wait for it.',
    retryAfterSeconds: 5,
  }),
}

const settleChange = (operation: ChangeOperation, charged?: MinorUnits): Promise<KnownSubscriptionRow> =>
  change(
    subscriptionDefinition,
    () => changeSaga.load(operation),
    async (before, alsoWrite) => {
      const { tenant, id } = operation.request
      if (changeSaga.isSettled(before, id)) return null
      const { totals, writes } = await chargedInvoice(before, operation.request, charged)
      alsoWrite(endOperation(tenant, id), ...writes)
      return { ...applyChange(before, operation.details), settledChangeId: id, totals }
    },
  )

/** An amount that the gateway has charged at once is stored as an invoice with the id of the request. */
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
  return applyInvoices({ tenant: row, id: row.id, stamp: stampAfter(), accountCurrency: currency, invoices: [invoice] })
}
