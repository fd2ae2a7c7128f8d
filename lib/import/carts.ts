/** Imports an open cart from another server. Also imports its products, because that server may no longer list them. */

import * as z from 'zod'
import * as accounts from '../accounts/index.ts'
import * as carts from '../carts/index.ts'
import { importStamp, nestedImportStamp } from '../core/event-stamp.ts'
import { withMetadataLimit } from '../core/metadata.ts'
import { parseWithConversions } from '../core/parse-with-conversions.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as products from '../products/index.ts'
import type { ImportResult, SourceReplies } from './source-replies.ts'

const CartSource = z.object({
  cart: withMetadataLimit(carts.CartUpdated).refine(
    ({ creationDate, modificationDate }) => creationDate ?? modificationDate,
    { path: ['creationDate'], error: 'is required' },
  ),
})

/** Imports a cart, unless it has expired, its order is complete, or its buyer was erased after its last change. */
export async function importCart(tenant: Tenant, source: SourceReplies['carts']): Promise<ImportResult> {
  const { cart } = parseWithConversions(CartSource, source)
  const { cartDays, currency: accountCurrency } = await accounts.get(tenant.account)
  const date = cart.modificationDate ?? cart.creationDate ?? ''
  const stamp = importStamp(date)
  const isErased = await customers.findCustomerErasedAt(tenant, { email: cart.email }, stamp)
  if (isErased) return { id: cart.token, result: 'unchanged', isErased: true }
  const [discountIds] = await Promise.all([
    discounts.findIdsOfEventDiscounts(tenant, cart.discounts),
    products.upsertProductsOfItems(tenant, cart, { stamp: nestedImportStamp(date), accountCurrency }),
  ])
  const context = { cartDays, accountCurrency, discountIds }
  return { id: cart.token, result: await carts.importCart({ tenant, content: cart, stamp }, context) }
}
