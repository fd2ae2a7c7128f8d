/** The values of the input form that edits a customer, and the request body that is made from them. */

import type { Address, Customer, CustomerChange, NewAddress } from '../../client/index.ts'

export const addressFields = [
  'firstName',
  'name',
  'company',
  'address1',
  'address2',
  'postalCode',
  'city',
  'province',
  'country',
  'phone',
  'vatNumber',
] as const

export type AddressValues = Record<(typeof addressFields)[number], string>

export interface CustomerValues {
  email: string
  billingAddress: AddressValues
  shippingAddress: AddressValues
  /** The billing address is also used as the shipping address. */
  isSame: boolean
  /** The token of an open cart to which the same data is copied. It is empty if the data is not copied to a cart. */
  cartToken: string
}

const addressValues = (address: Address): AddressValues =>
  Object.fromEntries(addressFields.map(name => [name, address[name] ?? ''])) as AddressValues

export const valuesOf = (customer: Customer): CustomerValues => ({
  email: customer.email,
  billingAddress: addressValues(customer.billingAddress),
  shippingAddress: addressValues(customer.shippingAddress),
  isSame: customer.shippingAddressSameAsBilling,
  cartToken: '',
})

const addressIn = (values: AddressValues): NewAddress =>
  Object.fromEntries(addressFields.map(name => [name, values[name].trim() || null]))

const isSame = (one: AddressValues, other: AddressValues) => addressFields.every(name => one[name] === other[name])

/** Returns the values of a customer in the form of a request body. */
export function asInput(customer: Customer): CustomerChange {
  const { email, billingAddress, shippingAddress } = valuesOf(customer)
  return { email, billingAddress: addressIn(billingAddress), shippingAddress: addressIn(shippingAddress) }
}

/** Returns the request body. An address is left out if nothing was changed in it. */
export function changeIn(values: CustomerValues, customer: Customer): CustomerChange {
  const { email, billingAddress, cartToken } = values
  const before = valuesOf(customer)
  const shippingAddress = values.isSame ? billingAddress : values.shippingAddress
  return {
    email: email.trim(),
    ...(!isSame(billingAddress, before.billingAddress) && { billingAddress: addressIn(billingAddress) }),
    ...(!isSame(shippingAddress, before.shippingAddress) && { shippingAddress: addressIn(shippingAddress) }),
    ...(cartToken && { cartToken }),
  }
}
