/** Reads products from an HTML page or a JSON document on a store's site. */

import { productsFromButtons } from './buttons.ts'
import { detectKindAndDecode } from './detect-kind-and-decode.ts'
import { fetchPage, type Page } from './guarded-fetch.ts'
import { productsFromJson } from './json-document.ts'
import type { CrawledProduct } from './product-schema.ts'
import { type Resolver, systemResolver } from './ssrf-guard.ts'

export { fetchTextWithoutRedirects } from './guarded-fetch.ts'
export type { CrawledProduct } from './product-schema.ts'

interface CrawlOptions {
  currency: string
  resolve?: Resolver
}

/** Returns the products of a page. If several products have the same id, only the last one is returned. */
export async function crawl(
  fetchUrl: string,
  { currency, resolve = systemResolver }: CrawlOptions,
): Promise<CrawledProduct[]> {
  const read = (page: Page) => productsOf(page, currency)
  const products = await fetchPage(fetchUrl, { resolve, read })
  return [...new Map(products.map(product => [product.userDefinedId, product])).values()]
}

async function productsOf({ url, contentType, chunks }: Page, currency: string): Promise<CrawledProduct[]> {
  const { kind, textChunks } = await detectKindAndDecode(contentType, chunks)
  if (kind === 'json') return productsFromJson(textChunks, { url, currency })
  return productsFromButtons(textChunks, { url, currency, isXml: kind === 'xhtml' })
}
