/** The address that the documentation shows, in both of its forms. */

import { type AddressFields, flatAddress, presentAddress } from './address.ts'

const parts: AddressFields = {
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

export const flatAddressExamples = {
  ...flatAddress('billingAddress', parts),
  ...flatAddress('shippingAddress', parts),
}
export const addressExample = presentAddress(parts)
