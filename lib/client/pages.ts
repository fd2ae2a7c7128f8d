/** Reads all pages of a list, for each kind of paging. */

import { UnexpectedReplyError } from './errors.ts'
import type { Input, Paging, Reply } from './request.ts'

/** The items of a list. Each iteration reads the list again, one page at a time. */
export interface Pages<Item> extends AsyncIterable<Item> {
  /** Reads the list page by page. */
  pages(): AsyncIterable<Item[]>
  /** Reads the whole list into memory. */
  toArray(): Promise<Item[]>
}

const pageLength = 100

interface Page {
  items: unknown[]
  limit?: number
  totalItems?: number
  continuationToken?: string | null
  hasMoreResults?: boolean
}

function pageOf({ body, status, endpoint }: Reply): Page {
  const page = (Array.isArray(body) ? { items: body } : body) as Page
  if (Array.isArray(page.items)) return page
  throw new UnexpectedReplyError({ endpoint, status, text: JSON.stringify(body), retryAfter: undefined })
}

/** Each function returns the input fields that select the next page, or null after the last page. */
const nextInput: Record<Paging, (page: Page, input: Record<string, unknown>, reply: Reply) => Input | null> = {
  /** After a full page, the next page is always read, because the total may be missing or out of date. */
  offset({ items, totalItems = Number.POSITIVE_INFINITY, limit }, input) {
    const next = Number(input.offset ?? 0) + items.length
    const isFull = items.length >= Number(limit ?? input.limit)
    return items.length > 0 && (isFull || next < totalItems) ? { offset: next } : null
  },
  /** A page may be empty although there are more, except if its limit is 0, which would never end. */
  token: ({ continuationToken, hasMoreResults = true }, { limit }) =>
    continuationToken && hasMoreResults && limit !== 0 ? { continuationToken } : null,
  link(_, __, { headers }) {
    const [, link] = /<([^>]*)>; rel="?next"?/.exec(headers.get('Link') ?? '') ?? []
    return link ? Object.fromEntries(new URL(link, 'http://api').searchParams) : null
  },
}

const idOf = (item: unknown) => {
  const { token, id } = (item ?? {}) as { token?: string; id?: string }
  return token ?? id ?? item
}

/**
 * Reads pages of 100 items, unless the input has another `limit`. If the list is paged by links, the API chooses the
 * length of the pages. If an object is created between two requests, the second page can repeat an item of the first
 * page. The repeated item is left out.
 */
export function readPages(paging: Paging, given: Input = {}, read: (input: Input) => Promise<Reply>): Pages<unknown> {
  async function* pages() {
    let input: Record<string, unknown> | null = { ...(paging !== 'link' && { limit: pageLength }), ...given }
    let previous = new Set<unknown>()
    while (input) {
      const reply = await read(input)
      const page = pageOf(reply)
      const added = page.items.filter(item => !previous.has(idOf(item)))
      if (added.length > 0) yield added
      previous = new Set(page.items.map(idOf))
      const next = nextInput[paging](page, input, reply)
      input = next && { ...input, ...next }
    }
  }
  async function* items() {
    for await (const page of pages()) yield* page
  }
  async function toArray() {
    const all: unknown[] = []
    for await (const page of pages()) all.push(...page)
    return all
  }
  return { pages, toArray, [Symbol.asyncIterator]: items }
}
