/** Imports V1 and V3 subscriptions, with their state and their invoices. The import calls no payment gateway. */

import * as z from 'zod'
import { listOrEmpty, optionalAmount, optionalDate, optionalText } from '../core/event-fields.ts'
import { type EventStamp, importStamp, isImported, laterOf, mergeImported, stampTime } from '../core/event-stamp.ts'
import { caseInsensitiveEnum, guid } from '../core/fields.ts'
import type { CustomerId } from '../core/ids.ts'
import { withMetadataLimit } from '../core/metadata.ts'
import type { Tenant } from '../core/tenant.ts'
import { requirePackedSize } from '../store/attributes.ts'
import type { ChangeResult } from '../store/change.ts'
import { rowAfterUpdate, saveSubscriptionWithInvoices } from './apply.ts'
import type { SubscriptionRow } from './entity.ts'
import { type InvoiceUpdate, invoiceStates } from './invoice-rules.ts'
import { type ChangeName, type Changes, type Engine, type State, stateOf, states, withChange } from './rules.ts'
import { integerRaisedToMinimum, type SubscriptionUpdate } from './subscription-update.ts'
import { eventInterval, ListedInvoice, SubscriptionReported } from './v1-checkout-events.ts'

const invoiceState = caseInsensitiveEnum(invoiceStates).nullish().catch(null)

const Summary = z.object({ creationDate: optionalDate, lastAttemptedInvoiceState: invoiceState })

const Details = z.object({
  id: guid.brand<'SubscriptionId'>(),
  name: optionalText,
  state: caseInsensitiveEnum(states),
  cancelledOn: optionalDate,
  user: z
    .object({
      id: guid.brand<'CustomerId'>().nullish().catch(null),
      email: optionalText,
      billingAddressName: optionalText,
    })
    .nullish(),
  schedule: z.object({
    interval: eventInterval,
    intervalCount: integerRaisedToMinimum(1).transform(count => count ?? 1),
  }),
  nextBillingDate: optionalDate,
  gatewayId: optionalText,
  paymentStatus: invoiceState,
  amount: optionalAmount,
  quantity: integerRaisedToMinimum(1),
})

const Legacy = withMetadataLimit(SubscriptionReported.and(z.object({ status: optionalText.catch(null) })))

export const ImportedSubscription = z
  .object({
    summary: Summary.nullish(),
    details: Details.nullish(),
    legacy: Legacy.nullish(),
    invoices: listOrEmpty(ListedInvoice),
  })
  .transform(importOf)
  .refine(({ update }) => update.creationDate ?? update.modificationDate, {
    path: ['summary', 'creationDate'],
    error: 'is required',
  })

interface Dated {
  summary?: z.output<typeof Summary> | null | undefined
  invoices: readonly InvoiceUpdate[]
}

interface Sent extends Dated {
  details?: z.output<typeof Details> | null | undefined
  legacy?: z.output<typeof Legacy> | null | undefined
}

/** Returns the creation date of a V3 subscription from its summary, or else the date of its first invoice. */
const createdOnOf = ({ summary, invoices }: Dated) =>
  summary?.creationDate ?? invoices.flatMap(({ creationDate }) => creationDate ?? []).toSorted()[0]

interface SubscriptionImport {
  update: SubscriptionUpdate
  state: State
  invoices: InvoiceUpdate[]
}

function importOf({ summary, details, legacy, invoices }: Sent, { addIssue }: z.RefinementCtx): SubscriptionImport {
  const known = withLastState(invoices, details?.paymentStatus ?? summary?.lastAttemptedInvoiceState)
  if (legacy) return { update: withBillingName(legacy, details), state: stateOfLegacy(legacy), invoices: known }
  if (details) return { update: updateOf(details, { summary, invoices }), state: details.state, invoices: known }
  addIssue({ code: 'custom', path: ['details'], message: 'is required' })
  return z.NEVER
}

/** Copies the name of the billing address from `details`, because the V1 representation may lack this name. */
function withBillingName(update: SubscriptionUpdate, details: Sent['details']): SubscriptionUpdate {
  const billingName = update.content.billingName ?? (details?.user?.billingAddressName || null)
  return { ...update, content: { ...update.content, billingName } }
}

/**
 * Returns the state of a V1 subscription. Ignores an unknown status, because some servers return the state of the last
 * payment as the status.
 */
function stateOfLegacy({ status, changedOn }: z.output<typeof Legacy>): State {
  const word = status?.toLowerCase() ?? ''
  if (changedOn.cancelled || ['canceled', 'cancelled'].includes(word)) return 'Canceled'
  return changedOn.paused || word === 'paused' ? 'Paused' : 'Active'
}

