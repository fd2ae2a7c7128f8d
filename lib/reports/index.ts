/** Reports the sales, best sellers, subscriptions and carts of a store, in the time zone of the store. */

export { carts } from './carts.ts'
export { products } from './products.ts'
export { sales } from './sales.ts'
export { subscriptions } from './subscriptions.ts'
