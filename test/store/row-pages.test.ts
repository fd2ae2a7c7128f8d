import { expect, test } from 'vitest'
import { shards } from '../../lib/store/attributes.ts'
import { pagesOf, pagesOfShards, type RowPageOptions } from '../../lib/store/row-pages.ts'

/** Three pages. The second page is empty, as a page of a query with a filter can be. */
const pages = new Map([
  [null, { data: [1, 2], cursor: 'b' }],
  ['b', { data: [], cursor: 'c' }],
  ['c', { data: [3], cursor: null }],
])
const readPage = async ({ cursor }: RowPageOptions) => pages.get(cursor)!

test('reads all pages of a query, also after an empty one', async () => {
  expect(await Array.fromAsync(pagesOf(readPage))).toEqual([...pages.values()])
})

test('goes on from the cursor of an earlier page', async () => {
  const found = await Array.fromAsync(pagesOf(readPage, { from: 'b' }), ({ data }) => data)
  expect(found).toEqual([[], [3]])
})

test('reads the rows of each shard, as consistently as asked for', async () => {
  const reads: unknown[] = []
  const rows = pagesOfShards(
    async (shard, options) => {
      reads.push([shard, options.cursor, options.consistent])
      return readPage(options)
    },
    { consistent: true },
  )
  expect((await Array.fromAsync(rows)).flat()).toEqual(shards.flatMap(() => [1, 2, 3]))
  expect(reads).toEqual(shards.flatMap(shard => [null, 'b', 'c'].map(cursor => [shard, cursor, true])))
})
