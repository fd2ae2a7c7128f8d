/**
 * Replaces names and other personal data of buyers in findings by hashes, because findings are printed, and some logs
 * contain what commands print. A person can still see whether two texts are equal.
 */

import { hash } from 'node:crypto'
import { isSearchList, termOfPosition } from '../lists/search-entries.ts'
import * as orders from '../orders/index.ts'
import { isOneOfLists } from '../store/list-entry.ts'

const hashOf = (text: string) => text && hash('sha256', text).slice(0, 8)

/** The entries of these lists contain no text of buyers. A name that ends with `/` or `=` stands for several lists. */
const listsWithoutNames = ['products/', 'carts', 'carts/', orders.customerList('')]

/** Returns a word, or a facet, of an entry. */
export const textWithoutNames = (list: string, text: string): string =>
  isOneOfLists(list, listsWithoutNames) ? text : hashOf(text)

/** Returns a position. In search lists, a position begins with words of a text. */
export function positionWithoutNames(list: string, position: string): string {
  const term = isSearchList(list) ? termOfPosition(position) : ''
  return textWithoutNames(list, term) + position.slice(term.length)
}

/** Returns the name of a list. Some lists of orders have the city or the postal code of a buyer in their names. */
export function listWithoutValue(list: string): string {
  const prefix = orders.personalListPrefixes.find(prefix => list.startsWith(prefix))
  return prefix ? prefix + hashOf(list.slice(prefix.length)) : list
}
