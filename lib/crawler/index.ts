/** Reads the products of a store from a page or a document of its own site. */

import { fromButtons } from './buttons.ts'
import { contentOf } from './content.ts'
import { fromDocument } from './document.ts'
import { fetchPage } from './fetch.ts'
import { type Resolver, systemResolver } from './guard.ts'
import type { Seen } from './seen.ts'

export type { Seen } from './seen.ts'

interface For {
  /** The account's. */
  currency: string
  /** Looks up the addresses of a host. */
  resolve?: Resolver
}

/** Each product once, as it stands there last. */
export async function crawl(fetchUrl: string, { currency, resolve = systemResolver }: For): Promise<Seen[]> {
  const page = await fetchPage(fetchUrl, resolve)
  const { kind, text } = contentOf(page)
  const source = { url: page.url, currency }
  const all =
    kind === 'json' ? fromDocument(text, source) : fromButtons(text, { ...source, isXml: kind === 'xhtml' })
  return [...new Map(all.map(one => [one.userDefinedId, one])).values()]
}
