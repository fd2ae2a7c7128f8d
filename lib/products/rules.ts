/** How a product comes together from what is seen of it. */

import type { Metadata } from '../kit/metadata.ts'
import { earlier, type Facts, later, newest, type Stamp, timeOf } from '../kit/stamp.ts'

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

export interface Said {
  description: Description
}

/** What of a product changes when it is seen. */
interface Known {
  facts: Facts<Said>
  creationDate: string
  archivedAt?: string | undefined
  changedAt?: string | undefined
}

export function seen<R extends Known>(row: R, description: Description, stamp: Stamp): R {
  const at = timeOf(stamp)
  return {
    ...row,
    facts: newest<Said>(row.facts, { description }, stamp),
    creationDate: earlier(row.creationDate, at),
  }
}

export const isArchived = ({ archivedAt, facts }: Known) =>
  archivedAt !== undefined && archivedAt >= seenAt({ facts })

const seenAt = ({ facts }: Pick<Known, 'facts'>) => timeOf(facts.description?.stamp ?? '')

export const modifiedAt = (row: Known) => later(seenAt(row), row.changedAt ?? '')

/** Later than whatever was seen of the product, even where that says that it comes from the future. */
export const archived = <R extends Known>(row: R, at: string): R => ({
  ...row,
  archivedAt: later(seenAt(row), at),
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

export const dropdownsOf = ({ facts }: Pick<Known, 'facts'>) =>
  dropdownsIn(facts.description?.value.customFields ?? [])
