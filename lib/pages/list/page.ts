/** A page of a list in the shape of the API's replies, and the item range for a page number. */

const pageLength = 50

/** The range of items to show: `limit` items from `offset` on. */
interface Part {
  offset: number
  limit: number
}

export interface ListPage<Item> extends Part {
  items: Item[]
  totalItems: number
}

export const partOf = (page = 1): Part => ({ offset: (page - 1) * pageLength, limit: pageLength })

/** Returns one page of a list whose items are all loaded. */
export const pageOf = <Item>(all: readonly Item[], { offset, limit }: Part): ListPage<Item> => ({
  items: all.slice(offset, offset + limit),
  totalItems: all.length,
  offset,
  limit,
})
