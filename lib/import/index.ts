/**
 * Writes the history of a store on another server with the same contract into the table. The import moves neither money
 * nor stock.
 */

import type { Tenant } from '../core/tenant.ts'
import * as refunds from '../refunds/index.ts'
import { importCart } from './carts.ts'
import { importCustomer, importDiscount, importDomains, importMethod, importProduct } from './independent.ts'
import { importOrder } from './orders.ts'
import type { ImportKind, ImportResult, SourceReplies } from './source-replies.ts'
import { importSubscription } from './subscriptions.ts'

export { type ImportKind, type ImportResult, importKinds, type SourceReplies } from './source-replies.ts'

type Importers = { [K in ImportKind]: (tenant: Tenant, source: SourceReplies[K]) => Promise<ImportResult> }

const importers: Importers = {
  domains: importDomains,
  shippingMethods: importMethod,
  products: importProduct,
  discounts: importDiscount,
  customers: importCustomer,
  orders: importOrder,
  subscriptions: importSubscription,
  carts: importCart,
}

/**
 * Imports one object. The import may be repeated, and objects of one kind may be imported at the same time, but the
 * kinds must be imported one after the other. Throws a Problem `validation_failed` with all faults by field if the
 * source's reply cannot be read. In this case, nothing of the object is stored.
 */
export const importObject = <K extends ImportKind>(
  kind: K,
  tenant: Tenant,
  source: SourceReplies[K],
): Promise<ImportResult> => importers[kind](tenant, source)

/** Sets the number of the next credit note. By default, it is the number after the highest imported one. */
export const setNextCreditNote = (tenant: Tenant, number: number): Promise<void> =>
  refunds.setNextCreditNote(tenant, number)
