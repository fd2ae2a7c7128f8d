/**
 * Converts addresses between the stored fields, the object in API replies, and flat fields such as
 * `billingAddressCity`.
 */

import * as z from 'zod'
import { nullableText } from './fields.ts'
import { projectWithDefaults } from './project-with-defaults.ts'

const fieldNames = [
  'firstName',
  'name',
  'company',
  'address1',
  'address2',
  'city',
  'country',
  'province',
  'postalCode',
  'phone',
  'vatNumber',
] as const

export type AddressFields = Record<(typeof fieldNames)[number], string | null>

export const addressSchema = <S extends z.ZodType>(field: S) =>
  z.object(Object.fromEntries(fieldNames.map(name => [name, field])) as Record<keyof AddressFields, S>)

export const emptyAddress = Object.fromEntries(fieldNames.map(name => [name, null])) as AddressFields

export interface Addresses {
  billing: AddressFields
  shipping: AddressFields
  sameAddress: boolean
}

export const noAddresses: Addresses = { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }

/** Returns each field of `first`. A field that is empty in `first` comes from `second`. */
export const mergeAddressFields = (
  first: Partial<Record<keyof AddressFields, unknown>>,
  second: Partial<AddressFields>,
) => Object.fromEntries(fieldNames.map(name => [name, first[name] || second[name] || null])) as AddressFields

export const Address = z
  .object({
    fullName: nullableText,
    firstName: nullableText,
    name: nullableText,
    company: nullableText,
    address1: nullableText,
    address2: nullableText,
    fullAddress: nullableText,
    city: nullableText,
    country: nullableText,
    postalCode: nullableText,
    province: nullableText,
    phone: nullableText,
    vatNumber: nullableText,
  })
  .meta({ id: 'Address' })
export type Address = z.output<typeof Address>

const joinNonEmpty = (...words: (string | null)[]) => words.filter(Boolean).join(' ') || null

export const fullNameOf = ({ firstName, name }: AddressFields) => joinNonEmpty(firstName, name)

export const presentAddress = (address: AddressFields): Address =>
  projectWithDefaults(Address, {
    ...address,
    fullName: fullNameOf(address),
    fullAddress: joinNonEmpty(address.address1, address.address2),
  })

/** Returns both addresses as objects and as flat fields, and whether they are the same. */
export const presentAddresses = ({ billing, shipping, sameAddress }: Addresses) => ({
  ...flatAddress('billingAddress', billing),
  ...flatAddress('shippingAddress', shipping),
  billingAddress: presentAddress(billing),
  shippingAddress: presentAddress(shipping),
  shippingAddressSameAsBilling: sameAddress,
})

/** Each key is the name of a flat field without its prefix, such as `City` for `billingAddressCity`. */
const flatFieldNames = {
  FirstName: 'firstName',
  Name: 'name',
  CompanyName: 'company',
  Address1: 'address1',
  Address2: 'address2',
  City: 'city',
  Country: 'country',
  Province: 'province',
  PostalCode: 'postalCode',
  Phone: 'phone',
} as const satisfies Record<string, keyof AddressFields>

type FlatName = keyof typeof flatFieldNames
type Flat<P extends string> = { [N in FlatName as `${P}${N}`]: string }

const flatEntries = Object.entries(flatFieldNames) as [FlatName, keyof AddressFields][]

export const flatAddressShape = <const P extends string>(prefix: P) =>
  Object.fromEntries(flatEntries.map(([name]) => [`${prefix}${name}`, z.string()])) as {
    [N in FlatName as `${P}${N}`]: z.ZodString
  }

const flatAddress = <const P extends string>(prefix: P, address: AddressFields) =>
  Object.fromEntries(flatEntries.map(([name, field]) => [`${prefix}${name}`, address[field] ?? ''])) as Flat<P>

export const addressFromFlat = (prefix: string, fields: Record<string, unknown>): Partial<AddressFields> =>
  Object.fromEntries(
    flatEntries.flatMap(([name, field]) => {
      const value = fields[`${prefix}${name}`]
      return typeof value === 'string' ? [[field, value]] : []
    }),
  )
