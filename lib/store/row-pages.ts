/** Reads the rows of a query page by page, so that only one page is in memory. */

import { shards } from './attributes.ts'

export interface RowPage<R> {
  data: R[]
  /** The cursor of the next page; null on the last page. */
  cursor: string | null
}

export interface RowPageOptions {
  cursor: string | null
  limit: number
  consistent: boolean
}

interface ReadOptions {
  consistent?: boolean
  /** The cursor at which reading begins; the first page by default. */
  from?: string | null
}

const limit = 100

export async function* pagesOf<R>(
  readPage: (options: RowPageOptions) => Promise<RowPage<R>>,
  { consistent = false, from = null }: ReadOptions = {},
): AsyncGenerator<RowPage<R>> {
  let cursor = from
  do {
    const page: RowPage<R> = await readPage({ cursor, limit, consistent })
    yield page
    cursor = page.cursor
  } while (cursor)
}

export type ReadShard<R> = (shard: string, options: RowPageOptions) => Promise<RowPage<R>>

export async function* pagesOfShards<R>(
  readPage: ReadShard<R>,
  options: Pick<ReadOptions, 'consistent'> = {},
): AsyncGenerator<R[]> {
  for (const shard of shards)
    for await (const { data } of pagesOf<R>(page => readPage(shard, page), options)) yield data
}
