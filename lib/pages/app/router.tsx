/** The screens and their URLs. Each screen is loaded when it is opened. */

import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { cartSearch } from '../carts/search.ts'
import { customerSearch, customerView } from '../customers/search.ts'
import { discountSearch } from '../discounts/search.ts'
import { Face } from '../faces/face.tsx'
import { NoScreen } from '../faces/no-screen.tsx'
import { homeSearch } from '../home/search.ts'
import { manySearch } from '../orders/many.ts'
import { orderScreenSearch } from '../orders/order/search.ts'
import { orderSearch } from '../orders/search.ts'
import { importSearch, productSearch, productView } from '../products/search.ts'
import { basePath } from '../session/api.ts'
import { subscriptionSearch, subscriptionView } from '../subscriptions/search.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NoScreen })

const home = createRoute({ getParentRoute: () => root, path: '/home', validateSearch: homeSearch }).lazy(() =>
  import('../home/home-screen.tsx').then(({ homeRoute }) => homeRoute),
)

const orders = createRoute({ getParentRoute: () => root, path: '/orders', validateSearch: orderSearch }).lazy(() =>
  import('../orders/list-screen.tsx').then(({ listRoute }) => listRoute),
)

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$token',
  validateSearch: orderScreenSearch,
}).lazy(() => import('../orders/order-screen.tsx').then(({ orderRoute }) => orderRoute))

const ship = createRoute({ getParentRoute: () => root, path: '/orders/ship', validateSearch: manySearch }).lazy(() =>
  import('../shipments/screen.tsx').then(({ shipRoute }) => shipRoute),
)

const printing = () => import('../printing/screens.tsx')

const prints = [
  createRoute({ getParentRoute: () => root, path: '/orders/$token/packing-slip' }).lazy(() =>
    printing().then(({ packingSlipRoute }) => packingSlipRoute),
  ),
  createRoute({ getParentRoute: () => root, path: '/orders/$token/invoice' }).lazy(() =>
    printing().then(({ invoiceRoute }) => invoiceRoute),
  ),
  createRoute({ getParentRoute: () => root, path: '/orders/packing-slips', validateSearch: manySearch }).lazy(() =>
    printing().then(({ packingSlipsRoute }) => packingSlipsRoute),
  ),
  createRoute({ getParentRoute: () => root, path: '/orders/invoices', validateSearch: manySearch }).lazy(() =>
    printing().then(({ invoicesRoute }) => invoicesRoute),
  ),
] as const

const discounts = createRoute({ getParentRoute: () => root, path: '/discounts', validateSearch: discountSearch }).lazy(
  () => import('../discounts/list-screen.tsx').then(({ listRoute }) => listRoute),
)

const newDiscount = createRoute({ getParentRoute: () => root, path: '/discounts/new' }).lazy(() =>
  import('../discounts/new-screen.tsx').then(({ newRoute }) => newRoute),
)

const discount = createRoute({ getParentRoute: () => root, path: '/discounts/$id' }).lazy(() =>
  import('../discounts/discount-screen.tsx').then(({ discountRoute }) => discountRoute),
)

const shippingMethods = createRoute({ getParentRoute: () => root, path: '/shipping' }).lazy(() =>
  import('../shipping/list-screen.tsx').then(({ listRoute }) => listRoute),
)

const newShippingMethod = createRoute({ getParentRoute: () => root, path: '/shipping/new' }).lazy(() =>
  import('../shipping/new-screen.tsx').then(({ newRoute }) => newRoute),
)

const shippingMethod = createRoute({ getParentRoute: () => root, path: '/shipping/$id' }).lazy(() =>
  import('../shipping/method-screen.tsx').then(({ methodRoute }) => methodRoute),
)

const domains = createRoute({ getParentRoute: () => root, path: '/domains' }).lazy(() =>
  import('../domains/domains-screen.tsx').then(({ domainsRoute }) => domainsRoute),
)

const settings = createRoute({ getParentRoute: () => root, path: '/settings' }).lazy(() =>
  import('../settings/settings-screen.tsx').then(({ settingsRoute }) => settingsRoute),
)

const products = createRoute({ getParentRoute: () => root, path: '/products', validateSearch: productSearch }).lazy(
  () => import('../products/list-screen.tsx').then(({ listRoute }) => listRoute),
)

const productImport = createRoute({
  getParentRoute: () => root,
  path: '/products/import',
  validateSearch: importSearch,
}).lazy(() => import('../products/import-screen.tsx').then(({ importRoute }) => importRoute))

const product = createRoute({ getParentRoute: () => root, path: '/products/$id', validateSearch: productView }).lazy(
  () => import('../products/product-screen.tsx').then(({ productRoute }) => productRoute),
)

const carts = createRoute({ getParentRoute: () => root, path: '/carts', validateSearch: cartSearch }).lazy(() =>
  import('../carts/list-screen.tsx').then(({ listRoute }) => listRoute),
)

const cart = createRoute({ getParentRoute: () => root, path: '/carts/$token' }).lazy(() =>
  import('../carts/cart-screen.tsx').then(({ cartRoute }) => cartRoute),
)

const customers = createRoute({ getParentRoute: () => root, path: '/customers', validateSearch: customerSearch }).lazy(
  () => import('../customers/list-screen.tsx').then(({ listRoute }) => listRoute),
)

const customer = createRoute({ getParentRoute: () => root, path: '/customers/$id', validateSearch: customerView }).lazy(
  () => import('../customers/customer-screen.tsx').then(({ customerRoute }) => customerRoute),
)

const subscriptions = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions',
  validateSearch: subscriptionSearch,
}).lazy(() => import('../subscriptions/list-screen.tsx').then(({ listRoute }) => listRoute))

const subscription = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions/$engine/$id',
  validateSearch: subscriptionView,
}).lazy(() => import('../subscriptions/subscription-screen.tsx').then(({ subscriptionRoute }) => subscriptionRoute))

function queryOf(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    ...[orders, order, ship, ...prints],
    ...[customers, customer],
    ...[products, productImport, product],
    ...[subscriptions, subscription],
    ...[discounts, newDiscount, discount],
    ...[shippingMethods, newShippingMethod, shippingMethod],
    domains,
    ...[carts, cart],
    settings,
  ]),
  basepath: basePath,
  /** The code of a screen is loaded while the pointer is on its link. */
  defaultPreload: 'intent',
  /** Values in URLs are plain text, without the quotes that the router writes by default. */
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: queryOf,
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <Face error={error} retry={reset} isScreen />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
