/** Products from a JSON document. */

import { describe, expect, test } from 'vitest'
import { crawled, refusalOf } from './site.ts'

const json = { 'content-type': 'application/json' }
const read = (document: unknown, currency?: string) =>
  crawled(typeof document === 'string' ? document : JSON.stringify(document), json, currency)

const least = { id: 'mug', price: 9.9, url: '/mug' }
const described = {
  name: null,
  url: '/mug',
  price: 9.9,
  description: null,
  image: null,
  categories: [],
  customFields: [],
  metadata: null,
  fileGuid: null,
  weight: null,
  width: null,
  height: null,
  length: null,
  maxQuantity: null,
  minQuantity: null,
  stackable: null,
  shippable: null,
  taxable: null,
}

test('reads an object, or an array of them', async () => {
  const seen = { userDefinedId: 'mug', description: described }
  expect(await read(least)).toEqual([seen])
  expect(await read([least, { ...least, id: 7 }])).toEqual([seen, { ...seen, userDefinedId: '7' }])
  expect(await read([])).toEqual([])
})

test('reads all fields of a product, and returns its inventory unparsed', async () => {
  const inventory = {
    inventoryManagementMethod: 'Variant',
    stock: null,
    allowOutOfStockPurchases: 'true',
    variants: [{ variation: [{ name: 'Size', option: 'S' }], stock: '5', anything: {} }],
  }
  const product = {
    ...least,
    name: ' Mug ',
    price: '9.999',
    description: 'For tea\nand coffee',
    image: '/i/mug.png',
    categories: ['kitchen', ' gifts ', '', null],
    customFields: [
      { name: 'Size', options: 'S|M[+1.00]', required: true, value: 'M', operation: 1, optionsArray: ['S'] },
      { name: 'Engraving' },
      { name: 'Note', type: 'TextArea', required: 'true' },
    ],
    metadata: { a: { b: [1, null] } },
    fileGuid: 'f-1',
    weight: '100',
    dimensions: { width: 8, height: 10.5, length: null, weight: 99 },
    maxQuantity: 5,
    minQuantity: 1,
    stackable: false,
    shippable: 'true',
    taxable: 'perhaps',
    archived: true,
  }
  const [seen, ...others] = await read([{ ...product, ...inventory }])
  expect(others).toEqual([])
  expect(seen).toEqual({
    userDefinedId: 'mug',
    inventory,
    description: {
      name: 'Mug',
      url: '/mug',
      price: 10,
      description: 'For tea\nand coffee',
      image: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/i\/mug\.png$/),
      categories: ['kitchen', 'gifts'],
      customFields: [
        { name: 'Size', type: 'dropdown', options: 'S|M[+1.00]', required: true, value: 'M' },
        { name: 'Engraving', type: 'textbox', options: null, required: false, value: null },
        { name: 'Note', type: 'textarea', options: null, required: true, value: null },
      ],
      metadata: { a: { b: [1, null] } },
      fileGuid: 'f-1',
      weight: 100,
      width: 8,
      height: 10.5,
      length: null,
      maxQuantity: 5,
      minQuantity: 1,
      stackable: false,
      shippable: true,
      taxable: null,
    },
  })
})

test('splits categories in one text, and ignores image URLs of other schemes', async () => {
  const [seen] = await read({ ...least, categories: 'a| b ||c', image: 'data:image/png;base64,AAAA' })
  expect(seen?.description).toMatchObject({ categories: ['a', 'b', 'c'], image: null })
})

test.each([
  [{ optionsArray: ['S', 'M'] }, 'dropdown', 'S|M'],
  [{ options: ['S', 'M[+1.00]'] }, 'dropdown', 'S|M[+1.00]'],
  [{ options: [38, 40, null] }, 'dropdown', '38|40'],
  [{ options: 'S|M[+1.00]', optionsArray: ['S', 'M'] }, 'dropdown', 'S|M[+1.00]'],
  [{ options: null, optionsArray: ['S'] }, 'dropdown', 'S'],
  [{ options: ' ', optionsArray: ['S'] }, 'dropdown', 'S'],
  [{ options: [], optionsArray: ['S'] }, 'dropdown', 'S'],
  [{ type: 'Checkbox', optionsArray: ['true'] }, 'checkbox', 'true'],
  [{ optionsArray: [] }, 'textbox', null],
  [{ optionsArray: null }, 'textbox', null],
])('reads a custom field with %j as a %s of %j', async (told, type, options) => {
  const [seen] = await read({ ...least, customFields: [{ name: 'Size', ...told }] })
  expect(seen?.description.customFields).toEqual([
    { name: 'Size', type, options, required: false, value: null },
  ])
})

