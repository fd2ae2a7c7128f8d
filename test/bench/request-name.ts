/** The name of a request: the same for stores of any size. */

import type { Query } from './model.ts'
import { dayInMilliseconds } from './orders.ts'

interface Named {
  module: string
  query: Query
}

const days = ({ from, to }: Query) =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / dayInMilliseconds)

export function nameOf({ module, query }: Named): string {
  const { from, to, ...others } = query
  const said = Object.entries(others).map(([field, value]) => `${field}=${value}`)
  const within = from && to ? [`${days(query)} days`] : [from && 'from a day on', to && 'up to a day']
  return [module, ...said, ...within].filter(Boolean).join(' ')
}
