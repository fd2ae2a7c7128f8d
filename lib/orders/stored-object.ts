/** Defines stored orders: their lists, operations at the payment gateway, and personal data. */

import { type AddressFields, emptyAddress } from '../core/address.ts'
import type { ObjectAwaitingOperations, PersonalObject } from '../store/stored-object.ts'
import type { OrderContent } from './content.ts'
import { keyOf, OrderRow, rowVersion } from './entity.ts'
import { fixedLists, listEntriesOf, uncountedLists } from './lists.ts'
import type { Withdrawals } from './rules.ts'
import type { StockLedger } from './stock-ledger.ts'
import { isUnderWay, type Refunds } from './stored-refunds.ts'

export const orderDefinition: PersonalObject<OrderRow> & ObjectAwaitingOperations<OrderRow> = {
  name: 'order',
  entity: OrderRow,
  rowVersion,
  keyOf: row => keyOf(row, row.token),
  rowsIn: (shard, options) => OrderRow.query.byToken(shard).go(options),
  listEntriesOf,
  fixedLists,
  uncountedLists,
  awaitedOperations,
  withoutOperation,
  personal: {
    customerOf: ({ customerId, content }) => ({ customerId, email: content?.email }),
    erase: (row, erasedAt) => eraseOrder(row, erasedAt),
  },
}

function awaitedOperations({ refunds, captureId }: OrderRow): Map<string, string> {
  const underWay = Object.entries(refunds).filter(([, refund]) => isUnderWay(refund))
  const awaited = new Map(underWay.map(([id]) => [id, 'refund']))
  return captureId ? awaited.set(captureId, 'capture') : awaited
}

/** Removes an operation that was settled or dropped. The amount of a removed refund can be refunded again. */
function withoutOperation<R extends OrderRow>(row: R, id: string): R {
  const { [id]: _, ...refunds } = row.refunds
  return { ...row, refunds, captureId: row.captureId === id ? undefined : row.captureId }
}

/**
 * Removes metadata and tracking. They may contain personal data, because the store and the checkout can write any text
 * into them.
 */
const withoutPersonal = ({ metadata, trackingNumber, trackingUrl, ...rest }: OrderRow['latest']) => rest

/**
 * Returns whether buyers enter any text into the custom field of this name, instead of a choice that determines the
 * variant. Must be right only for products whose stock is tracked.
 */
export type IsFreeText = (userDefinedId: string, fieldName: string | null) => boolean

const assumeChoices: IsFreeText = () => false

/** Keeps amounts, items and invoice numbers for bookkeeping. */
export const eraseOrder = <R extends OrderRow>(row: R, erasedAt: string, isFreeText = assumeChoices): R => ({
  ...eraseParts(row, isFreeText),
  refunds: eraseComments(row.refunds),
  latest: withoutPersonal(row.latest),
  erasedAt: row.erasedAt ?? erasedAt,
})

/** Erases personal data that an event adds to an erased order. Keeps data that the store has set after the erasure. */
export function eraseAddedData(after: OrderRow, before: OrderRow, isFreeText = assumeChoices): OrderRow {
  if (!after.erasedAt) return after
  if (!before.erasedAt) return eraseOrder(after, after.erasedAt, isFreeText)
  const { metadata, trackingNumber, trackingUrl } = before.latest
  const own = { ...(metadata && { metadata }), ...(trackingNumber && { trackingNumber }) }
  const latest = { ...withoutPersonal(after.latest), ...own, ...(trackingUrl && { trackingUrl }) }
  const refunds = eraseNewComments(after.refunds, before.refunds)
  return { ...eraseParts(after, isFreeText), latest, refunds }
}

type Item = OrderContent['items'][number]

/** Erases free text in content and ledger alike. If they differed, the next event would move stock. */
const eraseParts = <R extends OrderRow>(row: R, isFreeText: IsFreeText): R => ({
  ...row,
  ...(row.content && { content: eraseContent(row.content, row.stockLedger, isFreeText) }),
  stockLedger: eraseLedger(row.stockLedger, isFreeText),
  withdrawals: eraseWithdrawals(row.withdrawals),
})

const eraseLedger = (ledger: StockLedger, isFreeText: IsFreeText): StockLedger =>
  mapValues(ledger, (lines, id) => lines?.map(line => eraseValues(line, name => isFreeText(id, name))) ?? null)

interface WithFields {
  customFields: { name: string | null; value: string | null }[]
}

const eraseValues = <T extends WithFields>(line: T, isErased: (name: string | null) => boolean): T => ({
  ...line,
  customFields: line.customFields.map(field => (isErased(field.name) ? { ...field, value: null } : field)),
})

/** An earlier release has stored these two fields in the content of imported orders. They are personal data. */
type EarlierContent = OrderContent & { userId?: unknown; withdrawals?: unknown }

const eraseContent = (
  { userId, withdrawals, ...content }: EarlierContent,
  ledger: StockLedger,
  isFreeText: IsFreeText,
): OrderContent => ({
  ...content,
  email: null,
  cardHolderName: null,
  creditCardLast4Digits: null,
  cardType: null,
  paymentDetails: null,
  notes: null,
  userAddresses: null,
  billing: eraseAddress(content.billing),
  shipping: eraseAddress(content.shipping),
  customFields: content.customFields.map(field => ({ ...field, value: null })),
  customFieldsJson: null,
  items: content.items.map(item => eraseItem(item, name => ledger[item.id] === null || isFreeText(item.id, name))),
})

/**
 * Erases what the buyer has entered. If the stock of the product is tracked, the choices are kept, because they
 * determine the variant of the product.
 */
const eraseItem = (item: Item, isErased: (fieldName: string | null) => boolean): Item => ({
  ...item,
  metadata: null,
  customFields: eraseValues(item, isErased).customFields.map(field => ({ ...field, displayValue: null })),
  customFieldsJson: null,
})

/** Keeps the country and the province, because taxes depend on them. */
const eraseAddress = ({ country, province }: AddressFields): AddressFields => ({ ...emptyAddress, country, province })

const eraseWithdrawals = ({ created, resolved }: Withdrawals): Withdrawals => ({
  created: mapValues(created, withdrawal => ({ ...withdrawal, customerName: null })),
  resolved,
})

/**
 * Keeps only the comments that the order had before the event. These comments were written after the erasure, because
 * the erasure removed all earlier comments.
 */
const eraseNewComments = (after: Refunds, before: Refunds): Refunds =>
  Object.fromEntries(
    Object.entries(after).map(([id, refund]) => [id, { ...refund, comment: before[id]?.comment ?? null }]),
  )

const eraseComments = (refunds: Refunds): Refunds => mapValues(refunds, refund => ({ ...refund, comment: null }))

const mapValues = <T>(values: Record<string, T>, change: (value: T, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
