/** Imports the history of a store from another server with this API. The import moves neither money nor stock. */

import type { Tenant } from '../core/tenant.ts'
import { importCart } from './carts.ts'
import { importCustomer, importDiscount, importDomains, importProduct, importShippingMethod } from './independent.ts'
import { importOrder } from './orders.ts'
import type { ImportKind, ImportOptions, ImportResult, SourceReplies } from './source-replies.ts'
import { importSubscription } from './subscriptions.ts'

export { convertDomains } from './independent.ts'
export {
  type ImportKind,
  type ImportOptions,
  type ImportResult,
  importKinds,
  type SourceReplies,
} from './source-replies.ts'

type Importer<K extends ImportKind> = (
  tenant: Tenant,
  source: SourceReplies[K],
  options: ImportOptions,
) => Promise<ImportResult>

const importers: { [K in ImportKind]: Importer<K> } = {
  domains: importDomains,
  shippingMethods: importShippingMethod,
  products: importProduct,
  discounts: importDiscount,
  customers: importCustomer,
  orders: importOrder,
  subscriptions: importSubscription,
  carts: importCart,
}

/**
 * Imports one object from the replies of the other server. The import may be repeated. Objects of one kind may be
 * imported at the same time, but the kinds must be imported in the order of `importKinds`. If a reply cannot be parsed,
 * throws `validation_failed` with all faults, and stores nothing.
 */
export const importObject = <K extends ImportKind>(
  kind: K,
  tenant: Tenant,
  source: SourceReplies[K],
  options: ImportOptions = {},
): Promise<ImportResult> => importers[kind](tenant, source, options)
