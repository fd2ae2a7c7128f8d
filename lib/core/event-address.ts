/** Reads addresses from checkout events. An event contains addresses as objects, as flat fields, or both. */

import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { type Addresses, type AddressFields, addressFromFlat, addressSchema, mergeAddressFields } from './address.ts'
import { optionalBoolean, optionalText } from './event-fields.ts'
import { isObject } from './json.ts'

const EventAddress = addressSchema(optionalText).extend({ fullName: optionalText })
type EventAddress = z.output<typeof EventAddress>

export const eventAddressShape = {
  billingAddress: EventAddress.nullish(),
  shippingAddress: EventAddress.nullish(),
  shippingAddressSameAsBilling: optionalBoolean,
}

/**
 * Copies flat fields such as `billingAddressCity` into the address objects. An existing value in an address object is
 * kept.
 */
export function nestFlatAddresses(content: unknown): unknown {
  if (!isObject(content)) return content
  const nested = (['billingAddress', 'shippingAddress'] as const).flatMap(prefix => {
    const flat = addressFromFlat(prefix, content)
    const object = content[prefix] ?? {}
    const isEmpty = Object.keys(flat).length === 0
    return isEmpty || !isObject(object) ? [] : [[prefix, { ...object, ...mergeAddressFields(object, flat) }]]
  })
  return { ...content, ...Object.fromEntries(nested) }
}

type WithAddresses = Partial<z.output<z.ZodObject<typeof eventAddressShape>>>

/** Returns null if the event has no address. A single address is used for both billing and shipping. */
export function addressesOf(content: WithAddresses): Addresses | null {
  const [billing, shipping] = [addressFieldsIn(content.billingAddress), addressFieldsIn(content.shippingAddress)]
  const first = billing ?? shipping
  if (!first) return null
  const isSame = !shipping || isDeepStrictEqual(shipping, billing)
  const sameAddress = content.shippingAddressSameAsBilling ?? isSame
  return { billing: first, shipping: shipping ?? first, sameAddress }
}

/** If the address has no `name` and no `firstName`, its `fullName` is used as `name`. */
function addressFieldsIn(address: EventAddress | null | undefined): AddressFields | null {
  const { fullName = null, ...given } = address ?? {}
  const fields = mergeAddressFields(given, {})
  if (!fields.name && !fields.firstName) fields.name = fullName
  return Object.values(fields).some(field => field !== null) ? fields : null
}
