/** Facets: short texts stored on each entry, declared and read by name. */

import type { EntryRow } from '../store/list-entry.ts'

type Faceted = Pick<EntryRow, 'facets'>

/** They are stored as an array, since names would make up most of an entry; only this file knows the positions. */
export function namedFacets<Name extends string>(...names: readonly Name[]) {
  return {
    toFacets: (values: Record<Name, string>): string[] => names.map(name => values[name]),
    facetReader: (name: Name) => {
      const index = names.indexOf(name)
      return ({ facets = [] }: Faceted): string => facets[index] ?? ''
    },
  }
}
