/** Imports the domains, shipping methods, products, discounts and customers of a store. */

import * as z from 'zod'
import * as accounts from '../accounts/index.ts'
import { isObject } from '../core/json.ts'
import { parseWithConversions } from '../core/parse-with-conversions.ts'
import type { Tenant } from '../core/tenant.ts'
import { CustomerUpdated } from '../customers/checkout-events.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as domains from '../domains/index.ts'
import { DefaultDomain, NewDomains } from '../domains/schemas.ts'
import * as products from '../products/index.ts'
import * as shipping from '../shipping/index.ts'
import { NewShippingMethod, ShippingMethod } from '../shipping/schemas.ts'
import type { ImportOptions, ImportResult, SourceReplies } from './source-replies.ts'

const DomainsSource = z.object({ defaultDomain: DefaultDomain.nullish(), allowedDomains: NewDomains.nullish() })

function parseDomains(source: SourceReplies['domains']) {
  const { defaultDomain, allowedDomains } = parseWithConversions(DomainsSource, source)
  return { defaultDomain: defaultDomain ?? undefined, allowed: allowedDomains ?? [] }
}

/** All domains of a store are in one row without an id, so the id in the result is always the same. */
export async function importDomains(tenant: Tenant, source: SourceReplies['domains']): Promise<ImportResult> {
  return { id: 'domains', result: await domains.importDomains(tenant, parseDomains(source)) }
}

/** Returns the domains of the source as this API returns them after an import. */
export function convertDomains(source: SourceReplies['domains']): SourceReplies['domains'] {
  const imported = parseDomains(source)
  return { defaultDomain: imported.defaultDomain ?? null, allowedDomains: domains.allowedWithoutDefault(imported) }
}

/**
 * Accepts the id of a shipping method as `Id` or `id`. The API contract writes `Id` for shipping methods, but `id` for
 * other objects.
 */
const withId = (method: unknown) => (isObject(method) ? { Id: method.id, ...method } : method)

const MethodSource = z.object({
  method: z.preprocess(withId, NewShippingMethod.and(ShippingMethod.pick({ Id: true }))),
})

export async function importShippingMethod(
  tenant: Tenant,
  source: SourceReplies['shippingMethods'],
): Promise<ImportResult> {
  const { Id: id, ...body } = parseWithConversions(MethodSource, source).method
  const { currency } = await accounts.get(tenant.account)
  return { id, result: await shipping.importMethod(tenant, { id, body, currency }) }
}

const ProductSource = z.object({ product: products.ImportedProduct })

export async function importProduct(
  tenant: Tenant,
  source: SourceReplies['products'],
  options: ImportOptions,
): Promise<ImportResult> {
  const { product } = parseWithConversions(ProductSource, source)
  const { currency: accountCurrency } = await accounts.get(tenant.account)
  return products.importProduct(tenant, product, { accountCurrency, ...options })
}

const DiscountSource = z.object({ discount: discounts.ImportedDiscount })

export async function importDiscount(tenant: Tenant, source: SourceReplies['discounts']): Promise<ImportResult> {
  const { discount } = parseWithConversions(DiscountSource, source)
  const { currency } = await accounts.get(tenant.account)
  return { id: discount.id, result: await discounts.importDiscount(tenant, discount, currency) }
}

const CustomerSource = z.object({ customer: CustomerUpdated })

export async function importCustomer(tenant: Tenant, source: SourceReplies['customers']): Promise<ImportResult> {
  const { customer } = parseWithConversions(CustomerSource, source)
  const { currency } = await accounts.get(tenant.account)
  return customers.importCustomer(tenant, customer, currency)
}
