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
    /** Erasure keeps amounts, items and invoice numbers for bookkeeping. */
    erase: (row, erasedAt) => eraseOrder(row, row.erasedAt ?? erasedAt),
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

const eraseOrder = <R extends OrderRow>(row: R, erasedAt: string): R => ({
  ...eraseParts(row),
  refunds: eraseComments(row.refunds),
  latest: withoutPersonal(row.latest),
  erasedAt,
})

/** Erases personal data that an event adds to an erased order. Keeps data that the store has set after the erasure. */
export function eraseIfErased(after: OrderRow, before: OrderRow): OrderRow {
  if (!after.erasedAt) return after
  if (!before.erasedAt) return eraseOrder(after, after.erasedAt)
  const { metadata, trackingNumber, trackingUrl } = before.latest
  const own = { ...(metadata && { metadata }), ...(trackingNumber && { trackingNumber }) }
  const latest = { ...withoutPersonal(after.latest), ...own, ...(trackingUrl && { trackingUrl }) }
  return { ...eraseParts(after), latest, refunds: eraseNewComments(after.refunds, before.refunds) }
}

const eraseParts = <R extends OrderRow>(row: R): R => ({
  ...row,
  ...(row.content && { content: eraseContent(row.content, row.stockLedger) }),
  withdrawals: eraseWithdrawals(row.withdrawals),
})

const eraseContent = (content: OrderContent, ledger: StockLedger): OrderContent => ({
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
  items: content.items.map(item => eraseItem(item, ledger)),
})

type Item = OrderContent['items'][number]

/**
 * Erases the values of custom fields, because buyers enter them. If the stock of the product is tracked, the values are
 * kept, because they determine the variant of the product.
 */
function eraseItem(item: Item, ledger: StockLedger): Item {
  const isUntracked = ledger[item.id] === null
  const erasedValue = { displayValue: null, ...(isUntracked && { value: null }) }
  return {
    ...item,
    metadata: null,
    customFields: item.customFields.map(field => ({ ...field, ...erasedValue })),
    ...(isUntracked && { customFieldsJson: null }),
  }
}

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

const mapValues = <T>(values: Record<string, T>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
