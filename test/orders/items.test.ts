/** Tests the items and the discounts of an order, with all fields that the checkout sent. */

import { expect, test } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { cart, completeOrder, item, order, sendEvent } from '../support/checkout.ts'
import { rawRowsOf, textOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'
import { eraseOrder, get, list } from './calls.ts'

const size = {
  name: 'Size',
  value: 'M',
  type: 'dropdown',
  options: 'S|M[+2.00]',
  required: true,
  displayValue: 'M (+2.00)',
  operation: 2,
  optionsArray: ['S', 'M[+2.00]'],
}
const engraving = {
  name: 'Engraving',
  value: 'For my niece',
  type: 'textbox',
  options: '',
  required: false,
  displayValue: 'For my niece',
  operation: null,
  optionsArray: null,
}
/** The API shows these values for fields of a custom field that the checkout did not send. */
const emptyField = { type: '', options: '', required: false, displayValue: '', operation: null, optionsArray: null }

const itemsOf = async (tenant: Tenant, token: string) => (await get(tenant, token)).body.items

test('custom fields of items are as the checkout sent them', async () => {
  const tenant = await newTenant()
  const legacy = { ...size, operation: '+2.00', placeholder: 'Choose' }
  const customFields = [size, engraving, legacy, { name: 'Gift', value: 'yes' }]
  const token = await completeOrder(tenant, { items: [item({ customFields })] })
  const { placeholder, ...shownLegacy } = legacy
  expect((await itemsOf(tenant, token))[0].customFields).toEqual([
    size,
    engraving,
    shownLegacy,
    { name: 'Gift', value: 'yes', ...emptyField },
  ])
})

test('a custom field that is not as expected costs the order nothing', async () => {
  const tenant = await newTenant()
  const customFields = [
    { name: 'A', displayValue: { b: 1 }, operation: [2], optionsArray: 'S|M' },
    { name: 'B', displayValue: 5, operation: true, optionsArray: ['S', null, { c: 1 }, 4] },
  ]
  const token = await completeOrder(tenant, { items: [item({ customFields })] })
  expect((await itemsOf(tenant, token))[0].customFields).toMatchObject([
    { displayValue: '', operation: null, optionsArray: null },
    { displayValue: '5', operation: 'true', optionsArray: ['S', '4'] },
  ])
})

test('blank and invalid categories cost the order nothing', async () => {
  const tenant = await newTenant()
  const categories = ['Mugs', '', ' Gifts ', ' ', null, { c: 1 }, 'x'.repeat(501), 4]
  const token = await completeOrder(tenant, { items: [item({ id: 'MUG', categories }), item({ categories: null })] })
  const expected = ['Mugs', 'Gifts', '4']
  expect(await itemsOf(tenant, token)).toMatchObject([{ categories: expected }, { categories: [] }])
  const { body } = await call('products.get', tenant, { params: { id: 'MUG' } })
  expect(body).toMatchObject({ categories: expected })
})

test('discounts are as the checkout sent them, with amounts rounded to the decimals of the currency', async () => {
  const tenant = await newTenant()
  const discount = {
    id: 'D1',
    discountId: null,
    code: 'AUTUMN',
    name: 'Autumn',
    type: 'FixedAmount',
    trigger: 'Code',
    rate: null,
    amount: 5,
    amountSaved: 0.1 + 0.2,
    combinable: false,
    hasSavedAmount: true,
  }
  const token = await completeOrder(tenant, {
    discounts: [discount, { code: 'TEN', rate: '10', amountSaved: 'ten', combinable: 'maybe' }],
  })
  const { body } = await get(tenant, token)
  expect(body.discounts).toEqual([
    { ...discount, amountSaved: 0.3 },
    {
      id: null,
      discountId: null,
      code: 'TEN',
      name: null,
      type: null,
      trigger: null,
      rate: 10,
      amount: null,
      amountSaved: null,
      combinable: false,
      hasSavedAmount: null,
    },
  ])
  expect((await list(tenant)).body.items).toEqual([body])
})

test('an item without an id has one that is the same each time, and another than the next item', async () => {
  const tenant = await newTenant()
  const items = [item({ uniqueId: undefined }), item({ uniqueId: '' }), item({ uniqueId: 'own' })]
  const content = order({ items })
  await sendEvent(tenant, 'order.completed', content)
  const ids = (await itemsOf(tenant, content.token)).map(({ uniqueId }: any) => uniqueId)
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/), 'own'])
  expect(new Set(ids).size).toBe(3)
  await sendEvent(tenant, 'order.completed', { ...content, notes: 'Later' })
  expect((await itemsOf(tenant, content.token)).map(({ uniqueId }: any) => uniqueId)).toEqual(ids)
})

