/**
 * The scopes of API keys, as data: the requests that a key with each scope can send. The authorizer's policy and the
 * documentation are both derived from it. It imports nothing, so that the authorizer's bundle stays small.
 */

export const keyScopes = ['all', 'read', 'orders', 'events'] as const
export type KeyScope = (typeof keyScopes)[number]

/** New keys have this scope unless another is chosen, and so do keys that were created before there were scopes. */
export const defaultScope: KeyScope = 'all'

/**
 * The requests that a key with each scope can send. A request is a method and a path, as at the end of the resources of
 * API Gateway's policies. `*` stands for any text, including slashes, so a path that ends with `*` covers all paths
 * below it.
 */
export const allowedRequests: Record<KeyScope, readonly string[]> = {
  all: ['*'],
  read: ['GET/*'],
  orders: [
    'GET/orders',
    'GET/orders/*',
    'PUT/orders/*',
    'POST/orders/*',
    'GET/v1/orders/*',
    'POST/v1/orders/*',
    'GET/customers/*/orders',
  ],
  events: ['POST/checkout/events'],
}

/** The patterns above have no character other than `*` that is special in a regular expression. */
const matches = (pattern: string, request: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(request)

/** Returns the scopes that allow an endpoint. Its path may have parameters in braces. */
export const scopesOf = ({ method, path }: { method: string; path: string }): KeyScope[] =>
  keyScopes.filter(scope => allowedRequests[scope].some(pattern => matches(pattern, method + path)))
