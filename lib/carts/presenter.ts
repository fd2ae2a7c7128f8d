/** A stored cart in its public form. */

import { emptyAddress, presentAddress } from '../core/address.ts'
import { project } from '../core/project.ts'
import type { CartRow } from './entity.ts'
import type { CartUpdated } from './events.ts'
import { toDecimalAmounts } from './rules.ts'
import { Cart, CartItem, CustomField, Dimensions } from './schemas.ts'

const UnchangedFields = Cart.pick({
  totalWeight: true,
  itemsTotal: true,
  campaignId: true,
  invoiceNumber: true,
  paymentMethod: true,
  metadata: true,
})

export function present(row: CartRow): Cart {
  const { token, mode, latest, creationDate, modifiedAt: modificationDate } = row
  const content = latest.content && toDecimalAmounts(latest.content.value)
  const { billing, shipping } = latest.addresses?.value ?? emptyAddresses
  return {
    id: token,
    token,
    mode,
    email: latest.email?.value ?? '',
    status: 'InProgress',
    creationDate,
    modificationDate,
    completionDate: null,
    shipToBillingAddress: isShippedToBilling(latest),
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
    shippingInformation: project(Cart.shape.shippingInformation, content?.shippingInformation ?? {}),
    summary: { ...project(Cart.shape.summary, content?.summary ?? {}), taxes: content?.summary?.taxes ?? [] },
    items: (content?.items ?? []).map(presentItem),
    discounts: content?.discounts ?? [],
    customFields: (content?.customFields ?? []).map(field => project(CustomField, field)),
    refunds: [],
    plans: content?.plans ?? [],
    ...project(UnchangedFields, content ?? {}),
    currency: content?.amountCurrency.toLowerCase() ?? '',
    total: content?.total ?? content?.summary?.total ?? 0,
  }
}

const emptyAddresses = { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }

/** The checkout's own flag counts, unless a customer update has replaced the addresses since. */
function isShippedToBilling({ content, addresses }: CartRow['latest']): boolean {
  const isReplaced = addresses !== undefined && addresses.stamp > (content?.stamp ?? '')
  const { sameAddress } = addresses?.value ?? emptyAddresses
  return isReplaced ? sameAddress : (content?.value.shipToBillingAddress ?? sameAddress)
}

const presentItem = (item: CartUpdated['items'][number]): Cart['items'][number] =>
  project(CartItem, {
    ...item,
    alternatePrices: item.alternatePrices ?? {},
    customFields: item.customFields.map(field => project(CustomField, field)),
    dimensions: item.dimensions ?? project(Dimensions, item),
  })
