/** Writes the history of another server of this contract into the table. What happened there does not happen again. */

import type { Tenant } from '../core/tenant.ts'
import * as refunds from '../refunds/index.ts'
import { importCart } from './carts.ts'
import { importCustomer, importDiscount, importDomains, importMethod, importProduct } from './independent.ts'
import { importOrder } from './orders.ts'
import type { ImportKind, ImportResult, Sources } from './sources.ts'
import { importSubscription } from './subscriptions.ts'

export { type ImportKind, type ImportResult, importKinds, type Sources } from './sources.ts'

type Importers = { [K in ImportKind]: (tenant: Tenant, source: Sources[K]) => Promise<ImportResult> }

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
 * May be repeated, and may run for many objects at once, if the kinds are imported one after the other. Throws a Problem
 * `validation_failed` with all faults by field if the source's reply cannot be read. Nothing of the object is stored then.
 */
export const importObject = <K extends ImportKind>(
  kind: K,
  tenant: Tenant,
  source: Sources[K],
): Promise<ImportResult> => importers[kind](tenant, source)

/** Sets the number of the next credit note. Without it, the next one follows the highest imported one. */
export const setNextCreditNote = (tenant: Tenant, number: number): Promise<void> =>
  refunds.setNextCreditNote(tenant, number)
