/** Addresses: kept once, spoken as objects, or as fields of what they belong to. */

import * as z from 'zod'

const partNames = [
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
export type AddressParts = Record<(typeof partNames)[number], string | null>

/** An object of its parts, each read as `line`. */
export const partsOf = <S extends z.ZodType>(line: S) =>
  z.object(Object.fromEntries(partNames.map(name => [name, line])) as Record<keyof AddressParts, S>)

export const noAddress = Object.fromEntries(partNames.map(name => [name, null])) as AddressParts

/** Part by part what the first of two says, or else the other. */
export const merged = (one: Partial<Record<keyof AddressParts, unknown>>, other: Partial<AddressParts>) =>
  Object.fromEntries(partNames.map(name => [name, one[name] || other[name] || null])) as AddressParts

const said = z.string().nullable()

/** As it is answered: an object. */
export const Address = z
  .object({
    fullName: said,
    firstName: said,
    name: said,
    company: said,
    address1: said,
    address2: said,
    fullAddress: said,
    city: said,
    country: said,
    postalCode: said,
    province: said,
    phone: said,
    vatNumber: said,
  })
  .meta({ id: 'Address' })
export type Address = z.output<typeof Address>

const joined = (...words: (string | null)[]) => words.filter(Boolean).join(' ') || null

export const fullNameOf = ({ firstName, name }: AddressParts) => joined(firstName, name)

export function presentAddress(kept: AddressParts): Address {
  const { firstName, name, company, address1, address2, city, country, province, postalCode, phone } = kept
  return {
    fullName: fullNameOf(kept),
    firstName,
    name,
    company,
    address1,
    address2,
    fullAddress: joined(address1, address2),
    city,
    country,
    postalCode,
    province,
    phone,
    vatNumber: kept.vatNumber,
  }
}

/** The part of an address that each flat field tells, behind its prefix. */
const flatNames = {
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
} as const satisfies Record<string, keyof AddressParts>

type FlatName = keyof typeof flatNames
type Flat<P extends string> = { [N in FlatName as `${P}${N}`]: string | null }

const entries = Object.entries(flatNames) as [FlatName, keyof AddressParts][]

/** Fields such as `billingAddressCity`, for the shape that they are part of. */
export const flatShape = <const P extends string>(prefix: P) =>
  Object.fromEntries(entries.map(([name]) => [`${prefix}${name}`, said])) as {
    [N in FlatName as `${P}${N}`]: typeof said
  }

export const flatAddress = <const P extends string>(prefix: P, address: AddressParts) =>
  Object.fromEntries(entries.map(([name, part]) => [`${prefix}${name}`, address[part]])) as Flat<P>

/** What flat fields say of an address. */
export const fromFlat = (prefix: string, fields: Record<string, unknown>): Partial<AddressParts> =>
  Object.fromEntries(
    entries.flatMap(([name, part]) => {
      const value = fields[`${prefix}${name}`]
      return typeof value === 'string' ? [[part, value]] : []
    }),
  )
