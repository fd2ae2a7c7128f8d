import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { addressesOf, eventAddressShape, nestFlatAddresses } from '../../lib/core/event-address.ts'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalBoolean,
  optionalInteger,
  optionalNumber,
  optionalText,
  requiredText,
} from '../../lib/core/event-fields.ts'

test.each([
  [optionalText, 'a\u0000b\ud83d', 'ab\ufffd'],
  [optionalText, 28201, '28201'],
  [optionalText, null, null],
  [optionalText, undefined, null],
  [optionalAmount, '20.005', 20.005],
  [optionalAmount, -3.5, -3.5],
  [optionalAmount, '', 'invalid'],
  [optionalAmount, 'a lot', 'invalid'],
  [optionalNumber, '0.19', 0.19],
  [optionalInteger, 2.9, 2],
  [optionalInteger, 5e9, 2_147_483_647],
  [optionalInteger, '-5000000000', -2_147_483_647],
  [optionalInteger, Number.POSITIVE_INFINITY, 2_147_483_647],
  [optionalInteger, 'many', 'invalid'],
  [booleanOrFalse, 'True', true],
  [booleanOrFalse, null, false],
  [booleanOrFalse, 1, true],
  [booleanOrFalse, ' 1 ', true],
  [booleanOrFalse, 0, false],
  [booleanOrFalse, '0', false],
  [booleanOrFalse, '', false],
  [booleanOrFalse, 'yes', false],
  [booleanOrFalse, 2, 'invalid'],
  [optionalBoolean, '1', true],
  [optionalBoolean, 0, false],
  [optionalBoolean, undefined, null],
  [optionalBoolean, 2, null],
  [listOrEmpty(optionalText), null, []],
  [requiredText(), '  TEE ', 'TEE'],
  [requiredText(), ' ', 'invalid'],
  [requiredText(3), 'LONG', 'invalid'],
])('field %#: reads %j as %j', (schema: z.ZodType, value: unknown, expected: unknown) => {
  const result = z.object({ value: schema }).safeParse({ value })
  expect(result.success ? (result.data as { value: unknown }).value : 'invalid').toEqual(expected)
})

describe('addresses', () => {
  const EventAddresses = z.preprocess(nestFlatAddresses, z.object(eventAddressShape)).transform(addressesOf)
  const jane = { name: 'Jane Doe', city: 'Bremen', country: 'DE' }

  test('are read from objects, from flat fields, and from both', () => {
    const flat = { billingAddressName: 'Jane Doe', billingAddressCity: 'Bremen', billingAddressCountry: 'DE' }
    for (const fields of [
      { billingAddress: jane },
      flat,
      { ...flat, billingAddress: { city: 'Bremen' } },
      { ...flat, billingAddress: null },
      { billingAddress: { ...jane, city: '' }, billingAddressCity: 'Bremen' },
    ])
      expect(EventAddresses.parse(fields), JSON.stringify(fields)).toMatchObject({
        billing: jane,
        shipping: jane,
        sameAddress: true,
      })
  })

  test('are read from the object if both an object and flat fields exist', () => {
    const fields = { shippingAddress: { city: 'Kiel' }, shippingAddressCity: 'Bremen', billingAddress: jane }
    expect(EventAddresses.parse(fields)).toMatchObject({
      billing: jane,
      shipping: { city: 'Kiel', name: null },
      sameAddress: false,
    })
  })

  test.each([
    ['true', true],
    [1, true],
    ['0', false],
    [null, false],
  ])('are the same if shippingAddressSameAsBilling is %j: %j', (shippingAddressSameAsBilling, sameAddress) => {
    const fields = { billingAddress: jane, shippingAddress: { city: 'Kiel' }, shippingAddressSameAsBilling }
    expect(EventAddresses.parse(fields)).toMatchObject({ sameAddress })
  })

  test('use fullName as the name if there is no other name', () => {
    expect(EventAddresses.parse({ billingAddress: { fullName: 'Jane Doe' } })).toMatchObject({
      billing: { name: 'Jane Doe' },
    })
    expect(EventAddresses.parse({ billingAddress: { fullName: 'Jane Doe', firstName: 'Jane' } })).toMatchObject({
      billing: { firstName: 'Jane', name: null },
    })
  })

  test('are null if the event has none', () => {
    expect(EventAddresses.parse({ billingAddress: { city: '' }, shippingAddress: null })).toBeNull()
  })

  test('are rejected if they are not addresses', () => {
    expect(EventAddresses.safeParse({ billingAddress: 'Bremen', billingAddressCity: 'Bremen' }).success).toBe(false)
  })
})
