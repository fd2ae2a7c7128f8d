/** A page of a list, as the API returns it. Pages count from 1. */

const pageLength = 50

/** The items from `offset` on. */
interface Part {
  offset: number
  limit: number
}

export interface ListPage<Item> extends Part {
  items: Item[]
  totalItems: number
}

export const partOf = (page = 1): Part => ({ offset: (page - 1) * pageLength, limit: pageLength })

/** Returns a page of a list that was read as a whole. */
export const pageOf = <Item>(all: readonly Item[], { offset, limit }: Part): ListPage<Item> => ({
  items: all.slice(offset, offset + limit),
  totalItems: all.length,
  offset,
  limit,
})
