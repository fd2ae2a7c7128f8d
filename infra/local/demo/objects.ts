/** What the demo store holds: the objects that the sample events speak of, and a few more as a shop would have them. */

import type { NewAccount } from '../../../lib/accounts/shapes.ts'
import type { NewDiscount } from '../../../lib/discounts/shapes.ts'
import type { Domain } from '../../../lib/domains/shapes.ts'
import { features } from '../../../lib/kit/tenant.ts'
import { NewShippingMethod } from '../../../lib/shipping/shapes.ts'

export const demoAccount: NewAccount = { name: 'Demo store', currency: 'EUR', features: [...features] }

const discountId = (number: number) => `01980000-0000-7000-8000-00000d15c00${number}`

/** By id: the samples read and change the first and delete the second. */
export const discounts: [id: string, NewDiscount][] = [
  [
    discountId(1),
    { name: 'Summer: 10 % off from 50', trigger: 'Total', totalToReach: 50, type: 'Rate', rate: 10 },
  ],
  [
    discountId(2),
    {
      name: 'Spring: 5 off',
      trigger: 'Code',
      code: 'SPRING5',
      type: 'FixedAmount',
      amount: 5,
      expires: '2026-06-30T21:59:59.000Z',
    },
  ],
  [
    discountId(3),
    {
      name: 'Free shipping for our newsletter readers',
      trigger: 'Code',
      code: 'FREESHIP',
      type: 'Shipping',
      shippingDescription: 'Free standard shipping',
      shippingCost: 0,
      shippingGuaranteedDaysToDelivery: 5,
      maxNumberOfUsages: 500,
    },
  ],
  [
    discountId(4),
    {
      name: 'Three mugs for 24',
      trigger: 'Product',
      itemId: 'MUG-BLUE',
      type: 'AlternatePrice',
      alternatePrice: '3:24',
      combinable: false,
    },
  ],
  [
    discountId(5),
    {
      name: '20 % off the first subscription',
      trigger: 'Code',
      code: 'FIRST20',
      type: 'RateOnSubscription',
      rate: 20,
    },
  ],
]

export const defaultDomain: Domain = { domain: 'shop.example.com', protocol: 'HTTPS' }

/** The samples remove the first. */
export const allowedDomains: Domain[] = [
  { domain: 'old-shop.example.com', protocol: 'HTTPS' },
  { domain: 'preview.example.com', protocol: 'HTTP' },
]

const methodId = (number: number) => `01980000-0000-7000-8000-00000054190${number}`

/** By id: the samples read and change the first and delete the second. */
export const shippingMethods: [id: string, NewShippingMethod][] = [
  [
    methodId(1),
    NewShippingMethod.parse({
      name: 'Standard parcel',
      rates: [
        { cost: 4.9, weight: { to: 2000 } },
        { cost: 8.9, weight: { from: 2001, to: 10_000 } },
      ],
      currency: 'EUR',
      guaranteedEstimatedDelivery: { minimumDaysForDelivery: 2, maximumDaysForDelivery: 4 },
      countryCondition: [{ countryCode: 'DE' }, { countryCode: 'AT' }],
    }),
  ],
  [
    methodId(2),
    NewShippingMethod.parse({ name: 'Letter', rates: [{ cost: 1.8, weight: { to: 500 } }], currency: 'EUR' }),
  ],
  [
    methodId(3),
    NewShippingMethod.parse({
      name: 'Free from 80',
      rates: [{ cost: 0, weight: { to: 10_000 } }],
      currency: 'EUR',
      onOrderTotalAbove: 80,
      countryCondition: [{ countryCode: 'DE' }],
    }),
  ],
]
