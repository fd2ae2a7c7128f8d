/** What a request is called: the same for the same question to a store of any size. */

import type { Query } from './model.ts'
import { dayInMilliseconds } from './orders.ts'

interface Named {
  room: string
  query: Query
}

const days = ({ from, to }: Query) =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / dayInMilliseconds)

export function nameOf({ room, query }: Named): string {
  const { from: _from, to: _to, ...others } = query
  const said = Object.entries(others).map(([field, value]) => `${field}=${value}`)
  const within = 'from' in query ? [`${days(query)} days`] : []
  return [room, ...(said.length + within.length > 0 ? [[...said, ...within].join(' ')] : [])].join(' ')
}
