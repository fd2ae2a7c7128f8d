/** Finds the resource for a path. Doubled slashes and slashes at the end are ignored. */

import type { Route } from '../../../lib/http/route.ts'

export interface Resource {
  /** The path template, such as `/orders/{token}`. */
  path: string
  pattern: RegExp
  routes: Route[]
}

/**
 * Returns the pattern for a path template. Each parameter becomes a named group. A parameter with a plus matches all
 * remaining segments.
 */
const patternOf = (path: string) => {
  const pattern = path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)(\+?)\}/g, (_, name, plus) => `(?<${name}>${plus ? '.+' : '[^/]+'})`)
  return new RegExp(`^${pattern}$`)
}

/** Sorts resources by path, so that `/orders/count` is tried before `/orders/{token}`: letters sort before braces. */
export const resourcesOf = (routes: Route[]): Resource[] =>
  [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, members]) => ({ path, pattern: patternOf(path), routes: members }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))

/**
 * Returns the first resource that matches the path, and the values of its parameters, which stay percent-encoded.
 * `matchedPath` is the path without superfluous slashes.
 */
export function matchPath(resources: Resource[], path: string) {
  const segments = path.split('/').filter(segment => segment !== '')
  const matchedPath = `/${segments.join('/')}`
  for (const resource of resources) {
    const match = resource.pattern.exec(matchedPath)
    if (match) return { resource, params: { ...match.groups }, matchedPath }
  }
  return null
}
