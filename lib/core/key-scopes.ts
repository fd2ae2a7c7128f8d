/**
 * Defines the scopes of API keys, and the requests that each scope allows. The authorizer's policy and the
 * documentation are derived from these definitions. This file imports nothing, so that the authorizer's bundle stays
 * small.
 */

export const keyScopes = ['all', 'read', 'orders', 'events'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scope of keys for which no scope was chosen, and of keys that were created before scopes existed. */
export const defaultScope: KeyScope = 'all'

/**
 * The requests that each scope allows, written as in a policy of API Gateway: the method and the path, such as
 * `POST/checkout/events`. `*` stands for any text, including slashes.
 */
export const allowedRequests: Record<KeyScope, readonly string[]> = {
  all: ['*'],
  read: ['GET/*'],
  orders: [
    'GET/account',
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

/** `*` matches any text. The pattern must contain no other character that is special in a regular expression. */
const matches = (pattern: string, request: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(request)

/** Returns the scopes that allow an endpoint. The path may contain parameters such as `{id}`. */
export const scopesAllowing = ({ method, path }: { method: string; path: string }): KeyScope[] =>
  keyScopes.filter(scope => allowedRequests[scope].some(pattern => matches(pattern, method + path)))
