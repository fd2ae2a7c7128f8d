/** Reports what a store has sold, in its own time zone. */

export { sales } from './sales.ts'
