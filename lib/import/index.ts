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
 * Objects of one kind may be imported at the same time, but the kinds must be imported in the order of `importKinds`.
 * The import may be repeated. If the source's reply is invalid, throws a Problem `validation_failed` with all faults by
 * field, and stores nothing.
 */
export const importObject = <K extends ImportKind>(
  kind: K,
  tenant: Tenant,
  source: SourceReplies[K],
): Promise<ImportResult> => importers[kind](tenant, source)

/** If this function is not called, the next credit note gets the number after the highest imported one. */
export const setNextCreditNoteNumber = (tenant: Tenant, number: number): Promise<void> =>
  refunds.setNextCreditNoteNumber(tenant, number)
