/** Answers a question by the cheapest way there is: a list of its own, or the smallest list read against facets. */

import type { Tenant } from '../core/tenant.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import type { Range } from './entries.ts'
import { filteredPage, smallestList } from './filtered-page.ts'
import { type EntryPage, readPage } from './page.ts'
import type { Direction } from './select.ts'
import type { Tallies } from './tally.ts'

export interface Filter {
  /** The list of all entries that match, if there is one. */
  list?: string
  matches: (entry: Pick<EntryRow, 'facets'>) => boolean
}

export interface ListQuery extends Tenant {
  /** Where everything stands. */
  all: string
  filters: readonly Filter[]
  range?: Range | undefined
  direction: Direction
}

type Wanted = Pick<ListQuery, 'account' | 'mode' | 'all' | 'filters'>

interface Cut {
  offset: number
  limit: number
}

export async function findEntries(question: ListQuery, { offset, limit }: Cut): Promise<EntryPage> {
  const { filters, range, direction } = question
  const wish = { offset, limit, direction, ...(range && { range }) }
  const tallies = await listToRead(question)
  if (isExactAnswer(tallies.list, question)) return readPage(tallies, wish)
  return filteredPage(tallies, { ...wish, matches: matchesAll(filters) })
}

/** The shortest list on which all that is asked for stands. */
export async function listToRead({ account, mode, all, filters }: Wanted): Promise<Tallies> {
  const [first, ...others] = filters.flatMap(({ list }) => (list === undefined ? [] : [list]))
  const named = (list: string) => ({ account, mode, list })
  return smallestList([named(first ?? all), ...others.map(named)])
}

/** Whether nothing that stands on the list can be refused. */
export const isExactAnswer = ({ list }: List, { filters }: Pick<Wanted, 'filters'>) =>
  filters.every(filter => filter.list === list)

export const matchesAll = (filters: readonly Filter[]) => (entry: Pick<EntryRow, 'facets'>) =>
  filters.every(({ matches }) => matches(entry))
