/** Exports and deletes all data of an account, and erases the personal data of one customer. */

export { eraseCustomer } from './erase.ts'
export { readExportBatches } from './export.ts'
export { clearMode, removeAccount } from './remove.ts'
