/**
 * Defines which differences between the source server of an import and this store are expected. The import does not
 * report these differences.
 */

import { dateTime } from '../../../lib/core/fields.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import { eventInterval } from '../../../lib/subscriptions/v1-checkout-events.ts'

export interface Difference {
  field: string
  source: unknown
  here: unknown
}

interface ExpectedDifference {
  fields: RegExp
  isExpected: (difference: Difference, importedKinds: readonly ImportKind[]) => boolean
}

const lower = (value: unknown) => String(value).trim().toLowerCase()
const isSameButForCase = ({ source, here }: Difference) => lower(source) === lower(here)

const isRounded = ({ source, here }: Difference) =>
  typeof here === 'number' && !Number.isNaN(Number(source)) && Math.abs(Number(source) - here) < 0.005

const isLaterHere = ({ source, here }: Difference) => {
  const date = dateTime.safeParse(source).data
  return date !== undefined && date < String(here)
}

const isSameInterval = ({ source, here }: Difference) => {
  const interval = eventInterval.safeParse(source).data
  return interval !== undefined && interval === eventInterval.safeParse(here).data
}

/** A source may use the status on the left where this API uses the status on the right. */
const synonyms: Record<string, string> = { dispatched: 'shipped', paid: 'active' }

const isFromMissing =
  (...sources: ImportKind[]): ExpectedDifference['isExpected'] =>
  (_, importedKinds) =>
    sources.some(kind => !importedKinds.includes(kind))

const always = () => true

const expectedDifferences: readonly ExpectedDifference[] = [
  /** This store sets these values itself. */
  { fields: /(^|\.)(avatarUrl|gravatarUrl|sessionToken|account_Id|mode)$/, isExpected: always },
  /** This store makes the id of a product from its `userDefinedId`. */
  { fields: /^product\.id$/, isExpected: always },
  /** The URL of a file begins with the downloads URL of the account, which is a setting of this store. */
  { fields: /^digitalGoods\[\d+\]\.url$/, isExpected: always },
  {
    fields: /(^|\.)(currency|email|subscriber|lang|token|id|userId|orderToken|countryCode|status|type|trigger)$/,
    isExpected: isSameButForCase,
  },
  { fields: /(Country|Province)$|(^|\.)(country|province)$/, isExpected: isSameButForCase },
  { fields: /^(order|legacy)\.status$/, isExpected: ({ source, here }) => synonyms[lower(source)] === lower(here) },
  /** A source may return the present e-mail address of the customer. Here, a user has the address of the order. */
  { fields: /^order\.user\.email$/, isExpected: always },
  /** A webhook about a payment of a subscription reports fields that the order may lack at the source. */
  {
    fields: /^order\.(isRecurringOrder|subscriptionId|parentToken|cardType|creditCardLast4Digits)$/,
    isExpected: ({ source }) => !source,
  },
  /** An object counts as modified when a webhook reports a change, which is shortly after the change at the source. */
  { fields: /^\w+\.modificationDate$/, isExpected: isLaterHere },
  /** A source may return the number of an interval, or another name of it. */
  { fields: /\.interval$/, isExpected: isSameInterval },
  { fields: /./, isExpected: isRounded },
  /**
   * The API computes these fields from objects of the kinds on the right. The fields may differ if one of these kinds
   * was not imported, or not wholly.
   */
  { fields: /^customer\.statistics\./, isExpected: isFromMissing('orders', 'subscriptions') },
  { fields: /^product\.statistics\./, isExpected: isFromMissing('orders') },
  { fields: /^discount\.numberOfUsages$/, isExpected: isFromMissing('orders') },
  { fields: /^discount\.numberOfUsagesUncompleted$/, isExpected: isFromMissing('carts') },
  { fields: /^invoices|totalSpent$|firstInvoiceReceivedOn$/, isExpected: isFromMissing('orders') },
]

export const isExpected = (difference: Difference, importedKinds: readonly ImportKind[]): boolean =>
  expectedDifferences.some(
    ({ fields, isExpected }) => fields.test(difference.field) && isExpected(difference, importedKinds),
  )
