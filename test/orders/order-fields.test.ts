/** Tests the optional fields of an order: as the checkout sent them, or derived from other fields. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { bytesOf } from '../bench/item-size.ts'
import { createV3, renew } from '../subscriptions/calls.ts'
import { address, completeOrder, event, item, order, send } from '../support/checkout.ts'
import { rawRowsOf, textOf } from '../support/raw-rows.ts'
import { newTenant } from '../support/store.ts'
import { eraseOrder, get, list } from './calls.ts'

const vat = { taxName: 'VAT', taxRate: 0.19, amount: 3.8 }
const addedOn = '2026-08-30T18:10:00.000Z'

const sent = {
  lang: 'en',
  cardType: 'Visa',
  paymentGatewayUsed: 'Stripe',
  paymentDetails: { iconUrl: null, display: 'Visa 4242', instructions: 'Nothing to do' },
  shippingProvider: 'DHL',
  shippingRateUserDefinedId: 'RATE_STANDARD',
  parentToken: randomUUID(),
  itemsCount: 7,
  numberOfItemsInOrder: 8,
  baseTotal: 28.09,
  taxableTotal: 19.999,
  hasSubscriptions: true,
  summary: { payableNow: 485.8, adjustedTotal: 27.09, total: 1, taxes: [] },
  finalGrandTotal: 28.09,
  grandTotal: 28.09,
  total: 28.09,
  subtotal: 20,
  itemsTotal: 20,
  taxes: [{ ...vat, includedInPrice: true, appliesOnShipping: true, discountInducedAmountVariation: -0.1 }],
}
const sentItem = {
  duplicatable: true,
  minQuantity: 2,
  hasTaxesIncluded: true,
  totalPriceWithoutTaxes: 16.8,
  addedOn,
  modificationDate: '2026-08-30T18:12:00.000Z',
}

const bodyOf = async (tenant: Tenant, token: string) => (await get(tenant, token)).body

test('shows what the checkout sent, in lists too', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { ...sent, items: [item(sentItem)] })
  const body = await bodyOf(tenant, token)
  const { taxName: name, taxRate: rate, ...tax } = sent.taxes[0]!
  const { summary, ...fields } = { ...sent, taxableTotal: 20 }
  expect(body).toMatchObject({
    ...fields,
    mode: 'Test',
    userId: body.user.id,
    summary: {
      subtotal: 20,
      taxableTotal: 20,
      total: 28.09,
      payableNow: 485.8,
      adjustedTotal: 27.09,
      paymentMethod: 'CreditCard',
      taxes: [{ ...tax, name, rate, numberForInvoice: '' }],
    },
    items: [{ ...sentItem, token }],
  })
  expect((await list(tenant)).body.items).toEqual([body])
})

test('shows what follows from the order if the checkout did not send it', async () => {
  const tenant = await newTenant()
  const items = [
    item({ id: 'TEE', price: 20, quantity: 2, taxable: true }),
    item({ id: 'MUG', price: 5, addedOn, taxable: true }),
    item({ id: 'CARD', price: 3 }),
  ]
  const totals = { finalGrandTotal: 51.42, grandTotal: 51.42, subtotal: 48, itemsTotal: 48 }
  const token = await completeOrder(tenant, { items, taxes: [vat], ...totals })
  const creationDate = '2026-08-30T18:16:58.000Z'
  const body = await bodyOf(tenant, token)
  const net = { includedInPrice: false, appliesOnShipping: false, discountInducedAmountVariation: 0 }
  expect(body).toMatchObject({
    lang: '',
    cardType: '',
    paymentGatewayUsed: '',
    paymentDetails: null,
    shippingProvider: null,
    shippingRateUserDefinedId: null,
    parentToken: null,
    itemsCount: 4,
    numberOfItemsInOrder: 3,
    baseTotal: 51.42,
    taxableTotal: 45,
    hasSubscriptions: false,
    taxes: [{ ...vat, ...net }],
    summary: {
      subtotal: 48,
      taxableTotal: 45,
      total: 51.42,
      payableNow: 51.42,
      adjustedTotal: 51.42,
      paymentMethod: 'CreditCard',
      taxes: [{ name: 'VAT', rate: 0.19, amount: 3.8, ...net }],
    },
  })
  const rest = { token, duplicatable: false, minQuantity: null, hasTaxesIncluded: false }
  expect(body.items).toMatchObject([
    { ...rest, addedOn: creationDate, modificationDate: creationDate, totalPriceWithoutTaxes: 40 },
    { ...rest, addedOn, modificationDate: addedOn, totalPriceWithoutTaxes: 5 },
    { ...rest, addedOn: creationDate, modificationDate: creationDate, totalPriceWithoutTaxes: 3 },
  ])
})

test('the price of an item without taxes lacks the taxes that its price includes', async () => {
  const tenant = await newTenant()
  const included = { includedInPrice: true }
  const taxes = [
    { ...vat, ...included },
    { taxName: 'City', taxRate: 0.01, amount: 0.2, ...included },
    { taxName: 'Late', taxRate: 0.5, amount: 1 },
  ]
  const gross = { price: 23.8, hasTaxesIncluded: true }
  const items = [item(gross), item({ ...gross, taxes: ['VAT', 'Late'] }), item({ ...gross, taxes: ['Late'] })]
  const token = await completeOrder(tenant, { items, taxes })
  const prices = (await bodyOf(tenant, token)).items.map((one: any) => one.totalPriceWithoutTaxes)
  expect(prices).toEqual([19.83, 20, 23.8])
})

test('the addresses of the user are those that the checkout sent for the user, or else those of the order', async () => {
  const tenant = await newTenant()
  const home = address({ city: 'Köln' })
  const usersOf = async (user: object | undefined, fields = {}) =>
    (await bodyOf(tenant, await completeOrder(tenant, { user, ...fields }))).user
  const own = await usersOf({ billingAddress: home })
  expect(own).toMatchObject({
    billingAddress: { city: 'Köln', fullName: 'Jane Doe' },
    shippingAddress: { city: 'Köln' },
  })
  const others = [
    await usersOf(undefined),
    await usersOf({ billingAddress: address() }),
    await usersOf({ email: 'mother@example.com', billingAddress: home }),
    await usersOf({ billingAddress: 'Köln', shippingAddress: [] }),
  ]
  for (const user of others)
    expect(user).toMatchObject({ billingAddress: { city: 'Bremen' }, shippingAddress: { city: 'Bremen' } })
})

test('accepts an order whatever is in fields that are only shown', async () => {
  const tenant = await newTenant()
  const odd: unknown[] = [{ a: 1 }, [], 'text', true, 1e300, -1, null]
  const names = [...Object.keys(sent), 'userId', 'mode'].filter(name => !/total$|taxes/i.test(name))
  for (const value of odd) {
    const fields = Object.fromEntries([...names, 'baseTotal', 'taxableTotal'].map(name => [name, value]))
    const itemFields = Object.fromEntries(Object.keys(sentItem).map(name => [name, value]))
    const taxes = [{ ...vat, includedInPrice: value, appliesOnShipping: value, discountInducedAmountVariation: value }]
    const content = order({ ...fields, items: [item(itemFields)], taxes })
    expect(await send(event(tenant, 'order.completed', content))).toEqual([])
    expect((await get(tenant, content.token)).status).toBe(200)
  }
})

test('a renewal shows its initial order, its card and its shipping rate', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const shippingInformation = { method: 'Letter', cost: 2.5, userDefinedId: 'LETTER', provider: 'Post' }
  const card = { last4: '4242', brand: 'Visa' }
  const token = await renew(tenant, id, 'succeeded', { shippingInformation }, { card })
  expect(await bodyOf(tenant, token)).toMatchObject({
    parentToken: id,
    hasSubscriptions: true,
    cardType: 'Visa',
    creditCardLast4Digits: '4242',
    shippingRateUserDefinedId: 'LETTER',
    shippingProvider: 'Post',
  })
  const initial = await renew(tenant, id, 'succeeded', { token: id })
  expect(await bodyOf(tenant, initial)).toMatchObject({ parentToken: null, cardType: '' })
})

/** The fields that earlier releases did not store. */
const earlierFields = {
  order: Object.keys(sent).filter(name => !/^(finalGrandTotal|grandTotal|total|subtotal|itemsTotal|taxes)$/.test(name)),
  item: Object.keys(sentItem),
  tax: ['includedInPrice', 'appliesOnShipping', 'discountInducedAmountVariation'],
}
const without = (names: string[], fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

test('an order that was stored without these fields is shown with what follows from it', async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant, { items: [item({ taxable: true })], taxes: [vat] })) as OrderToken
  const expected = await bodyOf(tenant, token)
  const { content } = (await OrderRow.get(keyOf(tenant, token)).go()).data!
  const earlier: any = {
    ...without([...earlierFields.order, 'userAddresses'], content!),
    items: content!.items.map(one => without(earlierFields.item, one)),
    taxes: content!.taxes.map(one => without(earlierFields.tax, one)),
  }
  await OrderRow.patch(keyOf(tenant, token)).set({ content: earlier }).go()
  expect(await bodyOf(tenant, token)).toEqual(expected)
})

