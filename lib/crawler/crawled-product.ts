/** A product found on a page. */

import type { ParsedProduct } from './product-schema.ts'

export interface Source {
  /** The page's URL. */
  url: URL
  /** The account's currency. */
  currency: string
}

export interface CrawledProduct extends ParsedProduct {
  /** The inventory fields of a JSON document, not parsed. */
  inventory?: Record<string, unknown>
}

/** Duplicates included; more would exceed the size of a reply and the time to write them. */
export const maxProducts = 1000
