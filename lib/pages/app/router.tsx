/** The routes of the pages. The code of a screen is loaded only when it is needed. */

import {
  type AnyValidator,
  type Constrain,
  createRootRoute,
  createRoute,
  createRouter,
  type DefaultValidator,
  LazyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { cartSearch } from '../carts/queries.ts'
import { customerScreenSearch, customerSearch } from '../customers/queries.ts'
import { discountSearch } from '../discounts/queries.ts'
import { homeSearch } from '../home/periods.ts'
import { ordersParameter } from '../orders/orders-parameter.ts'
import { orderScreenSearch, orderSearch } from '../orders/queries.ts'
import { NoScreen } from '../placeholders/no-screen.tsx'
import { loadCode, ScreenFailure } from '../placeholders/screen-failure.tsx'
import { productScreenSearch, productSearch, shopPageImportSearch } from '../products/queries.ts'
import { pagesPath } from '../session/client.ts'
import { subscriptionScreenSearch, subscriptionSearch } from '../subscriptions/queries.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NoScreen })

/** Imports a screen. The result has one component and nothing else. */
type Load = () => Promise<Record<string, RouteComponent>>

/** Creates the route of a screen. `validateSearch` is the schema of the query string. */
const screen = <const Path extends string, Search = undefined>(
  path: Path,
  load: Load,
  validateSearch?: Constrain<Search, AnyValidator, DefaultValidator>,
) =>
  createRoute({ getParentRoute: () => root, path, validateSearch }).lazy(async () => {
    const [component = NoScreen] = Object.values(await loadCode(load))
    return new LazyRoute({ id: path, component })
  })

/** Returns a function that imports the print screen `name`. All print screens are in one file. */
const print =
  (name: keyof typeof import('../printing/screens.tsx')): Load =>
  async () => ({ screen: (await import('../printing/screens.tsx'))[name] })

const screens = [
  screen('/home', () => import('../home/home-screen.tsx'), homeSearch),
  screen('/orders', () => import('../orders/list-screen.tsx'), orderSearch),
  screen('/orders/$token', () => import('../orders/order-screen.tsx'), orderScreenSearch),
  screen('/orders/ship', () => import('../shipments/ship-orders-screen.tsx'), ordersParameter),
  screen('/orders/$token/packing-slip', print('PackingSlipScreen')),
  screen('/orders/$token/invoice', print('InvoiceScreen')),
  screen('/orders/packing-slips', print('PackingSlipsScreen'), ordersParameter),
  screen('/orders/invoices', print('InvoicesScreen'), ordersParameter),
  screen('/customers', () => import('../customers/list-screen.tsx'), customerSearch),
  screen('/customers/$id', () => import('../customers/customer-screen.tsx'), customerScreenSearch),
  screen('/products', () => import('../products/list-screen.tsx'), productSearch),
  screen('/products/import', () => import('../products/shop-page-import-screen.tsx'), shopPageImportSearch),
  screen('/products/$id', () => import('../products/product-screen.tsx'), productScreenSearch),
  screen('/subscriptions', () => import('../subscriptions/list-screen.tsx'), subscriptionSearch),
  screen(
    '/subscriptions/$engine/$id',
    () => import('../subscriptions/subscription-screen.tsx'),
    subscriptionScreenSearch,
  ),
  screen('/discounts', () => import('../discounts/list-screen.tsx'), discountSearch),
  screen('/discounts/new', () => import('../discounts/new-screen.tsx')),
  screen('/discounts/$id', () => import('../discounts/discount-screen.tsx')),
  screen('/shipping', () => import('../shipping/list-screen.tsx')),
  screen('/shipping/new', () => import('../shipping/new-screen.tsx')),
  screen('/shipping/$id', () => import('../shipping/method-screen.tsx')),
  screen('/domains', () => import('../domains/domains-screen.tsx')),
  screen('/carts', () => import('../carts/list-screen.tsx'), cartSearch),
  screen('/carts/$token', () => import('../carts/cart-screen.tsx')),
  screen('/settings', () => import('../settings/settings-screen.tsx')),
] as const

function queryOf(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

export const router = createRouter({
  routeTree: root.addChildren(screens),
  basepath: pagesPath,
  /** The code of a screen is loaded when a link to the screen gets the pointer or the focus. */
  defaultPreload: 'intent',
  /**
   * By default, the router reads and writes some values in URLs as JSON, with quotes. These two functions use plain
   * texts instead.
   */
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: queryOf,
  scrollRestoration: true,
  defaultErrorComponent: ScreenFailure,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
