/** Converts a stored cart to its representation in the API. */

import { noAddresses, presentAddress } from '../core/address.ts'
import { itemIdOf } from '../core/ids.ts'
import { withRounded } from '../core/money.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import { AppliedDiscount } from '../discounts/schemas.ts'
import { type DecimalContent, toDecimalAmounts } from './amounts.ts'
import type { CartUpdated } from './checkout-events.ts'
import type { CartRow } from './entity.ts'
import { Cart, CartItem, CustomField, Dimensions } from './schemas.ts'

export function present(row: CartRow): Cart {
  const { token, mode, latest, creationDate, modifiedAt: modificationDate } = row
  const { billing, shipping } = latest.addresses?.value ?? noAddresses
  return projectWithDefaults(Cart, {
    ...presentContent(row),
    id: token,
    token,
    mode,
    email: latest.email?.value,
    status: 'InProgress',
    creationDate,
    modificationDate,
    shipToBillingAddress: isShippedToBilling(latest),
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
  })
}

function presentContent(row: CartRow) {
  const content: Partial<DecimalContent> = row.latest.content ? toDecimalAmounts(row.latest.content.value) : {}
  const { summary, items = [], discounts = [], customFields = [], plans = [] } = content
  const currency = content.amountCurrency?.toLowerCase() ?? ''
  const total = content.total ?? summary?.total
  return {
    ...content,
    shippingInformation: projectWithDefaults(Cart.shape.shippingInformation, content.shippingInformation ?? {}),
    summary: projectWithDefaults(Cart.shape.summary, {
      ...summary,
      taxes: summary?.taxes ?? [],
      total: summary?.total ?? total,
    }),
    items: items.map((item, index) => presentItem(item, index, row)),
    discounts: discounts.map(discount => presentDiscount(discount, currency)),
    customFields: customFields.map(field => projectWithDefaults(CustomField, field)),
    refunds: [],
    plans,
    currency,
    total,
  }
}

/**
 * Returns whether the shipping address is the billing address. Uses the flag `shipToBillingAddress` of the content. If
 * the flag is absent, or if the addresses are newer than the content, uses `sameAddress` of the addresses instead.
 */
function isShippedToBilling({ content, addresses }: CartRow['latest']): boolean {
  const isReplaced = addresses !== undefined && addresses.stamp > (content?.stamp ?? '')
  const { sameAddress } = addresses?.value ?? noAddresses
  return isReplaced ? sameAddress : (content?.value.shipToBillingAddress ?? sameAddress)
}

const presentDiscount = (discount: CartUpdated['discounts'][number], currency: string) =>
  withRounded(projectWithDefaults(AppliedDiscount, discount), ['amount', 'amountSaved'], currency)

const presentItem = (item: CartUpdated['items'][number], index: number, row: CartRow) =>
  projectWithDefaults(CartItem, {
    ...item,
    uniqueId: item.uniqueId || itemIdOf(row.token, index),
    alternatePrices: item.alternatePrices ?? {},
    customFields: item.customFields.map(field => projectWithDefaults(CustomField, field)),
    dimensions: item.dimensions ?? projectWithDefaults(Dimensions, item),
  })
