/** A stored cart in its public form. */

import { noAddress, presentAddress } from '../kit/address.ts'
import { inFormOf } from '../kit/wire.ts'
import type { CartRow } from './entity.ts'
import { Cart, CartItem } from './shapes.ts'
import type { CartUpdated } from './told.ts'

const AsTold = Cart.pick({
  ...{ totalWeight: true, itemsTotal: true, campaignId: true },
  ...{ invoiceNumber: true, paymentMethod: true, metadata: true },
})

const nothing = { width: null, height: null, length: null, weight: null }

export function present(row: CartRow): Cart {
  const { token, mode, facts, creationDate, modifiedAt: modificationDate } = row
  const said = facts.content?.value
  const { billing, shipping } = facts.addresses?.value ?? unaddressed
  return {
    ...{ id: token, token, mode },
    email: facts.email?.value ?? null,
    status: 'InProgress',
    ...{ creationDate, modificationDate, completionDate: null },
    shipToBillingAddress: isShippedToBilling(facts),
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
    shippingInformation: inFormOf(Cart.shape.shippingInformation, said?.shippingInformation ?? {}),
    summary: { ...inFormOf(Cart.shape.summary, said?.summary ?? {}), taxes: said?.summary?.taxes ?? [] },
    items: (said?.items ?? []).map(presentItem),
    discounts: said?.discounts ?? [],
    customFields: said?.customFields ?? [],
    refunds: [],
    plans: said?.plans ?? [],
    ...inFormOf(AsTold, said ?? {}),
    currency: said?.currency?.toLowerCase() ?? null,
    total: said?.total ?? said?.summary?.total ?? null,
  }
}

const unaddressed = { billing: noAddress, shipping: noAddress, sameAddress: true }

/** What the checkout says of it counts until somebody else puts in addresses. */
function isShippedToBilling({ content, addresses }: CartRow['facts']): boolean {
  const isPutIn = addresses !== undefined && addresses.stamp > (content?.stamp ?? '')
  const { sameAddress } = addresses?.value ?? unaddressed
  return isPutIn ? sameAddress : (content?.value.shipToBillingAddress ?? sameAddress)
}

const presentItem = (item: CartUpdated['items'][number]): Cart['items'][number] =>
  inFormOf(CartItem, {
    ...item,
    taxes: item.taxes.filter(tax => tax !== null),
    alternatePrices: item.alternatePrices ?? {},
    dimensions: item.dimensions ?? { ...nothing, weight: item.weight },
  })
