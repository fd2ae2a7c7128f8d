/**
 * Imports past orders, with their refunds and withdrawals. The import does not change the stock, and moves no money.
 */

import * as z from 'zod'
import {
  listOrEmpty,
  optionalBoolean,
  optionalDate,
  optionalInteger,
  optionalText,
  requiredText,
} from '../core/event-fields.ts'
import {
  type EventStamp,
  importReplaces,
  importStamp,
  isImported,
  laterOf,
  mergeImported,
} from '../core/event-stamp.ts'
import { guid } from '../core/fields.ts'
import { withMetadataLimit } from '../core/metadata.ts'
import type { Tenant } from '../core/tenant.ts'
import { type ChangeResult, changeByKeyWithResult } from '../store/change.ts'
import { CompletedOrder, WithdrawalCreated } from './checkout-events.ts'
import { addPaymentFields, emptyOrder, type OrderContext, withContent } from './completion.ts'
import { type OrderContent, orderContentOf } from './content.ts'
import { hasContent, type OrderRow } from './entity.ts'
import {
  capturedAmountIn,
  downloadCount,
  type OrderFields,
  replaceStatus,
  type Withdrawals,
  withWithdrawal,
} from './rules.ts'
import { failureFieldOf, isOfGateway, mergeReport } from './same-refund.ts'
import { ledgerAfterImport } from './stock-ledger.ts'
import { eraseAddedData, orderDefinition } from './stored-object.ts'
import type { Refunds, StoredRefund } from './stored-refunds.ts'
import { requireStorableRow } from './validate.ts'

const ImportedWithdrawal = WithdrawalCreated.extend({ resolvedAt: optionalDate })

/** These fields are in the reply to `GET /orders/{token}`, but not in the event of a completed order. */
const OtherFields = z.object({
  userId: guid.brand<'CustomerId'>().nullish().catch(null),
  withdrawals: listOrEmpty(ImportedWithdrawal),
  /** True for a payment of a subscription of V3. For those of V1, the hosted service returns `isRecurringOrder`. */
  isRecurringV3Order: optionalBoolean,
})

export const ImportedOrder = withMetadataLimit(CompletedOrder.and(OtherFields)).refine(
  ({ creationDate, completionDate, modificationDate }) => completionDate ?? creationDate ?? modificationDate,
  { path: ['creationDate'], error: 'is required' },
)
export type ImportedOrder = z.output<typeof ImportedOrder>

export const ImportedGood = z.object({
  fileGuid: requiredText(),
  name: optionalText,
  downloadedNbrTime: optionalInteger,
  maxNbrDownload: optionalInteger,
  daysUntilExpire: optionalInteger,
  creationDate: optionalDate,
})
type ImportedGood = z.output<typeof ImportedGood>

export interface OrderImport {
  order: ImportedOrder
  goods: readonly ImportedGood[]
  /** The refunds, or null if the server from which the order is imported did not return them. */
  refunds: Refunds | null
  context: Omit<OrderContext, 'tracking'>
}

/** Returns when the order was placed, and when it was last modified on the server from which it is imported. */
export function datesOfImportedOrder({ creationDate, completionDate, modificationDate }: CompletedOrder) {
  const placedAt = completionDate ?? creationDate ?? modificationDate ?? ''
  return { placedAt, modifiedAt: modificationDate ?? placedAt }
}

/**
 * Throws if the order cannot be stored. Callers run this check before they save the customer and the products of the
 * order.
 */
export const requireImportable = (tenant: Tenant, imported: OrderImport): void =>
  requireStorableRow(applyImport(emptyOrder(tenant, imported.order.token), imported))

export async function importOrder(
  tenant: Tenant,
  imported: OrderImport,
): Promise<{ order: OrderRow; result: ChangeResult }> {
  const { token } = imported.order
  const { row, before, result } = await changeByKeyWithResult(orderDefinition, { ...tenant, token }, found => {
    const known = found ?? emptyOrder(tenant, token)
    const after = eraseAddedData(applyImport(known, imported), known, imported.context.isFreeText)
    requireStorableRow(after)
    return after
  })
  return { order: row, result: hasContent(before) ? result : 'created' }
}

function applyImport(before: OrderRow, { order: imported, goods, refunds, context }: OrderImport): OrderRow {
  const { order, withdrawals } = orderOf(imported)
  const stamp = importStamp(datesOfImportedOrder(order).modifiedAt)
  const sent = orderContentOf(order, stamp, context.accountCurrency.toLowerCase())
  const files = filesOf(sent.items, goods)
  const content = withKnownPayment(withFiles(sent, files), before.content)
  const fields = { ...fieldsOf(order, content.currency), files: files.length > 0 ? files : undefined }
  const after = {
    content,
    contentStamp: stamp,
    latest: mergeImported<OrderFields>(before.latest, fields, stamp),
    stockLedger: ledgerAfterImport(content, before.stockLedger),
  }
  return replaceStatus({
    ...withContent(before, after, { ...context, isNewest: importReplaces(stamp, before.contentStamp) }),
    isHistory: before.isHistory || !hasContent(before) || undefined,
    withdrawals: withdrawals.reduce((all, one) => withImported(all, one, stamp), before.withdrawals),
    downloads: downloadsAfter(before.downloads, goods),
    refunds: refunds ? refundsAfter(before.refunds, refunds, { stamp, currency: content.currency }) : before.refunds,
  })
}

/** Returns the fields of the event of a completed order. Content with other fields would keep them after an erasure. */
function orderOf({ userId, withdrawals, isRecurringV3Order, ...order }: ImportedOrder) {
  return { order: { ...order, isRecurringOrder: order.isRecurringOrder || isRecurringV3Order === true }, withdrawals }
}