test('erasing an order erases what these fields say about its buyer', async () => {
  const tenant = await newTenant()
  const user = { billingAddress: address({ city: 'Quinceville', address1: '7 Quince Lane' }) }
  const paymentDetails = { display: 'Account of Janeth', instructions: 'Janeth pays later', iconUrl: '/janeth.png' }
  const fields = { ...sent, user, paymentDetails, cardType: 'JanethCard' }
  const token = (await completeOrder(tenant, fields)) as OrderToken
  const textsIn = async () =>
    (await rawRowsOf(tenant.account))
      .filter(({ sk }) => sk === token)
      .flatMap(row => textOf(row).match(/janeth|quince/gi) ?? [])
  expect((await textsIn()).length).toBeGreaterThan(4)
  await eraseOrder(tenant, token)
  expect(await textsIn()).toEqual([])
  expect(await bodyOf(tenant, token)).toMatchObject({ paymentDetails: null, cardType: '', lang: 'en' })
})

const fields = { name: 'Size', type: 'dropdown', options: 'XS|S|M|L|XL|XXL[+2.00]', required: true }
const optionsArray = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

test.each([1, 2, 3, 5, 8])('an order of %d items with all fields takes less than 4 KB', async count => {
  const tenant = await newTenant()
  const items = Array.from({ length: count }, (_, n) =>
    item({
      ...sentItem,
      id: `TEE-${n}`,
      description: `Organic cotton, heavy, cut straight, style ${n}`,
      image: `https://shop.example.com/images/tee-${n}.jpg`,
      categories: ['T-shirts', 'Organic'],
      customFields: [{ ...fields, value: 'M', displayValue: 'M', operation: null, optionsArray }],
    }),
  )
  const user = { billingAddress: address({ city: 'Köln' }), shippingAddress: address({ city: 'Aachen' }) }
  const discounts = [{ id: randomUUID(), code: 'TEN', name: 'Ten percent', type: 'Rate', rate: 10, amountSaved: 2 }]
  const token = await completeOrder(tenant, { ...sent, items, user, discounts, notes: 'Leave it at the door' })
  const { data } = await OrderRow.get(keyOf(tenant, token as OrderToken)).go({ data: 'raw' })
  const bytes = bytesOf((data as unknown as { Item: object }).Item)
  expect(bytes).toBeLessThan(4096)
})
