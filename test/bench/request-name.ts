/** Names a request by its module and its query, so that measurements of the same request can be compared by name. */

import type { Query } from './model.ts'
import { dayInMilliseconds } from './orders.ts'

interface ModuleQuery {
  module: string
  query: Query
}

const daysIn = ({ from, to }: Query) =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / dayInMilliseconds)

export function nameOf({ module, query }: ModuleQuery): string {
  const { from, to, ...others } = query
  const parameters = Object.entries(others).map(([name, value]) => `${name}=${value}`)
  const range = from && to ? [`${daysIn(query)} days`] : [from && 'from a date', to && 'to a date']
  return [module, ...parameters, ...range].filter(Boolean).join(' ')
}
