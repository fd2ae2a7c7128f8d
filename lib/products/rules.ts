/** Decides how events and pages change the description of a product, and whether a product is archived. */

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type EventStamp,
  earlierOf,
  isNested,
  isNewer,
  type LatestFields,
  laterOf,
  mergeLatest,
  stampTime,
} from '../core/event-stamp.ts'
import { toJson } from '../core/json.ts'
import type { Metadata } from '../core/metadata.ts'
import { type DecimalAmount, type MinorUnits, withMinorUnits } from '../core/money.ts'

interface Field {
  name: string | null
  type: string | null
  options: string | null
  required: boolean
  value: string | null
}

/** The description of a product in an event, on a page or in an import. The price is a decimal number. */
export interface SentDescription {
  name: string | null
  url: string | null
  price: DecimalAmount | null
  description: string | null
  image: string | null
  categories: string[]
  customFields: Field[]
  metadata: Metadata
  fileGuid: string | null
}

/** The description of a product as it is stored. */
export interface Description extends Omit<SentDescription, 'price'> {
  price: MinorUnits | null
  currency: string
}

export function descriptionOf(sent: SentDescription, currency: string): Description {
  const { name, url, price, description, image, categories, customFields, metadata, fileGuid } = sent
  const fields = { name, url, price, description, image, categories, customFields, metadata, fileGuid }
  return { ...withMinorUnits(fields, ['price'], currency), currency }
}

/**
 * Returns the description without texts that a buyer entered, such as an engraving. These texts belong to the order,
 * not to the product.
 */
export function descriptionInItem(item: SentDescription, currency: string): Description {
  const customFields = item.customFields.map(({ name, type, options, required, value }) => ({
    name,
    type,
    options,
    required,
    value: options ? value : null,
  }))
  return descriptionOf({ ...item, customFields }, currency)
}

export interface ProductFields {
  description: Description
}

/** The fields of a row that change when the product gets a new description, or when it is archived. */
interface DescribedRow {
  latest: LatestFields<ProductFields>
  describedBy?: string | undefined
  creationDate: string
  archivedAt?: string | undefined
  changedAt?: string | undefined
}

export function applyDescription<R extends DescribedRow>(row: R, description: Description, stamp: EventStamp): R {
  const known = row.latest.description
  if (known && isNested(stamp) && !isNested(known.stamp)) return row
  const creationDate = earlierOf(row.creationDate, stampTime(stamp))
  if (!isNewer(stamp, known?.stamp)) return { ...row, creationDate }
  return { ...withDescription(row, mergeLatest<ProductFields>(row.latest, { description }, stamp)), creationDate }
}

/**
 * Replaces the description and sets `describedBy`, which consists of a hash of the description, a space, and the stamp
 * (time and event id) of the description.
 */
export function withDescription<R extends DescribedRow>(row: R, latest: LatestFields<ProductFields>): R {
  const { value, stamp = '' } = latest.description ?? {}
  return { ...row, latest, describedBy: `${hash('sha256', toJson(value))} ${stamp}` }
}

/** Returns the hash in `describedBy` with the space that follows, or an empty text if the attribute is absent. */
export const descriptionHash = ({ describedBy = '' }: Pick<DescribedRow, 'describedBy'>) =>
  describedBy.slice(0, describedBy.indexOf(' ') + 1)

/**
 * Returns whether only the stamp of the description differs, so that no list entry changes. Returns false if
 * `archivedAt` is set, because a newer stamp may restore the product, or if `describedBy` is absent.
 */
export function hasOnlyNewStamp<R extends DescribedRow>(after: R, before: R): boolean {
  const { describedBy, archivedAt, latest } = before
  const hash = descriptionHash(before)
  if (!hash || archivedAt || !after.describedBy?.startsWith(hash)) return false
  return isDeepStrictEqual({ ...after, latest, describedBy }, before)
}

export const isArchived = ({ archivedAt, latest }: DescribedRow) =>
  archivedAt !== undefined && archivedAt >= describedAt({ latest })

const describedAt = ({ latest }: Pick<DescribedRow, 'latest'>) => stampTime(latest.description?.stamp ?? '')

export const modifiedAt = (row: DescribedRow) => laterOf(describedAt(row), row.changedAt ?? '')

/**
 * Archives the product until a request or import restores it, or until it gets a description newer than `archivedAt`.
 * If the stored description is dated in the future, `archivedAt` is the date of this description; otherwise `at`.
 */
export const archive = <R extends DescribedRow>(row: R, at: string): R => ({
  ...row,
  archivedAt: laterOf(describedAt(row), at),
  changedAt: at,
})

export interface Dropdown {
  name: string
  options: string | null
}

/** Ignores fields without a name, because variants refer to a dropdown field by its name. */
const dropdownsIn = (fields: readonly Field[]): Dropdown[] =>
  fields.flatMap(({ name, type, options }) =>
    name !== null && type?.toLowerCase() === 'dropdown' ? [{ name, options }] : [],
  )

export const dropdownsOf = ({ latest }: Pick<DescribedRow, 'latest'>) =>
  dropdownsIn(latest.description?.value.customFields ?? [])
