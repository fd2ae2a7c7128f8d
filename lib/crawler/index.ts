/** Reads the products of a store from a page or a document of its own site. */

import { fromButtons } from './buttons.ts'
import { contentOf } from './content.ts'
import type { CrawledProduct } from './crawled-product.ts'
import { fromDocument } from './document.ts'
import { fetchPage, type Page } from './fetch.ts'
import { type Resolver, systemResolver } from './guard.ts'

export type { CrawledProduct } from './crawled-product.ts'

interface For {
  /** The account's. */
  currency: string
  /** Looks up the addresses of a host. */
  resolve?: Resolver
}

/** Each product once, as it stands there last. */
export async function crawl(
  fetchUrl: string,
  { currency, resolve = systemResolver }: For,
): Promise<CrawledProduct[]> {
  const read = (page: Page) => productsOf(page, currency)
  const all = await fetchPage(fetchUrl, { resolve, read })
  return [...new Map(all.map(one => [one.userDefinedId, one])).values()]
}

async function productsOf({ url, contentType, parts }: Page, currency: string): Promise<CrawledProduct[]> {
  const { kind, texts } = await contentOf(contentType, parts)
  if (kind === 'json') return fromDocument(texts, { url, currency })
  return fromButtons(texts, { url, currency, isXml: kind === 'xhtml' })
}
