/** Defines which differences between a source and this store are expected, so that an import does not report them. */

import type { ImportKind } from '../../../lib/import/index.ts'

export interface Difference {
  field: string
  source: unknown
  here: unknown
}

interface Explanation {
  fields: RegExp
  isExplained: (difference: Difference, importedKinds: readonly ImportKind[]) => boolean
}

const lower = (value: unknown) => String(value).trim().toLowerCase()
const isSameButForCase = ({ source, here }: Difference) => lower(source) === lower(here)

const isRounded = ({ source, here }: Difference) =>
  typeof here === 'number' && !Number.isNaN(Number(source)) && Math.abs(Number(source) - here) < 0.005

/** A source may use the status on the left where this API uses the status on the right. */
const synonyms: Record<string, string> = { dispatched: 'shipped', paid: 'active' }

const isFromMissing =
  (...sources: ImportKind[]): Explanation['isExplained'] =>
  (_, importedKinds) =>
    sources.some(kind => !importedKinds.includes(kind))

const always = () => true

const explanations: readonly Explanation[] = [
  /** This store sets these values itself. */
  { fields: /(^|\.)(avatarUrl|gravatarUrl|sessionToken|account_Id|mode)$/, isExplained: always },
  /** This store makes the id of a product from its `userDefinedId`. */
  { fields: /^product\.id$/, isExplained: always },
  /** The URL of a file begins with the downloads URL of the account, which is a setting of this store. */
  { fields: /^digitalGoods\[\d+\]\.url$/, isExplained: always },
  {
    fields: /(^|\.)(currency|email|subscriber|lang|token|id|userId|orderToken|countryCode|status|type|trigger)$/,
    isExplained: isSameButForCase,
  },
  { fields: /(Country|Province)$|(^|\.)(country|province)$/, isExplained: isSameButForCase },
  { fields: /^(order|legacy)\.status$/, isExplained: ({ source, here }) => synonyms[lower(source)] === lower(here) },
  { fields: /./, isExplained: isRounded },
  /** These fields depend on the kinds on the right, so they differ if one of these kinds was not imported. */
  { fields: /^customer\.statistics\./, isExplained: isFromMissing('orders', 'subscriptions') },
  { fields: /^product\.statistics\./, isExplained: isFromMissing('orders') },
  { fields: /^discount\.numberOfUsages$/, isExplained: isFromMissing('orders') },
  { fields: /^discount\.numberOfUsagesUncompleted$/, isExplained: isFromMissing('carts') },
  { fields: /^invoices|totalSpent$|firstInvoiceReceivedOn$/, isExplained: isFromMissing('orders') },
]

export const isExplained = (difference: Difference, importedKinds: readonly ImportKind[]): boolean =>
  explanations.some(
    ({ fields, isExplained }) => fields.test(difference.field) && isExplained(difference, importedKinds),
  )
