/** What is seen of a product on a page, and where. */

import type { Entry } from './entry.ts'

/** Where it is read, and for whom. */
export interface Source {
  url: URL
  /** The account's. */
  currency: string
}

export interface CrawledProduct extends Entry {
  /** The inventory fields that a document has, as they stand there. */
  inventory?: Record<string, unknown>
}

/** More than one reply can hold, and the table take in its time; those named twice count twice. */
export const maxProducts = 1000