test('an item of a cart has the same id as in the order that the cart becomes', async () => {
  const tenant = { ...(await newTenant()), features: ['abandonedCarts' as const] }
  const content = cart({ items: [item({ uniqueId: null })] })
  await sendEvent(tenant, 'cart.updated', content)
  const { body } = await call('carts.get', tenant, { params: { token: content.token } })
  expect(body.items[0].uniqueId).toMatch(/^[0-9a-f-]{36}$/)
  const token = await completeOrder(tenant, { token: content.token, items: content.items })
  expect(await itemsOf(tenant, token)).toMatchObject([{ uniqueId: body.items[0].uniqueId }])
})

/** Rewrites the content of an order as earlier releases stored it. */
async function toEarlierContent(tenant: Tenant, token: string): Promise<void> {
  const key = keyOf(tenant, token as OrderToken)
  const { content } = (await OrderRow.get(key).go()).data!
  const earlier: any = {
    ...content,
    customFieldsJson: '[]',
    discounts: [{ id: 'D1', discountId: null, code: 'TEN', name: null, type: null, rate: 10 }],
    items: content!.items.map(({ customFields, ...rest }) => ({
      ...rest,
      customFields: customFields.map(({ name, value }) => ({ name, value })),
      customFieldsJson: JSON.stringify(customFields.map(({ name, value }) => ({ name, value }))),
    })),
  }
  await OrderRow.patch(key).set({ content: earlier }).go()
}

test('orders that are stored without these fields show their defaults', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { items: [item({ uniqueId: '', customFields: [size] })] })
  const [{ uniqueId }] = await itemsOf(tenant, token)
  await toEarlierContent(tenant, token)
  const { body } = await get(tenant, token)
  expect(body.items).toMatchObject([
    {
      uniqueId,
      customFields: [{ name: 'Size', value: 'M', ...emptyField }],
      customFieldsJson: '[{"name":"Size","value":"M"}]',
    },
  ])
  expect(body.discounts).toMatchObject([{ code: 'TEN', rate: 10, amountSaved: null, combinable: null }])
})

test('what a buyer chose or entered is not stored with the product', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { items: [item({ customFields: [engraving] })] })
  const rows = (await rawRowsOf(tenant.account)).filter(({ pk }) => String(pk).includes('#products'))
  expect(rows.map(textOf).filter(text => text.includes('for my niece'))).toEqual([])
})

test('erasing an order erases what its buyer entered', async () => {
  const tenant = await newTenant()
  const items = [item({ customFields: [engraving] })]
  const token = (await completeOrder(tenant, { items, customFields: [engraving] })) as OrderToken
  await eraseOrder(tenant, token)
  const { body } = await get(tenant, token)
  expect(body.items[0]).toMatchObject({
    customFields: [{ ...engraving, value: '', displayValue: '' }],
    customFieldsJson: '[{"name":"Engraving","value":null}]',
  })
  expect(body).toMatchObject({ customFields: [{ name: 'Engraving', value: '' }] })
})

test('erasing an order keeps the values of items whose stock is tracked, but not how they were displayed', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  const inventory = { inventoryManagementMethod: 'Single', stock: 5 }
  expect((await call('products.update', tenant, { params: { id: 'TEE' }, body: inventory })).status).toBe(200)
  const token = (await completeOrder(tenant, { items: [item({ customFields: [size] })] })) as OrderToken
  await eraseOrder(tenant, token)
  expect((await itemsOf(tenant, token))[0].customFields).toEqual([{ ...size, displayValue: '' }])
})
