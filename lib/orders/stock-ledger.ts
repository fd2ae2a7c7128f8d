/** What an order takes from the stock, and gives back where it is told anew with other items. */

import { isDeepStrictEqual } from 'node:util'
import type { OrderRow } from './entity.ts'
import type { OrderContent } from './rules.ts'

/** So many of a product, with these of its custom fields; fewer than none go back. */
export interface Line {
  id: string
  quantity: number
  customFields: { name: string | null; value: string | null }[]
}

const linesOf = ({ items }: OrderContent): Line[] =>
  items.map(({ id, quantity, customFields }) => ({ id, quantity, customFields }))

const returned = (line: Line): Line => ({ ...line, quantity: -line.quantity })

type Selling = Pick<OrderRow, 'content' | 'former' | 'spared'>

/** By product, in the order in which their stock is moved. */
export function stockMovements({
  content,
  former = [],
  spared = [],
}: Selling): [id: string, lines: Line[]][] {
  const lines = [...(content ? linesOf(content) : []), ...former.map(returned)]
  const moving = lines.filter(({ id }) => !spared.includes(id))
  return [...Map.groupBy(moving, ({ id }) => id)].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** What has been taken for an order by now, be it for what it consists of or for what it consisted of before. */
function takenFor({ content, former = [], spared = [], taken }: OrderRow): Line[] {
  const moved = new Set(
    stockMovements({ content, former, spared })
      .map(([id]) => id)
      .slice(0, taken),
  )
  const wanted = content ? linesOf(content) : []
  const kept = former.filter(({ id }) => !moved.has(id) && !spared.includes(id))
  return [...wanted.filter(({ id }) => moved.has(id)), ...kept]
}

type Stock = Pick<OrderRow, 'former' | 'spared' | 'taken'>

/** How the stock stands with an order that is told with this content; where none is kept, nothing is to be done. */
export function owed(before: OrderRow, content: OrderContent, hasStock: boolean): Stock {
  const former = takenFor(before)
  const isUntouched = former.length === 0 && !hasStock
  const spared = isUntouched ? sparedBy(before, idsIn(content)) : before.spared
  const moving = linesOf(content).filter(({ id }) => !spared?.includes(id))
  const isTaken = isDeepStrictEqual(former, moving)
  if (isTaken) return { former: undefined, spared, taken: stockMovements({ content, spared }).length }
  return { former: former.length > 0 ? former : undefined, spared, taken: 0 }
}

const idsIn = ({ items }: OrderContent) => items.map(({ id }) => id)

/** What had no stock to take from when it was bought is left alone by the order, whatever is kept later. */
export const sparedBy = ({ spared = [] }: Pick<OrderRow, 'spared'>, more: readonly string[]): string[] => [
  ...new Set([...spared, ...more]),
]
