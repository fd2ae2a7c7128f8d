/** Addresses as the checkout tells them: as objects, as flat fields, or both. */

import * as z from 'zod'
import { type AddressParts, fromFlat, merged, partsOf } from './address.ts'
import { isObject } from './json.ts'
import { words } from './told.ts'

const Told = partsOf(words).extend({ fullName: words })
type Told = z.output<typeof Told>

/** The fields of whatever has addresses. */
export const toldAddresses = {
  billingAddress: Told.nullish(),
  shippingAddress: Told.nullish(),
  shippingAddressSameAsBilling: z.boolean().nullish(),
}

/** What flat fields say goes into the objects, where those do not say it themselves. */
export function gathered(told: unknown): unknown {
  if (!isObject(told)) return told
  const nested = (['billingAddress', 'shippingAddress'] as const).flatMap(prefix => {
    const flat = fromFlat(prefix, told)
    const object = told[prefix] ?? {}
    const isSilent = Object.keys(flat).length === 0
    return isSilent || !isObject(object) ? [] : [[prefix, { ...object, ...merged(object, flat) }]]
  })
  return { ...told, ...Object.fromEntries(nested) }
}

interface Telling {
  billingAddress?: Told | null | undefined
  shippingAddress?: Told | null | undefined
  shippingAddressSameAsBilling?: boolean | null | undefined
}

export interface Addresses {
  billing: AddressParts
  shipping: AddressParts
  sameAddress: boolean
}

/** Null where nothing is told of any address; who tells of one means both. */
export function addressesIn(told: Telling): Addresses | null {
  const [billing, shipping] = [partsIn(told.billingAddress), partsIn(told.shippingAddress)]
  const first = billing ?? shipping
  if (!first) return null
  const sameAddress = told.shippingAddressSameAsBilling ?? !shipping
  return { billing: first, shipping: shipping ?? first, sameAddress }
}

/** Who tells a full name only has told the name. */
function partsIn(told: Told | null | undefined): AddressParts | null {
  const { fullName = null, ...said } = told ?? {}
  const parts = merged(said, {})
  if (!parts.name && !parts.firstName) parts.name = fullName
  return Object.values(parts).some(part => part !== null) ? parts : null
}
