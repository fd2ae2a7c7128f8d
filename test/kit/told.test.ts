import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { flag, list, money, named, number, whole, words } from '../../lib/kit/told.ts'
import { addressesIn, gathered, toldAddresses } from '../../lib/kit/told-address.ts'

test.each([
  [words, 'a\u0000b\ud83d', 'ab\ufffd'],
  [words, 28201, '28201'],
  [words, null, null],
  [words, undefined, null],
  [money, '20.005', 20.01],
  [money, -3.5, -3.5],
  [money, '', 'refused'],
  [money, 'a lot', 'refused'],
  [number, '0.19', 0.19],
  [whole, 2.9, 2],
  [whole, 5e9, 2_147_483_647],
  [whole, '-5000000000', -2_147_483_647],
  [whole, Number.POSITIVE_INFINITY, 2_147_483_647],
  [whole, 'many', 'refused'],
  [flag, 'True', true],
  [flag, null, false],
  [list(words), null, []],
  [named(), '  TEE ', 'TEE'],
  [named(), ' ', 'refused'],
  [named(3), 'LONG', 'refused'],
])('what is told %#: reads %j as %j', (shape: z.ZodType, value: unknown, expected: unknown) => {
  const result = z.object({ value: shape }).safeParse({ value })
  expect(result.success ? (result.data as { value: unknown }).value : 'refused').toEqual(expected)
})

describe('addresses', () => {
  const Told = z.preprocess(gathered, z.object(toldAddresses)).transform(addressesIn)
  const jane = { name: 'Jane Doe', city: 'Bremen', country: 'DE' }

  test('are read from objects, from flat fields, and from both', () => {
    const flat = { billingAddressName: 'Jane Doe', billingAddressCity: 'Bremen', billingAddressCountry: 'DE' }
    for (const told of [
      { billingAddress: jane },
      flat,
      { ...flat, billingAddress: { city: 'Bremen' } },
      { ...flat, billingAddress: null },
      { billingAddress: { ...jane, city: '' }, billingAddressCity: 'Bremen' },
    ])
      expect(Told.parse(told), JSON.stringify(told)).toMatchObject({
        billing: jane,
        shipping: jane,
        sameAddress: true,
      })
  })

  test('of which the object says more than the flat fields', () => {
    const told = { shippingAddress: { city: 'Kiel' }, shippingAddressCity: 'Bremen', billingAddress: jane }
    expect(Told.parse(told)).toMatchObject({
      billing: jane,
      shipping: { city: 'Kiel', name: null },
      sameAddress: false,
    })
  })

  test('take a name from the full name where there is no other', () => {
    expect(Told.parse({ billingAddress: { fullName: 'Jane Doe' } })).toMatchObject({
      billing: { name: 'Jane Doe' },
    })
    expect(Told.parse({ billingAddress: { fullName: 'Jane Doe', firstName: 'Jane' } })).toMatchObject({
      billing: { firstName: 'Jane', name: null },
    })
  })

  test('are none where nothing is told', () => {
    expect(Told.parse({ billingAddress: { city: '' }, shippingAddress: null })).toBeNull()
  })

  test('are refused where they are no addresses', () => {
    expect(Told.safeParse({ billingAddress: 'Bremen', billingAddressCity: 'Bremen' }).success).toBe(false)
  })
})
