/** Reads all pages of a list, for each of the three ways in which endpoints are paged. */

import type { Input, Paging, Reply } from './request.ts'

/** The items of a list. Each iteration reads the list anew, one page at a time. */
export interface Pages<Item> extends AsyncIterable<Item> {
  /** Reads the list page by page. */
  pages(): AsyncIterable<Item[]>
  /** Reads the whole list into memory. */
  toArray(): Promise<Item[]>
}

const pageLength = 100

interface Page {
  items: unknown[]
  totalItems?: number
  continuationToken?: string | null
}

const pageOf = (body: unknown): Page => (Array.isArray(body) ? { items: body } : (body as Page))

/** Returns the fields of the input that must be changed to read the next page, or null after the last page. */
const nextInput: Record<Paging, (page: Page, input: Record<string, unknown>, reply: Reply) => Input | null> = {
  offset({ items, totalItems = Number.POSITIVE_INFINITY }, { offset = 0 }) {
    const next = Number(offset) + items.length
    return items.length > 0 && next < totalItems ? { offset: next } : null
  },
  token: ({ continuationToken }) => (continuationToken ? { continuationToken } : null),
  link(_, __, { headers }) {
    const [, link] = /<([^>]*)>; rel="?next"?/.exec(headers.get('Link') ?? '') ?? []
    return link ? Object.fromEntries(new URL(link, 'http://api').searchParams) : null
  },
}

/** Reads pages of 100 items, unless the input has another `limit`. A list that is paged by links has its own limit. */
export function readPages(paging: Paging, given: Input = {}, read: (input: Input) => Promise<Reply>): Pages<unknown> {
  async function* pages() {
    let input: Record<string, unknown> | null = { ...(paging !== 'link' && { limit: pageLength }), ...given }
    while (input) {
      const reply = await read(input)
      const page = pageOf(reply.body)
      yield page.items
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
