/** A stored cart in its public form. */

import { emptyAddress, presentAddress } from '../core/address.ts'
import { project } from '../core/fields.ts'
import type { CartRow } from './entity.ts'
import type { CartUpdated } from './events.ts'
import { Cart, CartItem } from './schemas.ts'

const AsTold = Cart.pick({
  ...{ totalWeight: true, itemsTotal: true, campaignId: true },
  ...{ invoiceNumber: true, paymentMethod: true, metadata: true },
})

const nothing = { width: null, height: null, length: null, weight: null }

export function present(row: CartRow): Cart {
  const { token, mode, latest, creationDate, modifiedAt: modificationDate } = row
  const said = latest.content?.value
  const { billing, shipping } = latest.addresses?.value ?? unaddressed
  return {
    ...{ id: token, token, mode },
    email: latest.email?.value ?? null,
    status: 'InProgress',
    ...{ creationDate, modificationDate, completionDate: null },
    shipToBillingAddress: isShippedToBilling(latest),
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
    shippingInformation: project(Cart.shape.shippingInformation, said?.shippingInformation ?? {}),
    summary: { ...project(Cart.shape.summary, said?.summary ?? {}), taxes: said?.summary?.taxes ?? [] },
    items: (said?.items ?? []).map(presentItem),
    discounts: said?.discounts ?? [],
    customFields: said?.customFields ?? [],
    refunds: [],
    plans: said?.plans ?? [],
    ...project(AsTold, said ?? {}),
    currency: said?.currency?.toLowerCase() ?? null,
    total: said?.total ?? said?.summary?.total ?? null,
  }
}

const unaddressed = { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }

/** What the checkout says of it counts until somebody else puts in addresses. */
function isShippedToBilling({ content, addresses }: CartRow['latest']): boolean {
  const isPutIn = addresses !== undefined && addresses.stamp > (content?.stamp ?? '')
  const { sameAddress } = addresses?.value ?? unaddressed
  return isPutIn ? sameAddress : (content?.value.shipToBillingAddress ?? sameAddress)
}

const presentItem = (item: CartUpdated['items'][number]): Cart['items'][number] =>
  project(CartItem, {
    ...item,
    taxes: item.taxes.filter(tax => tax !== null),
    alternatePrices: item.alternatePrices ?? {},
    dimensions: item.dimensions ?? { ...nothing, weight: item.weight },
  })
