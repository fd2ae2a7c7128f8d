/**
 * Defines named facets, and tables of filters. The facets, lists and queries of an entity are derived from its table of
 * filters.
 */

import { type EntryRow, filterList, type ListEntry, listOfPartition } from '../store/list-entry.ts'
import type { FilterKind } from './filter-kinds.ts'
import type { Filter } from './list-query.ts'
import { searchEntries, searchListOf } from './search-entries.ts'

type Faceted = Pick<EntryRow, 'facets'>

/**
 * Facets are short texts on an entry. They are declared and read by name, but an entry stores an array without names,
 * because the names would make up most of the entry.
 */
export function defineFacets<Name extends string>(...names: readonly Name[]) {
  return {
    toFacets: (values: Record<Name, string>): string[] => names.map(name => values[name]),
    facetReader: (name: Name) => {
      const index = names.indexOf(name)
      return ({ facets = [] }: Faceted): string => facets[index] ?? ''
    },
  }
}

type Fields<Row, Wanted> = {
  [Name in keyof Wanted]-?: FilterKind<Row, NonNullable<Wanted[Name]>>
}

/**
 * Derives facets, lists and filters from one table. `all` is the name of the list of all rows. The names of the lists
 * for filters begin with this name.
 */
export class FilterTable<Row, Wanted extends object> {
  readonly #fields: Fields<Row, Wanted>
  readonly #names: (keyof Wanted & string)[]
  readonly #facets

  readonly #searchName: string

  /** The names of search lists begin with `searchName`. */
  constructor(fields: Fields<Row, Wanted>, searchName = '') {
    this.#fields = fields
    this.#searchName = searchName
    this.#names = Object.keys(fields) as (keyof Wanted & string)[]
    this.#facets = defineFacets(...this.#names.filter(name => fields[name].facetOf))
  }

  facetsOf(row: Row): string[] {
    return this.#facetsOf(row, () => true)
  }

  /**
   * Returns the facets for the list of all rows. A query with a filter that has lists reads such a list instead, so the
   * facet of this filter is empty. The entry therefore stays the same if the row's value for this filter changes.
   */
  facetsWithoutList(row: Row): string[] {
    return this.#facetsOf(row, ({ lists }) => !lists)
  }

  #facetsOf(row: Row, isIncluded: (field: FilterKind<Row, never>) => boolean): string[] {
    const fields = this.#names.map(name => [name, this.#fields[name]] as const)
    const values = fields.map(([name, field]) => [name, (isIncluded(field) && field.facetOf?.(row)) || ''])
    return this.#facets.toFacets(Object.fromEntries(values))
  }

  listsOf(all: string, row: Row): string[] {
    return this.#names.flatMap(name => {
      const values = this.#fields[name].lists?.valuesOf(row) ?? []
      return values.map(value => filterList(all, name, value))
    })
  }

  /**
   * Returns one prefix for each filter that has separate lists. The names of the filter's lists consist of this prefix
   * and a value.
   */
  listPrefixes(all: string): string[] {
    return this.#names.filter(name => this.#fields[name].lists).map(name => filterList(all, name, ''))
  }

  get searchLists(): string[] {
    const searched = this.#names.filter(name => this.#fields[name].searchedTexts)
    return searched.map(name => searchListOf(this.#searchName, name))
  }

  /** Returns the row's entries on search lists: one for each word, but several for a long word. */
  searchEntriesOf(row: Row, entry: Pick<ListEntry, 'position' | 'facets'>): ListEntry[] {
    return this.#names.flatMap(name => {
      const texts = this.#fields[name].searchedTexts?.(row) ?? []
      return searchEntries(searchListOf(this.#searchName, name), texts, entry)
    })
  }

  filter<Name extends keyof Wanted & string>(all: string, name: Name, wanted: NonNullable<Wanted[Name]>): Filter {
    const field: FilterKind<Row, NonNullable<Wanted[Name]>> = this.#fields[name]
    const listOf = ({ wantedValue }: NonNullable<typeof field.lists>) => filterList(all, name, wantedValue(wanted))
    if (!field.matches) return entriesOf(listOf(field.lists))
    const { lists, matches, searchedTexts } = field
    const read = this.#facets.facetReader(name)
    return {
      ...(lists && { list: listOf(lists) }),
      ...(searchedTexts && { search: { list: searchListOf(this.#searchName, name), wanted: String(wanted) } }),
      matches: entry => matches(read(entry), wanted),
    }
  }

  filtersOf(all: string, wanted: Partial<Wanted>): Filter[] {
    return this.#names.flatMap(name => {
      const value = wanted[name]
      return value === undefined || value === null ? [] : [this.filter(all, name, value)]
    })
  }

  /** Returns the names of the separate lists for the wanted values. A list may have no entries. */
  listsFor(all: string, wanted: Partial<Wanted>): string[] {
    return this.filtersOf(all, wanted).flatMap(({ list }) => list ?? [])
  }
}

/**
 * Returns a filter that matches only the entries of this list. Entries of other lists do not show whether their rows
 * are on this list.
 */
const entriesOf = (list: string): Filter => ({
  list,
  isOnlyOnList: true,
  matches: ({ partition = '' }) => listOfPartition(partition)?.list === list,
})

export const either = (one: Filter, other: Filter): Filter => ({
  matches: entry => one.matches(entry) || other.matches(entry),
})
