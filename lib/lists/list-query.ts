/** Defines queries of lists: filters, the order of the entries, and pages. */

import type { Tenant } from '../core/tenant.ts'
import type { EntryRow } from '../store/list-entry.ts'
import type { Range } from './entries.ts'
import type { PageOptions } from './entry-page.ts'
import type { Direction } from './rank-select.ts'

export interface Filter {
  /** The list of all matching entries, if such a list exists. */
  list?: string
  /** True if only the entries of `list` show which rows match. */
  isOnlyOnList?: boolean
  /** The search list that contains the matching entries, and the text to search for, if such a list exists. */
  search?: { list: string; wanted: string }
  matches: (entry: FilteredEntry) => boolean
}

/** An entry to which filters are applied. Its partition belongs to the list from which the entry was read. */
type FilteredEntry = Pick<EntryRow, 'facets'> & Partial<Pick<EntryRow, 'partition' | 'position'>>

export interface ListQuery extends Tenant {
  fullList: string
  /** The disjoint lists that are read as the full list, if the full list has no entries of its own. */
  fullListParts?: readonly string[]
  filters: readonly Filter[]
  range?: Range | undefined
  direction: Direction
  /** The entity with this id comes first if it matches. The id is ignored if one list contains exactly the matches. */
  firstId?: string | undefined
  /** Absent if the objects of the list have no search entries. */
  searchEntries?: SearchEntries
}

interface SearchEntries {
  /**
   * Returns the object's position on the full list of the query. By default, this position is read from the end of the
   * search entry's key. The value is null if search entries do not contain this position.
   */
  positionOf?: ((entry: EntryRow) => string) | null | undefined
  /** True if search entries have facets, so that filters can be applied to search entries. */
  hasFacets?: true
  /**
   * Returns whether the object is on the full list of the query. Without this function, all objects are on the full
   * list.
   */
  isListed?: (entry: EntryRow) => boolean
}

export type Paging = Pick<PageOptions, 'offset' | 'limit'>

export const matchesAll = (filters: readonly Filter[]) => (entry: FilteredEntry) =>
  filters.every(({ matches }) => matches(entry))
