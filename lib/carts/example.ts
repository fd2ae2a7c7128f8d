/** An abandoned cart as the documentation shows it: the demo store's. */

import { nestedExample } from '../kit/example-address.ts'

const token = '01980000-0000-7000-8000-0000000ca701'

const mug = {
  token,
  minQuantity: null,
  maxQuantity: null,
  stackable: true,
  shippable: true,
  taxable: true,
  taxes: ['MwSt.'],
  customFields: [],
  duplicatable: false,
  alternatePrices: {},
  dimensions: { width: 9, height: 10, length: 12, weight: 380 },
}

export const example = {
  id: token,
  token,
  mode: 'Test',
  email: 'lena.brandt@example.com',
  status: 'InProgress',
  creationDate: '2026-11-15T17:38:05.000Z',
  modificationDate: '2026-11-15T17:45:20.000Z',
  completionDate: null,
  shipToBillingAddress: true,
  billingAddress: nestedExample,
  shippingAddress: nestedExample,
  shippingInformation: {
    fees: 0,
    method: 'Free shipping for our newsletter readers',
    provider: null,
  },
  summary: {
    subtotal: 32,
    taxableTotal: 32,
    total: 38.08,
    payableNow: 38.08,
    paymentMethod: 'None',
    taxes: [
      {
        taxId: null,
        name: 'MwSt.',
        rate: 0.19,
        amount: 6.08,
        numberForInvoice: '',
        includedInPrice: false,
        appliesOnShipping: false,
      },
    ],
    adjustedTotal: 38.08,
  },
  items: [
    {
      ...mug,
      uniqueId: '5bf3e3bb-7fd1-4566-9a6b-8967d2dbf998',
      id: 'MUG-BLUE',
      name: 'Blue mug',
      price: 9,
      description: 'Glazed stoneware, 300 ml',
      url: '/products/mug-blue',
      image: 'https://shop.example.com/images/mug-blue.jpg',
      quantity: 2,
      unitPrice: 9,
      totalPrice: 18,
      addedOn: '2026-11-15T17:38:05.000Z',
    },
    {
      ...mug,
      uniqueId: 'a3c2b5d1-44f0-4c57-8a0f-1f0c6f4d9b22',
      id: 'MUG-SPECKLED',
      name: 'Speckled mug',
      price: 14,
      description: 'Thrown by hand, no two alike',
      url: '/products/mug-speckled',
      image: 'https://shop.example.com/images/mug-speckled.jpg',
      quantity: 1,
      unitPrice: 14,
      totalPrice: 14,
      addedOn: '2026-11-15T17:41:12.000Z',
    },
  ],
  discounts: [
    {
      id: '01980000-0000-7000-8000-00000d15c003',
      code: 'FREESHIP',
      name: 'Free shipping for our newsletter readers',
      type: 'Shipping',
      rate: null,
    },
  ],
  customFields: [
    {
      name: 'Comment',
      type: 'textarea',
      options: null,
      required: false,
      value: 'A gift: no invoice in the parcel, please.',
    },
  ],
  refunds: [],
  currency: 'eur',
  totalWeight: 1140,
  itemsTotal: 32,
  total: 38.08,
  campaignId: null,
}
