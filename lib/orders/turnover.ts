/** What an order takes from the stock, and gives back where it is told anew with other items. */

import { isDeepStrictEqual } from 'node:util'
import type { OrderRow } from './entity.ts'
import type { Content } from './rules.ts'

/** So many of a product, with these of its custom fields; fewer than none go back. */
export interface Line {
  id: string
  quantity: number
  customFields: { name: string | null; value: string | null }[]
}

const linesOf = ({ items }: Content): Line[] =>
  items.map(({ id, quantity, customFields }) => ({ id, quantity, customFields }))

const returned = (line: Line): Line => ({ ...line, quantity: -line.quantity })

type Selling = Pick<OrderRow, 'content' | 'former'>

/** By product, in the order in which their stock is moved. */
export function turnoverOf({ content, former = [] }: Selling): [id: string, lines: Line[]][] {
  const lines = [...(content ? linesOf(content) : []), ...former.map(returned)]
  return [...Map.groupBy(lines, ({ id }) => id)].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** What has been taken for an order by now, be it for what it consists of or for what it consisted of before. */
function takenFor({ content, former = [], taken }: OrderRow): Line[] {
  const moved = new Set(
    turnoverOf({ content, former })
      .map(([id]) => id)
      .slice(0, taken),
  )
  const wanted = content ? linesOf(content) : []
  return [...wanted.filter(({ id }) => moved.has(id)), ...former.filter(({ id }) => !moved.has(id))]
}

/** How the stock stands with an order that is told with this content; where none is kept, nothing is to be done. */
export function owed(
  before: OrderRow,
  content: Content,
  hasStock: boolean,
): Pick<OrderRow, 'former' | 'taken'> {
  const former = takenFor(before)
  const isTaken = isDeepStrictEqual(former, linesOf(content)) || (former.length === 0 && !hasStock)
  if (isTaken) return { former: undefined, taken: turnoverOf({ content }).length }
  return { former: former.length > 0 ? former : undefined, taken: 0 }
}
