/** Erases the personal data of an order. Amounts, items and numbers stay: they are part of the accounts. */

import { type AddressFields, emptyAddress } from '../core/address.ts'
import { timestamp } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { change } from '../store/change.ts'
import { findById } from '../store/save.ts'
import type { OrderContent } from './content.ts'
import { keyOf, OrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { isUnderWay, type Refunds } from './refunds.ts'
import type { Withdrawals } from './rules.ts'
import type { StockLedger } from './stock-ledger.ts'

/** False while money is being moved: the operation needs the order as it is. */
export async function erase(tenant: Tenant, token: OrderToken): Promise<boolean> {
  const row = await change(
    orderDefinition,
    () => findById(orderDefinition, tenant, token),
    row => (row && !isWaiting(row) ? eraseOrder(row, row.erasedAt ?? timestamp()) : null),
  )
  return !row || !isWaiting(row)
}

const isWaiting = ({ captureId, refunds }: OrderRow) =>
  captureId !== undefined || Object.values(refunds).some(isUnderWay)

/** When it was erased, if it was. */
export async function findErasedAt(tenant: Tenant, token: OrderToken): Promise<string | undefined> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true, attributes: ['erasedAt'] })
  return data?.erasedAt
}

/** What the store sets by itself, and a checkout may fill with anything. */
const personalFields = ['metadata', 'trackingNumber', 'trackingUrl'] as const

function withoutPersonal(latest: OrderRow['latest']): OrderRow['latest'] {
  const rest = { ...latest }
  for (const field of personalFields) delete rest[field]
  return rest
}

const eraseOrder = <R extends OrderRow>(row: R, erasedAt: string): R => ({
  ...eraseParts(row),
  refunds: eraseComments(row.refunds),
  latest: withoutPersonal(row.latest),
  erasedAt,
})

/** The row after an event: an order that was erased stays so, and keeps what the store has set since. */
export function keepErased(after: OrderRow, before: OrderRow): OrderRow {
  if (!after.erasedAt) return after
  if (!before.erasedAt) return eraseOrder(after, after.erasedAt)
  const { metadata, trackingNumber, trackingUrl } = before.latest
  const own = { ...(metadata && { metadata }), ...(trackingNumber && { trackingNumber }) }
  const latest = { ...withoutPersonal(after.latest), ...own, ...(trackingUrl && { trackingUrl }) }
  return { ...eraseParts(after), latest }
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

/** Buyers enter the values. They stay unless the stock is known not to be tracked, as they name the variant. */
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

/** Taxes depend on the country and the province. */
const eraseAddress = ({ country, province }: AddressFields): AddressFields => ({
  ...emptyAddress,
  country,
  province,
})

const eraseWithdrawals = ({ created, resolved }: Withdrawals): Withdrawals => ({
  created: mapValues(created, withdrawal => ({ ...withdrawal, customerName: null })),
  resolved,
})

const eraseComments = (refunds: Refunds): Refunds =>
  mapValues(refunds, refund => ({ ...refund, comment: null }))

const mapValues = <T>(values: Record<string, T>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
