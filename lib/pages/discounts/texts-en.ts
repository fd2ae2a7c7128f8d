/** The English texts of the discount screens. */

import type { Discount } from '../../client/index.ts'
import { plural } from '../session/plural.ts'

/** The values that are inserted into the sentence about a discount. A value may be an empty text. */
export type Parts = Record<
  'amount' | 'rate' | 'products' | 'categories' | 'prices' | 'shipping' | 'cost' | 'days' | 'code' | 'item' | 'total',
  string
>

type Sentence = (parts: Parts) => string

export const en = {
  title: 'Discounts',
  create: 'Create a discount',
  back: 'All discounts',
  search: 'Name, code, product or category',
  newTitle: 'New discount',
  columns: {
    name: 'Discount',
    trigger: 'Applies with',
    usages: 'Used',
    carts: 'Open carts',
    expires: 'Valid until',
    state: 'State',
  },
  views: { label: 'Views', all: 'All' },
  filters: { state: 'State', trigger: 'Applies with', type: 'Kind' },
  states: { active: 'Active', expired: 'Expired', usedUp: 'Used up', archived: 'Archived' },
  never: 'No end',
  ofMaximum: (count: string, maximum: string) => `${count} of ${maximum}`,
  percent: (number: string) => `${number}%`,
  types: {
    Rate: 'Percentage off the order',
    FixedAmount: 'Amount off the order',
    RateOnItems: 'Percentage off products',
    FixedAmountOnItems: 'Amount off products',
    RateOnCategory: 'Percentage off categories',
    RateOnSubscription: 'Percentage off subscriptions',
    AmountOnSubscription: 'Amount off subscriptions',
    AlternatePrice: 'Prices of another price list',
    Shipping: 'Special shipping',
  } satisfies Record<Discount['type'], string>,
  shortTriggers: { Code: 'Code', Total: 'Order total', Product: 'Product' } satisfies Record<
    Discount['trigger'],
    string
  >,
  triggers: {
    Code: 'The buyer enters a code',
    Total: 'Automatically, from an order total',
    Product: 'A product is in the cart',
  } satisfies Record<Discount['trigger'], string>,
  effects: {
    Rate: ({ rate }) => `${rate} off the order`,
    FixedAmount: ({ amount }) => `${amount} off the order`,
    RateOnItems: ({ rate, products }) => (products ? `${rate} off ${products}` : `${rate} off every product`),
    FixedAmountOnItems: ({ amount, products }) => `${amount} off ${products}`,
    RateOnCategory: ({ rate, categories }) =>
      categories ? `${rate} off products in ${categories}` : `${rate} off products in every category`,
    RateOnSubscription: ({ rate }) => `${rate} off subscriptions`,
    AmountOnSubscription: ({ amount }) => `${amount} off subscriptions`,
    AlternatePrice: ({ prices }) => `Prices of the list “${prices}”`,
    Shipping: ({ shipping, cost, days }) =>
      `“${shipping}” for ${cost}${days && `, within ${days} ${plural(days, 'day', 'days')}`}`,
  } satisfies Record<Discount['type'], Sentence>,
  conditions: {
    Code: ({ code }) => `with the code ${code}`,
    Total: ({ total }) => (total ? `for orders of ${total} or more` : 'for every order'),
    Product: ({ item }) => `when ${item} is in the cart`,
  } satisfies Record<Discount['trigger'], Sentence>,
  limits: {
    until: (date: string) => `Valid until ${date}.`,
    usages: (maximum: string) => `For the first ${plural(maximum, 'order', `${maximum} orders`)}.`,
    alone: 'Not together with other discounts.',
  },
  groups: { effect: 'What the buyer gets', condition: 'When it applies', limits: 'Limits' },
  fields: {
    name: 'Name',
    type: 'Kind',
    trigger: 'Applies when',
    code: 'Code',
    itemId: 'Product',
    totalToReach: 'From an order total of',
    amount: 'Amount off',
    productIds: 'Products',
    categories: 'Categories',
    rate: 'Percentage off',
    alternatePrice: 'Price list',
    shippingDescription: 'Name of the shipping',
    shippingCost: 'Price of the shipping',
    shippingGuaranteedDaysToDelivery: 'Delivered within',
    maxNumberOfUsages: 'How many orders can use it',
    expires: 'Valid until',
    combinable: 'Can be used together with other discounts',
    archived: 'Archived',
  },
  hints: {
    totalToReach: 'Leave it empty for every order.',
    productIds: 'Ids of products. Enter adds one.',
    allProducts: 'Ids of products. Leave it empty for every product.',
    categories: 'Enter adds one. Leave it empty for every category.',
    alternatePrice: 'Its name in your products, such as reseller.',
    maxNumberOfUsages: 'Leave it empty for any number.',
    expires: 'In the time zone of the store. Leave it empty for no end.',
  },
  optional: 'optional',
  days: 'days',
  generate: 'Generate a code',
  summary: 'In short',
  usage: 'Usage',
  orders: 'Completed orders',
  carts: 'Open carts',
  saved: 'The discount is saved.',
  created: 'The discount is created.',
  archive: 'Archive',
  archiveTitle: (name: string) => `Archive “${name}”?`,
  archiveSentences: [
    'The discount goes to the archive, and another discount can take its code.',
    'Orders that used it stay as they are. You can restore it later, if its code is still free.',
  ],
  archived: 'The discount is archived.',
  restore: 'Restore',
  restored: 'The discount is restored.',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeSentences: (carts: number) => [
    'The discount and its code are deleted for good. No completed order has used it.',
    ...(carts > 0 ? [`It is in ${carts} open ${plural(carts, 'cart', 'carts')}.`] : []),
  ],
  removed: 'The discount is deleted.',
  used: 'An order has used this discount, so it can be archived, but not deleted.',
}

export type DiscountTexts = typeof en
