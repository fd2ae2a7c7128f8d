/** All data of an account: exporting and deleting it, and erasing the personal data of one customer. */

export { eraseCustomer } from './erase.ts'
export { exportAccount } from './export.ts'
export { emptyMode, removeAccount } from './remove.ts'
