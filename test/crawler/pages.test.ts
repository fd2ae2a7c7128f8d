/** Tests that the crawler reads products from the buttons of HTML pages. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { button, crawlPage, expectRejection } from './site.ts'

const crawlFile = (name: string) =>
  crawlPage(readFileSync(join('test/crawler/pages', name)), {
    'content-type': name.endsWith('.xhtml') ? 'application/xhtml+xml' : 'text/html',
  })

/** Returns the id, name, price and URL of each product. */
const summarize = async (name: string) =>
  (await crawlFile(name)).map(({ userDefinedId, description: { name, price, url } }) => [
    userDefinedId,
    name,
    price,
    url,
  ])

const localUrl = (path: string) => expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`))

test('reads all attributes of buttons', async () => {
  const [mug, ...others] = await crawlFile('all-attributes.html')
  expect(mug).toEqual({
    userDefinedId: 'starry-mug',
    description: {
      name: 'Starry mug',
      url: '/products/starry-mug',
      price: 19.9,
      description: 'A mug for late hours.',
      image: localUrl('/assets/starry-mug\\.jpg'),
      categories: ['kitchen', 'gifts', 'night'],
      customFields: [],
      metadata: { supplier: { no: 12 }, tags: ['a', 'b'] },
      fileGuid: '4d4a3c3c-2d1e-4b8b-9f5e-0d6f2f7f8a11',
      weight: 350,
      width: 8,
      height: 10.5,
      length: 12,
      maxQuantity: 10,
      minQuantity: 2,
      stackable: false,
      shippable: true,
      taxable: true,
    },
  })
  expect(others.map(({ userDefinedId, description }) => [userDefinedId, description.price])).toEqual([
    ['plain-mug', 5],
    ['saucer', 0],
  ])
})

test('reads tags and attributes in any case and order, with any quotes', async () => {
  expect(await summarize('cases.html')).toEqual([
    ['Upper', 'Upper Case', 1, '/UPPER'],
    ['single', 'Single "quoted"', 2, '/single'],
    ['bare', 'Bare', 3, '/bare/'],
    ['spaced', 'Spaced\n  name', 4, '/spaced'],
    ['custom', 'Custom element', 5, '/custom'],
    ['twice', 'First counts', 6, '/twice'],
  ])
  const [upper, single, bare] = await crawlFile('cases.html')
  expect(upper?.description.customFields).toMatchObject([{ name: 'Size', options: 'S|M' }])
  expect(single?.description.metadata).toEqual({ a: 'b' })
  expect(bare?.description.image).toEqual(localUrl('/shop/bare\\.png'))
})

test('decodes entities in attributes', async () => {
  const [first, second] = await crawlFile('entities.html')
  expect(first).toMatchObject({
    userDefinedId: 'a&b',
    description: {
      name: 'Tom & Jerry’s "mug" <b> café € 🍵 &copy2026 &unknown;',
      price: 7.5,
      url: '/p?a=1&b=2&copy=3&lang=en',
      metadata: { note: '5 < 6 &amp; 7' },
      description: 'line one\nline two\nline three',
      image: localUrl('/i\\?x=1&y=2'),
    },
  })
  expect(second).toMatchObject({
    userDefinedId: 'soft',
    description: { name: '\ufffd\ufffd\ufffd\ufffd \u00a0Odd', price: 1.5 },
  })
})

test('orders custom fields by their numbers', async () => {
  const [shirt] = await crawlFile('custom-fields.html')
  expect(shirt?.description.customFields).toEqual([
    { name: 'Size', type: 'dropdown', options: 'S|M|L[+2.00]|XL[-1.50]', required: true, value: null },
    { name: 'Colour', type: 'dropdown', options: 'Blue|Red[+1.00]|Gold[+10.00]', required: false, value: 'Red' },
    { name: 'Name on the back', type: 'textbox', options: null, required: true, value: '' },
    { name: 'Seventh', type: 'textbox', options: null, required: false, value: null },
    { name: 'Gift note', type: 'textarea', options: null, required: false, value: null },
    { name: 'Gift', type: 'checkbox', options: 'true[+5.00]|false', required: false, value: null },
  ])
})

test('reads prices in several currencies', async () => {
  expect(await summarize('currencies.html')).toEqual([
    ['json', 'JSON', 9.75, '/json'],
    ['capitals', 'Capitals', 9.5, '/capitals'],
    ['exact', 'Exact', 0.11, '/exact'],
  ])
})

test.each([
  ['"9.90"', 9.9],
  [' "9.905" ', 9.91],
  ['{"eur":"9.90"}', 9.9],
])('reads a JSON price: %s', async (json, price) => {
  const [mug] = await crawlPage(button('mug').replace('"9.90"', `'${json}'`))
  expect(mug?.description.price).toBe(price)
})

test.each(['"9.90', '"free"', '""', '"{}"'])('rejects the price %s', async json => {
  const page = button('mug').replace('"9.90"', `'${json}'`)
  expect(await expectRejection(crawlPage(page))).toContain('buttons[0].price must be a number')
})

test('ignores buttons that a browser does not render', async () => {
  expect(await summarize('not-rendered.html')).toEqual([
    ['after-short-comment', 'Short', 1, '/short'],
    ['real', 'Real', 1, '/real'],
  ])
})

test('reads buttons in and after SVG and MathML', async () => {
  expect(await summarize('svg.html')).toEqual([
    ['after', 'After a drawing', 1, '/after'],
    ['within', 'Within', 1, '/within'],
    ['last', 'Last', 1, '/last'],
  ])
})

test('reads the buttons of a malformed page', async () => {
  expect(await summarize('malformed.html')).toEqual([
    ['unclosed', 'Unclosed', 1, '/unclosed'],
    ['nested', 'Nested', 2, '/nested'],
    ['tight', 'Tight', 3, '/tight'],
    ['odd', 'Odd', 4, '/odd'],
    ['last', 'Last', 6, '/last'],
  ])
})

test('keeps paths, and resolves images by the base URL', async () => {
  const links = (await crawlFile('base.html')).map(({ description: { url, image } }) => [url, image])
  expect(links).toEqual([
    ['mugs/relative', 'https://cdn.example/shop/en/img/a%20b.png'],
    ['/mugs/rooted?x=ä#y', 'https://cdn.example/img.png'],
    ['https://shop.example/mugs/whole', 'http://img.example/i.png'],
    ['//shop.example/x', 'https://img.example/i.png'],
    ['#', null],
    ['.', null],
  ])
})

test('skips invalid buttons, and returns the last of several with the same id', async () => {
  expect(await summarize('invalid-buttons.html')).toEqual([['good', 'Better', 2, '/better']])
})

test('reads invalid values of optional fields as null', async () => {
  const attributes =
    'data-item-weight="heavy" data-item-max-quantity="" data-item-stackable="yes" data-item-metadata=""'
  const [mug] = await crawlPage(button('mug', `${attributes} data-item-file-guid="" data-item-categories=" | "`))
  const nullFields = { weight: null, maxQuantity: null, stackable: null, metadata: null, fileGuid: null }
  expect(mug?.description).toMatchObject({ ...nullFields, categories: [] })
})

test('returns no products for a page without buttons', async () => {
  expect(await crawlFile('no-buttons.html')).toEqual([])
  expect(await crawlPage('')).toEqual([])
})

test('reports the errors of all buttons when none is valid', async () => {
  await expect(crawlFile('missing-fields.html')).rejects.toMatchObject({
    code: 'page_not_readable',
    message:
      'The page could not be read: buttons[0].price is required; buttons[1].price has no amount in EUR; buttons[1].metadata must be an object.',
    errors: {
      'buttons[0].price': ['is required'],
      'buttons[1].price': ['has no amount in EUR'],
      'buttons[1].metadata': ['must be an object'],
    },
  })
})

test('reads self-closing tags as closed in XHTML only', async () => {
  expect(await summarize('strict.xhtml')).toEqual([['strict', 'Tom & Jerry €', 1, '/strict']])
})

test('rejects a button with a very large attribute', async () => {
  const huge = 'x'.repeat(4_000_000)
  expect(await expectRejection(crawlPage(button('mug', `data-item-description="${huge}"`)))).toBe(
    'The page could not be read: buttons[0] must have at most 200 KB.',
  )
  const entities = '&amp;'.repeat(800_000)
  const products = await crawlPage(
    button('mug', `data-item-description="${entities}"`) + button('cup', `title="${huge.slice(0, 500_000)}"`),
  )
  expect(products.map(({ userDefinedId }) => userDefinedId)).toEqual(['cup'])
})

test('rejects more than 1,000 buttons', async () => {
  expect(await crawlPage(button().repeat(1000))).toHaveLength(1)
  expect(await expectRejection(crawlPage(button().repeat(1001)))).toContain('more than 1,000 products')
})
