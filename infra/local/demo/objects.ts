/** What the demo store holds: the objects that the sample events speak of, and a few more as a shop would have them. */

import type { NewAccount } from '../../../lib/accounts/schemas.ts'
import { features } from '../../../lib/core/tenant.ts'
import type { NewDiscount } from '../../../lib/discounts/schemas.ts'
import type { Domain } from '../../../lib/domains/schemas.ts'

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
