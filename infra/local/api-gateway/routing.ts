/** Finds the resource for a path, segment by segment. Doubled slashes and slashes at the end are ignored. */

import type { Route } from '../../../lib/http/route.ts'

export interface Resource {
  /** The path template, such as `/orders/{token}`. */
  path: string
  routes: Route[]
}

const segmentsOf = (path: string) => path.split('/').filter(segment => segment !== '')

/** Sorts literal segments before parameters, as letters come before braces, so that `/orders/count` is not an order. */
export const resourcesOf = (routes: Route[]): Resource[] =>
  [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, members]) => ({ path, routes: members }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))

function paramsIn(pattern: string[], segments: string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(expected)?.[1]
    if (name) params[name] = segment
    else if (expected !== segment) return null
  }
  return params
}

/** Returns the resource and the parameters of a path. The values of parameters stay percent-encoded. */
export function matchPath(resources: Resource[], path: string) {
  const segments = segmentsOf(path)
  for (const resource of resources) {
    const params = paramsIn(segmentsOf(resource.path), segments)
    if (params) return { resource, params }
  }
  return null
}
