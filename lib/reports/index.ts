/** Reports what a store has sold, in its own time zone. */

export { products } from './products.ts'
export { sales } from './sales.ts'
