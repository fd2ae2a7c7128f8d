/**
 * Defines the kinds of filters. A kind decides which text, if any, an entry stores, and which wanted values match it.
 */

import { normalizeForComparison } from '../core/fields.ts'
import { listValue } from '../store/list-entry.ts'
import { spellingsOf, type Text } from './search-entries.ts'

/** The separate lists of a filter, one for each value. */
interface Lists<Row, Wanted> {
  valuesOf: (row: Row) => string[]
  wantedValue: (wanted: Wanted) => string
}

interface FacetFilter<Row, Wanted> {
  /** Returns the texts of a row that can be searched. Their words are on a search list. */
  searchedTexts?: (row: Row) => readonly Text[]
  /** Returns the text that the entry of a row stores for this filter. */
  facetOf: (row: Row) => string
  matches: (facet: string, wanted: Wanted) => boolean
  lists?: Lists<Row, Wanted>
}

/** A filter with separate lists only. Entries store no text for this filter, so no other list can be filtered by it. */
interface ListFilter<Row, Wanted> {
  searchedTexts?: undefined
  facetOf?: undefined
  matches?: undefined
  lists: Lists<Row, Wanted>
}

export type FilterKind<Row, Wanted> = FacetFilter<Row, Wanted> | ListFilter<Row, Wanted>

type Value = string | boolean | null | undefined

const comparable = (value: Value) =>
  typeof value === 'boolean' ? comparableBoolean(value) : listValue(normalizeForComparison(value))

/** Returns one character, so that entries stay small. A request may read thousands of entries. */
const comparableBoolean = (value: boolean) => (value ? '1' : '0')

/** Filters by one value, case-insensitively. There is a separate list for each value. */
export const equalTo = <Row>(valueIn: (row: Row) => Value): FilterKind<Row, string | boolean> => {
  const facetOf = (row: Row) => comparable(valueIn(row))
  return {
    facetOf,
    matches: (facet, wanted) => facet === comparable(wanted),
    lists: { valuesOf: row => [facetOf(row)].filter(Boolean), wantedValue: comparable },
  }
}

/** Filters by a boolean. There are no separate lists for true and false. */
export const unlistedFlag = <Row>(valueIn: (row: Row) => boolean): FilterKind<Row, boolean> => ({
  facetOf: row => comparableBoolean(valueIn(row)),
  matches: (facet, wanted) => facet === comparableBoolean(wanted),
})

/**
 * Finds rows with a flag that few rows have. These rows have an entry on a separate list. If a row gets the flag, this
 * entry is added, and the other entries of the row do not change.
 */
export const rareFlag = <Row>(isSet: (row: Row) => boolean): FilterKind<Row, true> => ({
  lists: { valuesOf: row => (isSet(row) ? ['1'] : []), wantedValue: comparableBoolean },
})

/**
 * Filters by one GUID. A row may have several GUIDs, and matches if one of them is the wanted GUID. There is a separate
 * list for each GUID.
 */
export const includesId = <Row>(idsOf: (row: Row) => string[]): FilterKind<Row, string> => ({
  facetOf: row => idsOf(row).map(shortId).join(' '),
  matches: (facet, wanted) => facet.split(' ').includes(shortId(wanted)),
  lists: { valuesOf: idsOf, wantedValue: id => id },
})

/**
 * Returns the first nine bytes of a GUID, so that the entry stays small. Nine bytes are enough to distinguish GUIDs.
 */
const shortId = (id: string) => Buffer.from(id.replaceAll('-', '').slice(0, 18), 'hex').toString('base64url')

/** Longer texts are cut, so that an entry stays small, and so that a text has a limited number of search entries. */
const maxTextLength = 1000
/** A pair of surrogates may be cut in half. The table would not return the half unchanged, so it is replaced. */
const cut = (text: string) => text.slice(0, maxTextLength).toWellFormed()

/**
 * The character that separates the texts of a facet. No query contains this control character, so a query cannot match
 * the end of one text together with the beginning of the next text.
 */
const separator = '\u0001'

/** Filters by a text, case-insensitively. A row matches if one of its texts contains the wanted text. */
export const contains = <Row>(textsOf: (row: Row) => Text[]): FacetFilter<Row, string> => ({
  facetOf: row => {
    const texts = textsOf(row).map(text => cut(normalizeForComparison(text)))
    return [...new Set(texts)].join(separator)
  },
  matches: (facet, wanted) => spellingsOf(wanted).some(text => facet.includes(text)),
})

/**
 * A filter like `contains`. The words of the texts are also on a search list, so that a request need not read a whole
 * list.
 */
export const searchable = <Row>(textsOf: (row: Row) => Text[]): FacetFilter<Row, string> => ({
  ...contains(textsOf),
  searchedTexts: row => textsOf(row).map(text => text && cut(text)),
})

export const atLeast = <Row>(numberOf: (row: Row) => number): FilterKind<Row, number> => ({
  facetOf: row => String(numberOf(row)),
  matches: (facet, wanted) => Number(facet) >= wanted,
})

export interface TimeSpan {
  from?: string | undefined
  to?: string | undefined
}

/** Filters by a timestamp, which must be between `from` and `to`, both included. */
export const between = <Row>(timestampOf: (row: Row) => string): FilterKind<Row, TimeSpan> => ({
  facetOf: timestampOf,
  matches: (facet, { from = '', to = '~' }) => facet >= from && facet <= to,
})
