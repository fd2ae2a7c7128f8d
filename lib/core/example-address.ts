/** The address in the documentation's examples, as an object and as flat fields. */

import { type AddressFields, flatAddress, presentAddress } from './address.ts'

const address: AddressFields = {
  firstName: 'Lena',
  name: 'Brandt',
  company: null,
  address1: 'Am Dobben 12',
  address2: null,
  city: 'Bremen',
  country: 'DE',
  province: 'HB',
  postalCode: '28203',
  phone: '+49 421 5550148',
  vatNumber: null,
}

export const addressExample = presentAddress(address)

/** Both addresses, as objects and as flat fields. */
export const addressExamples = {
  billingAddress: addressExample,
  shippingAddress: addressExample,
  ...flatAddress('billingAddress', address),
  ...flatAddress('shippingAddress', address),
}
