/** A page of a list in the shape of the API's replies, and the item range for a page number. */

const pageLength = 50

/** The range of items to show: `limit` items from `offset` on. */
interface ItemRange {
  offset: number
  limit: number
}

export interface ListPage<Item> extends ItemRange {
  items: Item[]
  totalItems: number
}

export const rangeOfPage = (page = 1): ItemRange => ({ offset: (page - 1) * pageLength, limit: pageLength })

/** Returns one page of a list whose items are all loaded. */
export const slicePage = <Item>(all: readonly Item[], { offset, limit }: ItemRange): ListPage<Item> => ({
  items: all.slice(offset, offset + limit),
  totalItems: all.length,
  offset,
  limit,
})
