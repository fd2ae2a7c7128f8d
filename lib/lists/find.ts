/** Answers a question by the cheapest way there is: a list of its own, or the smallest list read against facets. */

import type { Tenant } from '../kit/tenant.ts'
import type { EntryRow, List } from '../store/entry.ts'
import type { Range } from './entries.ts'
import { filteredPage, smallest } from './filter.ts'
import { type Page, page } from './page.ts'
import type { Direction } from './select.ts'
import type { Tallies } from './tally.ts'

/** One thing that is asked of all that stands on a list. */
export interface Ask {
  /** The list of all to which it applies, where there is one. */
  list?: string
  /** The place of the facet that tells, and what it must say. */
  facet: number
  matches: (said: string, facets: readonly string[]) => boolean
}

export interface Question extends Tenant {
  /** Where everything stands. */
  all: string
  asks: readonly Ask[]
  range?: Range | undefined
  direction: Direction
}

type Wanted = Pick<Question, 'account' | 'mode' | 'all' | 'asks'>

interface Cut {
  offset: number
  limit: number
}

export async function find(question: Question, { offset, limit }: Cut): Promise<Page> {
  const { asks, range, direction } = question
  const wish = { offset, limit, direction, ...(range && { range }) }
  const tallies = await listToRead(question)
  if (isAnsweredBy(tallies.list, question)) return page(tallies, wish)
  return filteredPage(tallies, { ...wish, matches: matching(asks) })
}

/** The shortest list on which all that is asked for stands. */
export async function listToRead({ account, mode, all, asks }: Wanted): Promise<Tallies> {
  const [first, ...others] = asks.flatMap(({ list }) => (list === undefined ? [] : [list]))
  const named = (list: string) => ({ account, mode, list })
  return smallest([named(first ?? all), ...others.map(named)])
}

/** Whether nothing that stands on the list can be refused. */
export const isAnsweredBy = ({ list }: List, { asks }: Pick<Wanted, 'asks'>) =>
  asks.every(ask => ask.list === list)

export const matching =
  (asks: readonly Ask[]) =>
  ({ facets = [] }: Pick<EntryRow, 'facets'>) =>
    asks.every(({ facet, matches }) => matches(facets[facet] ?? '', facets))
