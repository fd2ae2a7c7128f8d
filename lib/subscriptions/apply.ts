/**
 * Applies checkout events, and payment statuses of orders, to subscriptions and their invoices. Events may arrive in
 * any sequence and more than once.
 */

import { type EventStamp, earlierOf, type LatestFields, laterOf, mergeLatest, stampTime } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken, SubscriptionId } from '../core/ids.ts'
import { fromMinorUnits, toMinorUnits } from '../core/money.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeZoneToStore } from '../core/time-zone.ts'
import { changeByKeyWithResult, saveDerived } from '../store/change.ts'
import {
  hasContent,
  InvoiceOrderRow,
  invoiceOrderKeyOf,
  keyOf,
  reportedCurrencyOf,
  type SubscriptionRow,
} from './entity.ts'
import { deriveInvoiceTotals, prepareInvoiceChanges } from './invoice-changes.ts'
import type { InvoiceUpdate, ReportSource } from './invoice-rules.ts'
import { mergeContent, stampOfPart, subscriberStampOf } from './merge-content.ts'
import { type ChangeName, type Changes, type Engine, withChange } from './rules.ts'
import type { SubscriptionFields } from './stored-fields.ts'
import { eraseIfErased, subscriptionDefinition } from './stored-object.ts'
import type { SubscriptionUpdate } from './subscription-update.ts'

interface Event extends ReportSource {
  /** The time zone of the store. A subscription keeps the time zone that was stored with its first event. */
  timeZone: string
  customerId: CustomerId | undefined
  /** The time when the subscription was erased, or when its subscriber was erased after the event. */
  erasedAt?: string | undefined
  change?: ChangeName | undefined
  invoices?: readonly InvoiceUpdate[]
}

export async function upsertSubscription(
  tenant: Tenant,
  update: SubscriptionUpdate,
  event: Event,
): Promise<SubscriptionRow> {
  const { row } = await saveSubscriptionWithInvoices(tenant, update, event, before =>
    rowAfterUpdate(before, update, event),
  )
  return row
}

/** Saves an invoice. If it arrives before its subscription, the new row of the subscription has no content. */
export const addInvoice = (
  tenant: Tenant,
  { subscriptionId: id, invoice }: { subscriptionId: SubscriptionId; invoice: InvoiceUpdate },
  event: Pick<Event, 'stamp' | 'accountCurrency'>,
) => saveSubscriptionWithInvoices(tenant, { id, engine: 'V1' }, { ...event, invoices: [invoice] }, before => before)

interface Subject {
  id: SubscriptionId
  engine: Engine
}

/** Saves a subscription and its changed invoices in one transaction, so that the totals always match the invoices. */
export function saveSubscriptionWithInvoices(
  tenant: Tenant,
  { id, engine }: Subject,
  event: ReportSource & Pick<Event, 'invoices'>,
  update: (before: SubscriptionRow) => SubscriptionRow,
) {
  const { invoices = [] } = event
  return changeByKeyWithResult(
    subscriptionDefinition,
    keyOf(tenant, id),
    async (row, alsoWrite): Promise<SubscriptionRow> => {
      requireEngine(row, engine)
      const after = update(row ?? emptySubscription(tenant, { id, engine }))
      const isSameCurrency = !row?.totals || reportedCurrencyOf(row) === reportedCurrencyOf(after)
      if (invoices.length === 0 && isSameCurrency) return after
      const { totals, writes } = await prepareInvoiceChanges({ row: after, ...event, invoices })
      alsoWrite(...writes)
      return { ...after, totals }
    },
  )
}

function requireEngine(row: SubscriptionRow | null, engine: Engine): void {
  if (row && row.engine !== engine) throw validationProblem({ id: [`is the id of a subscription of ${row.engine}`] })
}

export const emptySubscription = (tenant: Tenant, { id, engine }: Subject): SubscriptionRow => ({
  ...keyOf(tenant, id),
  engine,
  version: 0,
  latest: {},
  changes: {},
  creationDate: '',
  modifiedAt: '',
  endsAt: '',
})

export function rowAfterUpdate(before: SubscriptionRow, update: SubscriptionUpdate, event: Event): SubscriptionRow {
  const { stamp, customerId, timeZone, change } = event
  const latest = latestAfter(before.latest, update, event)
  const hasCustomer = subscriberStampOf(latest.content) === stampOfPart(update.content.email, stamp)
  const creationDate = update.creationDate ?? stampTime(stamp)
  return eraseIfErased({
    ...before,
    latest,
    timeZone: hasContent(before) ? before.timeZone : timeZoneToStore(timeZone),
    ...(event.erasedAt && { erasedAt: event.erasedAt }),
    ...(hasCustomer && !event.erasedAt && { customerId }),
    changes: change ? withReported(before.changes, change, { update, stamp }) : before.changes,
    creationDate: before.creationDate ? earlierOf(before.creationDate, creationDate) : creationDate,
    modifiedAt: laterOf(before.modifiedAt, update.modificationDate ?? stampTime(stamp)),
  })
}

function withReported(
  changes: Changes,
  name: ChangeName,
  { update, stamp }: { update: SubscriptionUpdate; stamp: EventStamp },
): Changes {
  const { changedOn, nextBillingDate = null } = update
  const at = changedOn[name] ?? stampTime(stamp)
  return withChange(changes, name, { stamp, at, ...(name === 'cancellationRequested' && { nextBillingDate }) })
}

type Latest = LatestFields<SubscriptionFields>

/**
 * Returns the fields after an update. Metadata that the event does not contain is undefined, so that the stored
 * metadata stays as it is. Many checkouts never send metadata. Empty metadata removes the stored metadata.
 */
function latestAfter(before: Latest, update: SubscriptionUpdate, event: Event) {
  const { amount, quantity, schedule, nextBillingDate, metadata } = update
  const { stamp, merge = mergeLatest } = event
  const content = mergeContent(before.content, update, event)
  const { currency } = content.value
  const fields = {
    amount: amount === undefined ? undefined : toMinorUnits(amount, currency),
    quantity,
    schedule,
    nextBillingDate,
    metadata: metadata && Object.keys(metadata).length === 0 ? null : (metadata ?? undefined),
  }
  return { ...merge<SubscriptionFields>(inCurrency(before, currency), fields, stamp), content }
}

/** Keeps the decimal amount if another report changes the currency, as the report of the amount may have had none. */
function inCurrency(latest: Latest, currency: string): Latest {
  const { amount, content } = latest
  if (!amount || !content) return latest
  const decimal = fromMinorUnits(amount.value, content.value.currency)
  return { ...latest, amount: { ...amount, value: toMinorUnits(decimal, currency) } }
}

/** Updates the invoices of an order whose payment status may have changed. */
export async function syncInvoicesOfOrder(tenant: Tenant, token: OrderToken): Promise<void> {
  const rows = InvoiceOrderRow.query.byOrder(invoiceOrderKeyOf(tenant, token))
  const { data } = await rows.go({ pages: 'all', consistent: true })
  for (const { subscriptionId } of data) await syncInvoicesOfSubscription(tenant, subscriptionId, [token])
}

/**
 * Updates the invoices of the orders with these `tokens`. Without `tokens`, updates all invoices of the subscription.
 * The subscription is read before the orders, so that the save fails if another process saves newer payment statuses
 * meanwhile.
 */
export const syncInvoicesOfSubscription = (
  tenant: Tenant,
  id: SubscriptionId,
  tokens?: readonly OrderToken[],
): Promise<void> =>
  saveDerived(subscriptionDefinition, keyOf(tenant, id), row => deriveInvoiceTotals(row, true, tokens))