function updateOf(details: z.output<typeof Details>, dated: Dated): SubscriptionUpdate {
  const { id, name, user, schedule, nextBillingDate, gatewayId, amount, quantity, cancelledOn } = details
  const creationDate = createdOnOf(dated) ?? null
  const email = user?.email || null
  return {
    id,
    engine: 'V3',
    currency: null,
    creationDate,
    subscriber: { id: user?.id ?? null, email, creationDate: null, isConfirmed: false, addresses: null },
    content: {
      name,
      ...unknownContent,
      initialOrderToken: id,
      gatewayId,
      email,
      billingName: user?.billingAddressName ?? null,
    },
    amount: amount ?? undefined,
    quantity: quantity ?? undefined,
    schedule: { ...schedule, trialPeriodInDays: null, startsOn: creationDate },
    nextBillingDate,
    metadata: undefined,
    modificationDate: null,
    changedOn: { cancelled: cancelledOn },
  }
}

/** The fields of the content that the API does not return for V3 subscriptions. */
const unknownContent = { userDefinedId: null, itemId: null, cartId: null, recurringShipping: false }

/**
 * Sets the newest invoice to `state`, which the other server reports with the subscription. The list of invoices of
 * that server shows only whether each invoice was paid.
 */
function withLastState(invoices: readonly InvoiceUpdate[], state: InvoiceUpdate['state'] | undefined): InvoiceUpdate[] {
  const dateOf = ({ creationDate, token }: InvoiceUpdate) => `${creationDate} ${token}`
  const newest = invoices.toSorted((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1))[0]
  return invoices.map(invoice => (state && invoice === newest ? { ...invoice, state } : invoice))
}

interface ImportContext {
  customerId: CustomerId | undefined
  accountCurrency: string
  timeZone: string
  /** The currency of the initial order. It is used because V3 subscriptions contain no currency. */
  currency: string | null
  erasedAt: string | undefined
}

/** The maximum size of a subscription's fields after compression, including up to 100 KB of metadata. */
const maxBytes = 190_000

/**
 * The number of invoices in one transaction. Each invoice needs three of the 100 writes that a transaction may have.
 */
const invoicesAtOnce = 25

/** Saves the subscription with its first invoices, and then its other invoices. */
export async function importSubscription(
  tenant: Tenant,
  { update: sent, state, invoices }: SubscriptionImport,
  { currency: orderCurrency, ...context }: ImportContext,
): Promise<{ result: ChangeResult; isErased: boolean }> {
  const currency = sent.currency ?? orderCurrency
  const update = { ...sent, currency }
  const stamp = importStamp(sent.modificationDate ?? sent.creationDate ?? '')
  const results: ChangeResult[] = []
  let isErased = false
  for (let start = 0; start === 0 || start < invoices.length; start += invoicesAtOnce) {
    const batch = invoices
      .slice(start, start + invoicesAtOnce)
      .map(one => ({ ...one, currency: one.currency ?? currency }))
    const event = { ...context, stamp, merge: mergeImported, invoices: batch }
    const { row, result } = await saveSubscriptionWithInvoices(tenant, update, event, before => {
      const after = rowAfterUpdate(before, update, event)
      requirePackedSize('subscription', after.latest, maxBytes)
      return { ...after, changes: changesAfter(after, { update, state, invoices, stamp }) }
    })
    results.push(result)
    isErased = row.erasedAt !== undefined
  }
  return { result: results.find(result => result !== 'unchanged') ?? 'unchanged', isErased }
}

const changeTo: Partial<Record<State, ChangeName>> = {
  Paused: 'paused',
  CancellationRequested: 'cancellationRequested',
  Canceled: 'cancelled',
  Stopped: 'cancelled',
  Finished: 'finished',
}

/**
 * Returns the changes of state after the import. Changes from events and requests are kept. A change from an earlier
 * import is left out, and the change that leads to the imported state is added. If a change is from an import with a
 * newer stamp, all changes stay as they are. A change of a subscription of V3 without a date gets that of the last
 * invoice, because there is no modification date.
 */
function changesAfter(
  { engine, changes }: SubscriptionRow,
  { update, state, invoices, stamp }: SubscriptionImport & { stamp: EventStamp },
): Changes {
  const isOutdated = Object.values(changes).some(change => isImported(change.stamp) && change.stamp > stamp)
  if (isOutdated) return changes
  const own: Changes = Object.fromEntries(Object.entries(changes).filter(([, { stamp }]) => !isImported(stamp)))
  const name = state === 'Active' ? resumption({ engine, changes: own }) : changeTo[state]
  if (!name) return own
  const { nextBillingDate = null, changedOn } = update
  const lastInvoiceOn = invoices.map(({ creationDate }) => creationDate ?? '').reduce(laterOf, '')
  const at = changedOn[name] ?? laterOf(stampTime(stamp), engine === 'V3' ? lastInvoiceOn : '')
  return withChange(own, name, { stamp, at, ...(name === 'cancellationRequested' && { nextBillingDate }) })
}

const resumption = (subject: { engine: Engine; changes: Changes }) =>
  stateOf(subject) === 'Paused' ? 'resumed' : undefined