/** Keeps what a payment of a subscription has reported about an order, if the source does not know the subscription. */
const withKnownPayment = <Content extends OrderContent>(content: Content, known: OrderContent | undefined): Content =>
  known?.subscriptionId && !content.subscriptionId ? addPaymentFields(content, known) : content

/**
 * Returns the fields that can change. An import contains all fields of an order. If tracking or metadata is missing,
 * the order therefore has none, and the field becomes null.
 */
const fieldsOf = (order: CompletedOrder, currency: string): Partial<OrderFields> => ({
  status: order.status ?? 'Processed',
  ...(order.paymentStatus && { paymentStatus: order.paymentStatus }),
  trackingNumber: order.trackingNumber || null,
  trackingUrl: order.trackingUrl || null,
  metadata: order.metadata ?? null,
  ...capturedAmountIn(order, currency),
})

/** Returns the names, the download limits and the dates of the files. Only the list of digital goods contains them. */
function filesOf(items: OrderContent['items'], goods: readonly ImportedGood[]): OrderFields['files'] {
  const byFile = new Map(goods.map(good => [good.fileGuid, good]))
  return items.flatMap(item => {
    const good = byFile.get(item.fileGuid ?? '')
    if (!good) return []
    const { name, downloadedNbrTime, ...file } = good
    return [{ ...file, fileName: name === item.name ? item.fileName : name }]
  })
}

/** Copies the files to the items, because an earlier release reads them only there. Items have no dates of files. */
function withFiles(content: ReturnType<typeof orderContentOf>, files: OrderFields['files']) {
  const byFile = new Map(files.map(({ creationDate, ...file }) => [file.fileGuid, file]))
  return { ...content, items: content.items.map(item => ({ ...item, ...byFile.get(item.fileGuid) })) }
}

/** Returns the number of downloads of each file: the stored or the imported number, whichever is higher. */
function downloadsAfter(downloads: OrderRow['downloads'], goods: readonly ImportedGood[]): OrderRow['downloads'] {
  const counted = goods.map(({ fileGuid, downloadedNbrTime }) => [fileGuid, downloadedNbrTime ?? 0] as const)
  const higher = counted.filter(([fileGuid, count]) => count > downloadCount(downloads, fileGuid))
  return { ...downloads, ...Object.fromEntries(higher) }
}

/**
 * Merges an imported withdrawal. Many sources return no date of a resolution, and do not change the modification date of
 * the order when they resolve a withdrawal.
 */
function withImported(
  withdrawals: Withdrawals,
  { resolvedAt, ...withdrawal }: z.output<typeof ImportedWithdrawal>,
  stamp: EventStamp,
): Withdrawals {
  const { id, resolution } = withdrawal
  const { created, resolved } = withWithdrawal(withdrawals, withdrawal, stamp, importReplaces)
  const known = resolved[id]
  if (resolution === 'Pending' || !importReplaces(stamp, known?.stamp)) return { created, resolved }
  const knownDate = known?.resolution === resolution ? known.resolvedAt : null
  return { created, resolved: { ...resolved, [id]: { resolution, resolvedAt: resolvedAt ?? knownDate, stamp } } }
}

interface ImportedContent {
  stamp: EventStamp
  currency: string
}

/**
 * Merges the imported refunds into the stored refunds. A stored refund keeps its values, except for the number of the
 * credit note, and gets its missing values from the import. If an earlier import has contained a refund that this import
 * does not contain, the refund was cancelled, so it is marked as failed.
 */
function refundsAfter(known: Refunds, imported: Refunds, { stamp, currency }: ImportedContent): Refunds {
  const after = Object.entries(imported).reduce(
    (all, [id, refund]) => withRefund(all, id, refund, { stamp, currency }),
    known,
  )
  const isMissing = ([id, refund]: [string, StoredRefund]) => {
    const listed = isImported(refund.stamp) ? refund.stamp : refund.importStamp
    const isMadeThere = isReportedBySource(refund) && !refund.failure && !Object.hasOwn(imported, id)
    return isMadeThere && listed !== undefined && importReplaces(stamp, listed)
  }
  const failure = { status: 'Failed', reason: null, stamp } as const
  const takenBack = Object.entries(after)
    .filter(isMissing)
    .map(([id, refund]) => [id, { ...refund, failure }])
  return { ...after, ...Object.fromEntries(takenBack) }
}

function withRefund(all: Refunds, importedId: string, imported: StoredRefund, content: ImportedContent): Refunds {
  const { id, refunds } = mergeReport(all, importedId, imported, content.currency)
  const known = refunds[id]
  return { ...refunds, [id]: known ? mergeRefund(known, imported, content.stamp) : imported }
}

/** Returns false for a refund that this API has made, or that Stripe has reported. */
const isReportedBySource = (refund: StoredRefund) => isOfGateway(refund) === false && refund.gatewayId === undefined

function mergeRefund(known: StoredRefund, sent: StoredRefund, stamp: EventStamp): StoredRefund {
  const { failure, madeBefore, byGateway, ...imported } = sent
  return {
    ...imported,
    ...(failure && { [failureFieldOf(known, sent)]: failure }),
    ...known,
    status: known.status ?? imported.status,
    comment: known.comment ?? imported.comment,
    ...(imported.creditNoteNumber && { creditNoteNumber: imported.creditNoteNumber }),
    taxes: known.taxes.length > 0 ? known.taxes : imported.taxes,
    notifyCustomer: known.notifyCustomer || imported.notifyCustomer,
    ...(isReportedBySource(known) &&
      !isImported(known.stamp) && { importStamp: laterOf(known.importStamp ?? '', stamp) }),
  }
}
