import { expect, test } from 'vitest'
import { nameWithoutTypo, nearestName } from '../../lib/core/nearest-name.ts'

const names = [
  'maxNumberOfUsages',
  'expires',
  'stock',
  'email',
  'itemId',
  'billingAddressCountry',
  'shippingAddressCountry',
  'limit',
  'to',
]

test.each([
  ['maxUsages', 'maxNumberOfUsages'],
  ['max_number_of_usages', 'maxNumberOfUsages'],
  ['usages', 'maxNumberOfUsages'],
  ['expiry', 'expires'],
  ['stok', 'stock'],
  ['emial', 'email'],
  ['Limit', 'limit'],
  ['LIMIT', 'limit'],
  ['id', 'itemId'],
  ['country', 'billingAddressCountry'],
  ['shippingCountry', 'shippingAddressCountry'],
])('%s is near %s', (misspelt, name) => {
  expect(nearestName(misspelt, names)).toBe(name)
})

test.each(['colour', 'a', '', '__proto__', '李', '👍', 'stock'.repeat(20), 'maxPrice'])(
  '%j is near no name',
  misspelt => {
    expect(nearestName(misspelt, names)).toBeUndefined()
  },
)

test('no name is near if there are none', () => {
  expect(nearestName('stock', [])).toBeUndefined()
})

test.each([
  ['stok', 'stock'],
  ['Email', 'email'],
  ['emial', 'email'],
  ['e-mail', 'email'],
  ['billing_address_country', 'billingAddressCountry'],
])('%s is %s with one typo', (misspelt, name) => {
  expect(nameWithoutTypo(misspelt, names)).toBe(name)
})

test.each(['usages', 'country', 'shippingCountry', 'colour', '', 'stock'.repeat(20)])(
  '%j is no name with one typo',
  misspelt => {
    expect(nameWithoutTypo(misspelt, ['stock', 'email', 'shippingAddressCountry'])).toBeUndefined()
  },
)
