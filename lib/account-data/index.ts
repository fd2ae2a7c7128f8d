/** All data of an account: erasing the personal data of one customer. */

export { eraseCustomer } from './erase.ts'
