/**
 * The scopes of API keys, and the requests that a key with each scope can send. The policy of the authorizer and the
 * documentation are derived from them. This file imports nothing, so that the bundle of the authorizer stays small.
 */

export const keyScopes = ['all', 'read', 'orders', 'events'] as const
export type KeyScope = (typeof keyScopes)[number]

/**
 * The scope of a new key for which none is chosen. Keys that were created before scopes existed also have this scope.
 */
export const defaultScope: KeyScope = 'all'

/**
 * The requests that a key with each scope can send. A request is written as a method and a path, because a resource in
 * a policy of API Gateway ends with them. `*` stands for any text, including slashes, so a path that ends with `*`
 * covers all paths below it.
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
