/** How a product comes together from what is seen of it. */

import {
  type EventStamp,
  earlierOf,
  type LatestFields,
  laterOf,
  mergeLatest,
  stampTime,
} from '../core/event-stamp.ts'
import type { Metadata } from '../core/metadata.ts'

interface Field {
  name: string | null
  type: string | null
  options: string | null
  required: boolean
  value: string | null
}

/** What a shop's page says of a product, as the checkout saw it. */
export interface Description {
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

export interface ProductFields {
  description: Description
}

/** What of a product changes when it is seen. */
interface Known {
  latest: LatestFields<ProductFields>
  creationDate: string
  archivedAt?: string | undefined
  changedAt?: string | undefined
}

export function applyDescription<R extends Known>(row: R, description: Description, stamp: EventStamp): R {
  const at = stampTime(stamp)
  return {
    ...row,
    latest: mergeLatest<ProductFields>(row.latest, { description }, stamp),
    creationDate: earlierOf(row.creationDate, at),
  }
}

export const isArchived = ({ archivedAt, latest }: Known) =>
  archivedAt !== undefined && archivedAt >= describedAt({ latest })

const describedAt = ({ latest }: Pick<Known, 'latest'>) => stampTime(latest.description?.stamp ?? '')

export const modifiedAt = (row: Known) => laterOf(describedAt(row), row.changedAt ?? '')

/** Later than whatever was seen of the product, even where that says that it comes from the future. */
export const archived = <R extends Known>(row: R, at: string): R => ({
  ...row,
  archivedAt: laterOf(describedAt(row), at),
  changedAt: at,
})

/** A field of which the buyer chooses one option. */
export interface Dropdown {
  name: string
  options: string | null
}

/** One without a name could be named by no variant. */
const dropdownsIn = (fields: readonly Field[]): Dropdown[] =>
  fields.flatMap(({ name, type, options }) =>
    name !== null && type?.toLowerCase() === 'dropdown' ? [{ name, options }] : [],
  )

export const dropdownsOf = ({ latest }: Pick<Known, 'latest'>) =>
  dropdownsIn(latest.description?.value.customFields ?? [])
