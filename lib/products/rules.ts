/** How a product follows from its descriptions, and when it is archived. */

import {
  type EventStamp,
  earlierOf,
  type LatestFields,
  laterOf,
  mergeLatest,
  stampTime,
} from '../core/event-stamp.ts'
import type { Metadata } from '../core/metadata.ts'
import { type MinorUnits, withMinorUnits } from '../core/money.ts'

interface Field {
  name: string | null
  type: string | null
  options: string | null
  required: boolean
  value: string | null
}

/** A product as an event or a page describes it, its price a decimal. */
export interface SentDescription {
  name: string | null
  url: string | null
  price: number | null
  description: string | null
  image: string | null
  categories: string[]
  customFields: Field[]
  metadata: Metadata
  fileGuid: string | null
}

/** A product's description as it is stored. */
export interface Description extends SentDescription {
  price: MinorUnits | null
  /** Of the price. */
  currency: string
}

export function descriptionOf(sent: SentDescription, currency: string): Description {
  const { name, url, price, description, image, categories, customFields, metadata, fileGuid } = sent
  const fields = { name, url, price, description, image, categories, customFields, metadata, fileGuid }
  return { ...withMinorUnits(fields, ['price'], currency), currency }
}

/** What a buyer has entered, such as an engraving, is part of the order and not of the product. */
export function descriptionInItem(item: SentDescription, currency: string): Description {
  const customFields = item.customFields.map(({ name, type, options, required, value }) => ({
    ...{ name, type, options, required },
    value: options ? value : null,
  }))
  return descriptionOf({ ...item, customFields }, currency)
}

export interface ProductFields {
  description: Description
}

/** The part of a product's row that descriptions and the archive decide. */
interface DescribedRow {
  latest: LatestFields<ProductFields>
  creationDate: string
  archivedAt?: string | undefined
  changedAt?: string | undefined
}

export function applyDescription<R extends DescribedRow>(
  row: R,
  description: Description,
  stamp: EventStamp,
): R {
  const at = stampTime(stamp)
  return {
    ...row,
    latest: mergeLatest<ProductFields>(row.latest, { description }, stamp),
    creationDate: earlierOf(row.creationDate, at),
  }
}

export const isArchived = ({ archivedAt, latest }: DescribedRow) =>
  archivedAt !== undefined && archivedAt >= describedAt({ latest })

const describedAt = ({ latest }: Pick<DescribedRow, 'latest'>) => stampTime(latest.description?.stamp ?? '')

export const modifiedAt = (row: DescribedRow) => laterOf(describedAt(row), row.changedAt ?? '')

/** Archived as of its newest description at least, even when that is dated in the future. */
export const archived = <R extends DescribedRow>(row: R, at: string): R => ({
  ...row,
  archivedAt: laterOf(describedAt(row), at),
  changedAt: at,
})

/** A field of which the buyer chooses one option. */
export interface Dropdown {
  name: string
  options: string | null
}

/** A variant names its fields, so a field without a name cannot be part of one. */
const dropdownsIn = (fields: readonly Field[]): Dropdown[] =>
  fields.flatMap(({ name, type, options }) =>
    name !== null && type?.toLowerCase() === 'dropdown' ? [{ name, options }] : [],
  )

export const dropdownsOf = ({ latest }: Pick<DescribedRow, 'latest'>) =>
  dropdownsIn(latest.description?.value.customFields ?? [])
