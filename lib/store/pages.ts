/** Reads the rows of a query page by page, so that only one page is in memory. */

import { shards } from './attributes.ts'

export interface Page<R> {
  data: R[]
  /** Where the next page begins; null after the last one. */
  cursor: string | null
}

export interface PageOptions {
  cursor: string | null
  limit: number
  consistent: boolean
}

type ReadPage<R> = (options: PageOptions) => Promise<Page<R>>

interface ReadOptions {
  consistent?: boolean
  /** The cursor of an earlier page. */
  from?: string | null
}

const limit = 100

export async function* pagesOf<R>(
  readPage: ReadPage<R>,
  { consistent = false, from = null }: ReadOptions = {},
): AsyncGenerator<Page<R>> {
  let cursor = from
  do {
    const page: Page<R> = await readPage({ cursor, limit, consistent })
    yield page
    cursor = page.cursor
  } while (cursor)
}

/** The rows of an entity, shard by shard. */
export async function* shardedRows<R>(
  readPage: (shard: string, options: PageOptions) => Promise<Page<R>>,
  options: Pick<ReadOptions, 'consistent'> = {},
): AsyncGenerator<R[]> {
  for (const shard of shards)
    for await (const { data } of pagesOf<R>(page => readPage(shard, page), options)) yield data
}
