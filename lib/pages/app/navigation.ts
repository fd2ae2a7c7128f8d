/** The entries of the navigation, with their keyboard shortcuts: `g` and then `o` opens the orders. */

import type { LinkProps } from '@tanstack/react-router'
import type { Account } from '../../client/index.ts'
import type { ScreenName } from './texts.ts'

type Scope = Account['scope']

interface Entry {
  name: ScreenName
  to: LinkProps['to']
  shortcut: string
  scopes: readonly Scope[]
  /** The navigation has this entry only in stores with this feature. */
  feature?: Account['features'][number]
}

const everything: readonly Scope[] = ['all', 'read']

const entries: readonly Entry[] = [
  { name: 'home', to: '/home', shortcut: 'h', scopes: [...everything, 'orders'] },
  { name: 'orders', to: '/orders', shortcut: 'o', scopes: [...everything, 'orders'] },
  { name: 'subscriptions', to: '/subscriptions', shortcut: 's', scopes: everything, feature: 'subscriptions' },
  { name: 'carts', to: '/carts', shortcut: 'a', scopes: everything, feature: 'abandonedCarts' },
  { name: 'customers', to: '/customers', shortcut: 'c', scopes: everything },
  { name: 'products', to: '/products', shortcut: 'p', scopes: everything },
  { name: 'discounts', to: '/discounts', shortcut: 'd', scopes: everything },
  { name: 'shipping', to: '/shipping', shortcut: 'v', scopes: everything },
  { name: 'domains', to: '/domains', shortcut: 'w', scopes: everything },
  { name: 'settings', to: '/settings', shortcut: 'e', scopes: [...everything, 'orders'] },
]

/**
 * Returns whether the route belongs to a screen that the secret key may not read. A route such as `/products/$id`
 * belongs to the screen `/products`.
 */
export const isForbidden = (path: string, { scope }: Account) =>
  entries.some(({ to, scopes }) => path.startsWith(`${to}`) && !scopes.includes(scope))

/** Returns the entries that the features of the store and the scope of the secret key allow. */
export const entriesFor = ({ scope, features }: Account) =>
  entries.filter(({ scopes, feature }) => scopes.includes(scope) && (!feature || features.includes(feature)))