test.each([
  [{ eur: 5, usd: 6 }, 5],
  [{ EUR: '5.005' }, 5.01],
  ['5', 5],
  [0, 0],
])('reads the price %j as %d', async (price, amount) => {
  const [seen] = await read({ ...least, price })
  expect(seen?.description.price).toBe(amount)
})

test.each([
  ['JPY', 1500.5, 1501],
  ['EUR', 4.899, 4.9],
  ['KWD', { kwd: '1.2345' }, 1.235],
])('rounds a price to the decimals of %s', async (currency, price, rounded) => {
  const [product] = await read({ ...least, price }, currency)
  expect(product?.description.price).toBe(rounded)
})

test('returns the last of several products with one id', async () => {
  const seen = await read([least, { ...least, id: 'cup' }, { ...least, price: 1 }])
  expect(seen.map(({ userDefinedId, description }) => [userDefinedId, description.price])).toEqual([
    ['mug', 1],
    ['cup', 9.9],
  ])
})

describe('rejects a document and reports the entry and field', () => {
  test.each([
    [{ price: 1, url: '/' }, 'entries[0].id is required.'],
    [{ id: 1, url: '/' }, 'entries[0].price is required.'],
    [{ id: 1, price: 1 }, 'entries[0].url is required.'],
    [[least, {}], 'entries[1].id is required; entries[1].price is required; entries[1].url is required.'],
    [[least, 5, null], 'entries[1] must be an object; entries[2] must be an object.'],
    [[[]], 'entries[0] must be an object.'],
    [{ ...least, id: ' ' }, 'entries[0].id must have at least 1 characters.'],
    [{ ...least, id: null }, 'entries[0].id must be text.'],
    [{ ...least, id: 'x'.repeat(501) }, 'entries[0].id must have at most 500 characters.'],
    [{ ...least, price: 'free' }, 'entries[0].price must be a number.'],
    [{ ...least, price: -1 }, 'entries[0].price must be at least 0.'],
    [{ ...least, price: { usd: 1 } }, 'entries[0].price has no amount in EUR.'],
    [{ ...least, price: { eur: null } }, 'entries[0].price has no amount in EUR.'],
    [{ ...least, url: 'javascript:alert(1)' }, 'entries[0].url must be an http or https URL, or a path.'],
    [{ ...least, name: {} }, 'entries[0].name must be text.'],
    [{ ...least, categories: { a: 1 } }, 'entries[0].categories must be an array.'],
    [{ ...least, customFields: [{}] }, 'entries[0].customFields[0].name is required.'],
    [
      { ...least, customFields: [{ name: 'Size', options: [{}, {}], optionsArray: {} }] },
      'entries[0].customFields[0].options must be text; entries[0].customFields[0].optionsArray must be text.',
    ],
    [
      { ...least, customFields: Array(501).fill(1) },
      'entries[0].customFields must have at most 500 entries.',
    ],
    [{ ...least, metadata: [] }, 'entries[0].metadata must be an object.'],
    [{ ...least, metadata: { a: 'x'.repeat(102_400) } }, 'entries[0].metadata must have at most 100 KB.'],
    [{ ...least, description: 'x'.repeat(204_800) }, 'entries[0] must have at most 200 KB.'],
  ])('%#', async (document, sentence) => {
    expect(await refusalOf(read(document))).toBe(`The page could not be read: ${sentence}`)
  })

  test('reports at most twenty faults, three of them in the message', async () => {
    const fault = await read(Array(30).fill({ id: 1, price: 1 })).catch(fault => fault)
    expect(fault.message).toBe(
      'The page could not be read: entries[0].url is required; entries[1].url is required; entries[2].url is required; and more.',
    )
    expect(Object.keys(fault.errors)).toHaveLength(20)
    expect(fault.errors['entries[19].url']).toEqual(['is required'])
  })

  test.each([['5'], ['"text"'], ['null'], ['true']])('a document of %s', async text => {
    expect(await refusalOf(read(text))).toContain('the JSON is neither an object nor an array')
  })

  test.each([['{'], [''], ['[1,]'], ["{'id':1}"], ['NaN']])('invalid JSON %j', async text => {
    expect(await refusalOf(read(text))).toContain('the document is not valid JSON')
  })

  test('more than 1,000 products', async () => {
    expect(await read(Array(1000).fill(least))).toHaveLength(1)
    expect(await refusalOf(read(Array(1001).fill(least)))).toContain('more than 1,000 products')
  })
})
