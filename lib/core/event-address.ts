/** Addresses as the checkout tells them: as objects, as flat fields, or both. */

import * as z from 'zod'
import { type AddressFields, addressFromFlat, addressObject, mergeAddressFields } from './address.ts'
import { optionalText } from './event-fields.ts'
import { isObject } from './json.ts'

const EventAddress = addressObject(optionalText).extend({ fullName: optionalText })
type EventAddress = z.output<typeof EventAddress>

/** The fields of whatever has addresses. */
export const eventAddressFields = {
  billingAddress: EventAddress.nullish(),
  shippingAddress: EventAddress.nullish(),
  shippingAddressSameAsBilling: z.boolean().nullish(),
}

/** What flat fields say goes into the objects, where those do not say it themselves. */
export function nestFlatAddresses(told: unknown): unknown {
  if (!isObject(told)) return told
  const nested = (['billingAddress', 'shippingAddress'] as const).flatMap(prefix => {
    const flat = addressFromFlat(prefix, told)
    const object = told[prefix] ?? {}
    const isSilent = Object.keys(flat).length === 0
    return isSilent || !isObject(object) ? [] : [[prefix, { ...object, ...mergeAddressFields(object, flat) }]]
  })
  return { ...told, ...Object.fromEntries(nested) }
}

interface WithAddresses {
  billingAddress?: EventAddress | null | undefined
  shippingAddress?: EventAddress | null | undefined
  shippingAddressSameAsBilling?: boolean | null | undefined
}

export interface Addresses {
  billing: AddressFields
  shipping: AddressFields
  sameAddress: boolean
}

/** Null where nothing is told of any address; who tells of one means both. */
export function addressesOf(told: WithAddresses): Addresses | null {
  const [billing, shipping] = [addressFieldsIn(told.billingAddress), addressFieldsIn(told.shippingAddress)]
  const first = billing ?? shipping
  if (!first) return null
  const sameAddress = told.shippingAddressSameAsBilling ?? !shipping
  return { billing: first, shipping: shipping ?? first, sameAddress }
}

/** Who tells a full name only has told the name. */
function addressFieldsIn(told: EventAddress | null | undefined): AddressFields | null {
  const { fullName = null, ...said } = told ?? {}
  const parts = mergeAddressFields(said, {})
  if (!parts.name && !parts.firstName) parts.name = fullName
  return Object.values(parts).some(part => part !== null) ? parts : null
}
