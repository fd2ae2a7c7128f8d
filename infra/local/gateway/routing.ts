/** Finds what a path means: segment by segment as sent, whatever slashes are doubled or at the end. */

import type { Route } from '../../../lib/http/route.ts'

export interface Resource {
  /** As in `/orders/{token}`. */
  path: string
  routes: Route[]
}

const segmentsOf = (path: string) => path.split('/').filter(segment => segment !== '')

/** Literal segments come before parameters, as letters come before braces: `/orders/count` is not an order. */
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

/** The values of parameters are percent-encoded as sent. */
export function matchPath(resources: Resource[], path: string) {
  const segments = segmentsOf(path)
  for (const resource of resources) {
    const params = paramsIn(segmentsOf(resource.path), segments)
    if (params) return { resource, params }
  }
  return null
}
