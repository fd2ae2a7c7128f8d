/** Tests that the crawler reads products from a JSON document. */

import { describe, expect, test } from 'vitest'
import { crawlPage, expectRejection } from './site.ts'

const json = { 'content-type': 'application/json' }
const crawlDocument = (document: unknown, currency?: string) =>
  crawlPage(typeof document === 'string' ? document : JSON.stringify(document), json, currency)

const minimalProduct = { id: 'mug', price: 9.9, url: '/mug' }
const minimalDescription = {
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

test('reads an object or an array of objects', async () => {
  const product = { userDefinedId: 'mug', description: minimalDescription }
  expect(await crawlDocument(minimalProduct)).toEqual([product])
  expect(await crawlDocument([minimalProduct, { ...minimalProduct, id: 7 }])).toEqual([
    product,
    { ...product, userDefinedId: '7' },
  ])
  expect(await crawlDocument([])).toEqual([])
})

test('reads all fields of a product, and returns its inventory unparsed', async () => {
  const inventory = {
    inventoryManagementMethod: 'Variant',
    stock: null,
    allowOutOfStockPurchases: 'true',
    variants: [{ variation: [{ name: 'Size', option: 'S' }], stock: '5', anything: {} }],
  }
  const product = {
    ...minimalProduct,
    name: ' Mug ',
    price: '9.999',
    description: 'For tea\nand coffee',
    image: '/i/mug.png',
    categories: ['kitchen', ' gifts ', '', null],
    customFields: [
      { name: 'Size', options: 'S|M[+1.00]', required: true, value: 'M', operation: 1, optionsArray: ['S'] },
      { name: 'Engraving' },
      { name: 'Note', type: 'TextArea', required: 'true' },
      { name: 'Motif', required: 1 },
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
  const [actual, ...others] = await crawlDocument([{ ...product, ...inventory }])
  expect(others).toEqual([])
  expect(actual).toEqual({
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
        { name: 'Motif', type: 'textbox', options: null, required: true, value: null },
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

test('splits categories sent as text, and ignores image URLs of other schemes', async () => {
  const [product] = await crawlDocument({
    ...minimalProduct,
    categories: 'a| b ||c',
    image: 'data:image/png;base64,AAAA',
  })
  expect(product?.description).toMatchObject({ categories: ['a', 'b', 'c'], image: null })
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
])('reads a custom field with %j as a %s of %j', async (fields, type, options) => {
  const [product] = await crawlDocument({ ...minimalProduct, customFields: [{ name: 'Size', ...fields }] })
  expect(product?.description.customFields).toEqual([{ name: 'Size', type, options, required: false, value: null }])
})

test.each([
  [{ eur: 5, usd: 6 }, 5],
  [{ EUR: '5.005' }, 5.01],
  ['5', 5],
  [0, 0],
])('reads the price %j as %d', async (price, amount) => {
  const [product] = await crawlDocument({ ...minimalProduct, price })
  expect(product?.description.price).toBe(amount)
})

test.each([
  ['JPY', 1500.5, 1501],
  ['EUR', 4.899, 4.9],
  ['KWD', { kwd: '1.2345' }, 1.235],
])('rounds a price to the decimals of %s', async (currency, price, rounded) => {
  const [product] = await crawlDocument({ ...minimalProduct, price }, currency)
  expect(product?.description.price).toBe(rounded)
})

test('returns the last of several products with the same id', async () => {
  const products = await crawlDocument([
    minimalProduct,
    { ...minimalProduct, id: 'cup' },
    { ...minimalProduct, price: 1 },
  ])
  expect(products.map(({ userDefinedId, description }) => [userDefinedId, description.price])).toEqual([
    ['mug', 1],
    ['cup', 9.9],
  ])
})

describe('rejects a document and reports the entry and field', () => {
  test.each([
    [{ price: 1, url: '/' }, 'entries[0].id is required.'],
    [{ id: 1, url: '/' }, 'entries[0].price is required.'],
    [{ id: 1, price: 1 }, 'entries[0].url is required.'],
    [[minimalProduct, {}], 'entries[1].id is required; entries[1].price is required; entries[1].url is required.'],
    [[minimalProduct, 5, null], 'entries[1] must be an object; entries[2] must be an object.'],
    [[[]], 'entries[0] must be an object.'],
    [{ ...minimalProduct, id: ' ' }, 'entries[0].id must not be empty.'],
    [{ ...minimalProduct, id: null }, 'entries[0].id must be text.'],
    [{ ...minimalProduct, id: 'x'.repeat(501) }, 'entries[0].id must have at most 500 characters.'],
    [{ ...minimalProduct, price: 'free' }, 'entries[0].price must be a number.'],
    [{ ...minimalProduct, price: -1 }, 'entries[0].price must be at least 0.'],
    [{ ...minimalProduct, price: { usd: 1 } }, 'entries[0].price has no amount in EUR.'],
    [{ ...minimalProduct, price: { eur: null } }, 'entries[0].price has no amount in EUR.'],
    [{ ...minimalProduct, url: 'javascript:alert(1)' }, 'entries[0].url must be an http or https URL, or a path.'],
    [{ ...minimalProduct, name: {} }, 'entries[0].name must be text.'],
    [{ ...minimalProduct, categories: { a: 1 } }, 'entries[0].categories must be an array.'],
    [{ ...minimalProduct, customFields: [{}] }, 'entries[0].customFields[0].name is required.'],
    [
      { ...minimalProduct, customFields: [{ name: 'Size', options: [{}, {}], optionsArray: {} }] },
      'entries[0].customFields[0].options must be text; entries[0].customFields[0].optionsArray must be text.',
    ],
    [{ ...minimalProduct, customFields: Array(501).fill(1) }, 'entries[0].customFields must have at most 500 entries.'],
    [{ ...minimalProduct, metadata: [1] }, 'entries[0].metadata must be an object.'],
    [{ ...minimalProduct, metadata: { a: 'x'.repeat(102_400) } }, 'entries[0].metadata must have at most 100 KB.'],
    [{ ...minimalProduct, description: 'x'.repeat(204_800) }, 'entries[0] must have at most 200 KB.'],
  ])('%#', async (document, reason) => {
    expect(await expectRejection(crawlDocument(document))).toBe(`The page could not be read: ${reason}`)
  })

  test('reports at most twenty errors, three of them in the message', async () => {
    const error = await crawlDocument(Array(30).fill({ id: 1, price: 1 })).catch(error => error)
    expect(error.message).toBe(
      'The page could not be read: entries[0].url is required; entries[1].url is required; entries[2].url is required; and more.',
    )
    expect(Object.keys(error.errors)).toHaveLength(20)
    expect(error.errors['entries[19].url']).toEqual(['is required'])
  })

  test.each([['5'], ['"text"'], ['null'], ['true']])('a document of %s', async text => {
    expect(await expectRejection(crawlDocument(text))).toContain('the JSON is neither an object nor an array')
  })

  test.each([['{'], [''], ['[1,]'], ["{'id':1}"], ['NaN']])('invalid JSON %j', async text => {
    expect(await expectRejection(crawlDocument(text))).toContain('the document is not valid JSON')
  })

  test('more than 1,000 products', async () => {
    expect(await crawlDocument(Array(1000).fill(minimalProduct))).toHaveLength(1)
    expect(await expectRejection(crawlDocument(Array(1001).fill(minimalProduct)))).toContain('more than 1,000 products')
  })
})
