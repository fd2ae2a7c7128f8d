/**
 * Defines search lists. A search list has one entry for each word of the texts of an object, so that one Query finds the
 * objects with a text, at a cost that depends only on how many there are. Search lists have no tallies.
 */

import type { ListEntry } from '../store/list-entry.ts'
import type { Range } from './entries.ts'
import { lastCharacter } from './position.ts'
import { searchPosition, termsOf } from './search-terms.ts'

const namePrefix = 'search/'

export const searchListOf = (fullList: string, filter: string) => `${namePrefix}${fullList}/${filter}`

export const isSearchList = (list: string) => list.startsWith(namePrefix)

export type Text = string | null | undefined

/** Returns the search entries of an object. `position` is its position in lists that are sorted by time. */
export const searchEntries = (
  list: string,
  texts: readonly Text[],
  { position, ...entry }: Pick<ListEntry, 'position' | 'facets'>,
): ListEntry[] =>
  texts.flatMap(text => termsOf(text ?? '')).map(term => ({ list, position: searchPosition(term, position), ...entry }))

/** Returns the range of all positions that begin with a text. */
export const prefixRange = (prefix: string): Range => ({ from: prefix, to: prefix + lastCharacter })
