/** Addresses: kept once, spoken as objects, or as fields of what they belong to. */

import * as z from 'zod'

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

/** As it is kept. */
export type AddressFields = Record<(typeof fieldNames)[number], string | null>

/** An object of its parts, each read as `line`. */
export const addressObject = <S extends z.ZodType>(line: S) =>
  z.object(Object.fromEntries(fieldNames.map(name => [name, line])) as Record<keyof AddressFields, S>)

export const emptyAddress = Object.fromEntries(fieldNames.map(name => [name, null])) as AddressFields

/** Part by part what the first of two says, or else the other. */
export const mergeAddressFields = (
  one: Partial<Record<keyof AddressFields, unknown>>,
  other: Partial<AddressFields>,
) => Object.fromEntries(fieldNames.map(name => [name, one[name] || other[name] || null])) as AddressFields

const nullableText = z.string().nullable()

/** As it is answered: an object. */
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

export function presentAddress(kept: AddressFields): Address {
  const { firstName, name, company, address1, address2, city, country, province, postalCode, phone } = kept
  return {
    fullName: fullNameOf(kept),
    firstName,
    name,
    company,
    address1,
    address2,
    fullAddress: joinNonEmpty(address1, address2),
    city,
    country,
    postalCode,
    province,
    phone,
    vatNumber: kept.vatNumber,
  }
}

/** The part of an address that each flat field tells, behind its prefix. */
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
type Flat<P extends string> = { [N in FlatName as `${P}${N}`]: string | null }

const entries = Object.entries(flatFieldNames) as [FlatName, keyof AddressFields][]

/** Fields such as `billingAddressCity`, for the shape that they are part of. */
export const flatAddressFields = <const P extends string>(prefix: P) =>
  Object.fromEntries(entries.map(([name]) => [`${prefix}${name}`, nullableText])) as {
    [N in FlatName as `${P}${N}`]: typeof nullableText
  }

export const flatAddress = <const P extends string>(prefix: P, address: AddressFields) =>
  Object.fromEntries(entries.map(([name, part]) => [`${prefix}${name}`, address[part]])) as Flat<P>

/** What flat fields say of an address. */
export const addressFromFlat = (prefix: string, fields: Record<string, unknown>): Partial<AddressFields> =>
  Object.fromEntries(
    entries.flatMap(([name, part]) => {
      const value = fields[`${prefix}${name}`]
      return typeof value === 'string' ? [[part, value]] : []
    }),
  )
