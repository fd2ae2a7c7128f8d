/** Answers a question by the cheapest way there is: a list of its own, or the smallest list read against facets. */

import type { Tenant } from '../kit/tenant.ts'
import type { EntryRow } from '../store/entry.ts'
import type { Range } from './entries.ts'
import { filteredPage, smallest } from './filter.ts'
import { type Page, page } from './page.ts'
import type { Direction } from './select.ts'

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

interface Cut {
  offset: number
  limit: number
}

export async function find(question: Question, { offset, limit }: Cut): Promise<Page> {
  const { account, mode, all, asks, range, direction } = question
  const named = (list: string) => ({ account, mode, list })
  const wish = { offset, limit, direction, ...(range && { range }) }
  const lists = asks.flatMap(({ list }) => (list === undefined ? [] : [named(list)]))
  if (asks.length === 0) return page(named(all), wish)
  const [only] = lists
  if (only && asks.length === 1) return page(only, wish)
  const shortest = lists.length > 1 ? await smallest(lists) : only
  return filteredPage(shortest ?? named(all), { ...wish, matches: matching(asks) })
}

export const matching =
  (asks: readonly Ask[]) =>
  ({ facets = [] }: Pick<EntryRow, 'facets'>) =>
    asks.every(({ facet, matches }) => matches(facets[facet] ?? '', facets))
