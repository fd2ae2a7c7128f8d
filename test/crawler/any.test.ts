/** Whatever stands in a page, reading it ends soon, with products or with a refusal. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromButtons } from '../../lib/crawler/buttons.ts'
import { contentOf } from '../../lib/crawler/content.ts'
import { fromDocument } from '../../lib/crawler/document.ts'
import type { Seen } from '../../lib/crawler/index.ts'
import { Problem } from '../../lib/kit/problem.ts'
import type { Description } from '../../lib/products/rules.ts'
import { button } from './site.ts'

const source = { url: new URL('https://shop.example/page'), currency: 'eur' }

function read(bytes: Uint8Array, contentType: string): Seen[] | null {
  try {
    const { kind, text } = contentOf({ url: source.url, contentType, bytes: Buffer.from(bytes) })
    if (kind === 'json') return fromDocument(text, source)
    return fromButtons(text, { ...source, isXml: kind === 'xhtml' })
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    expect(fault.code).toBe('page_not_readable')
    expect(fault.message.length).toBeLessThan(2000)
    return null
  }
}

/** As a product is described by whoever sees it. */
const describedBy = (seen: Seen): Description => seen.description

function requireSound(all: Seen[] | null): void {
  for (const seen of all ?? []) {
    const { price, url, image, customFields } = describedBy(seen)
    expect(seen.userDefinedId).not.toBe('')
    expect(price).toBeGreaterThanOrEqual(0)
    expect(url).not.toBe('')
    expect(image ?? 'https:').toMatch(/^https?:/)
    for (const { name, type } of customFields) expect([name, type]).not.toContain('')
  }
}

const types = fc.constantFrom(
  'text/html',
  'text/html; charset=utf-16le',
  'text/html; charset=shift_jis',
  'application/xhtml+xml',
  'application/json',
  '',
)

/** What pages are made of, in no order. */
const pieces = fc.constantFrom(
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?xml ',
    '?>',
    '<!',
    '&',
    '&amp;',
    '&#',
    '&#x1F;',
  ],
  ...['=', '"', "'", ' ', '\n', '\0', '/', '{', '}', '[', ']', ',', ':', '\\', '|', '\ud800', 'é', '\ufeff'],
  ...[
    '<script>',
    '</script',
    '<style',
    '<title>',
    '</title>',
    '<textarea>',
    '<template>',
    '</template>',
    '<plaintext>',
  ],
  ...[
    '<noscript>',
    '</noscript>',
    '<svg>',
    '</svg>',
    '<svg/>',
    '<base href="',
    '<meta charset=latin1>',
    '<form>',
    '<a ',
  ],
  ...['class', 'class="shop-add-item"', 'data-item-id=1 ', 'data-item-name="n" ', 'data-item-price=1 '],
  ...[
    'data-item-price=\'{"eur":1}\' ',
    'data-item-url=/ ',
    'data-item-image="',
    'data-item-metadata=',
    'data-item-metadata="{}" ',
  ],
  ...[
    'data-item-custom1-name="a" ',
    'data-item-custom999-options="',
    '__proto__="x" ',
    'constructor=1 ',
    button(),
  ],
)

const html = fc.array(pieces, { maxLength: 60 }).map(parts => Buffer.from(parts.join('')))

const fields = fc.constantFrom(
  ...[
    'id',
    'name',
    'price',
    'url',
    'description',
    'image',
    'categories',
    'customFields',
    'metadata',
    'fileGuid',
  ],
  ...[
    'dimensions',
    'weight',
    'stackable',
    'stock',
    'variants',
    'eur',
    'required',
    'options',
    '__proto__',
    'toString',
  ],
)
const { entry } = fc.letrec(tie => ({
  entry: fc.dictionary(fields, tie('value'), { maxKeys: 8 }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('mug', '/mug', '9.90', 9.9, 1e300, -1, '', null, true, '{"eur":1}', '\ud800\0', 'a|b'),
    fc.jsonValue({ maxDepth: 2 }),
    tie('entry'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))
const json = fc
  .oneof(entry, fc.array(entry, { maxLength: 4 }))
  .map(value => Buffer.from(JSON.stringify(value)))

test.each<[string, fc.Arbitrary<Uint8Array>]>([
  ['bytes', fc.uint8Array({ maxLength: 300 })],
  ['markup', html],
  ['JSON', json],
])('any %s', (_, bytes) => {
  fc.assert(
    fc.property(bytes, types, (bytes, type) => requireSound(read(bytes, type))),
    { numRuns: 500 },
  )
})

test('a button is found whatever tags stand before and behind it', () => {
  const word = fc.constantFrom('a', 'div', 'p', 'form', 'table', 'td', 'b', 'svg', 'math', 'select', 'x-y')
  const tag = fc.tuple(word, fc.constantFrom('<', '</'), fc.constantFrom('>', ' a=b>', '/>', " c='>'>"))
  const tags = fc
    .array(tag.map(([name, open, close]) => open + name + close))
    .map(all => all.join('text & more'))
  fc.assert(
    fc.property(tags, tags, (before, behind) => {
      const seen = fromButtons(before + button() + behind, { ...source, isXml: false })
      expect(seen.map(({ userDefinedId }) => userDefinedId)).toEqual(['mug'])
    }),
  )
})

test('what is written into attributes is read out of them', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map(text => text.trim())
    .filter(text => text !== '')
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  fc.assert(
    fc.property(text, fc.dictionary(fc.string(), fc.jsonValue()), (name, metadata) => {
      const page = `<i class=shop-add-item data-item-id=1 data-item-price=1 data-item-url=/ data-item-name="${escaped(name)}" data-item-metadata="${escaped(JSON.stringify(metadata))}">`
      const [seen] = fromButtons(page, { ...source, isXml: false })
      expect(seen?.description.name).toBe(name)
      expect(JSON.stringify(seen?.description.metadata)).toBe(
        JSON.stringify(JSON.parse(JSON.stringify(metadata))),
      )
    }),
  )
})

describe('a page of nothing but one thing is read in seconds', () => {
  const size = 3_000_000
  test.each([
    ...[
      '<form>',
      '<div>',
      '</x>',
      '<a></b>',
      '<a ',
      '<a b=',
      '<a b="&',
      '&',
      '&#1',
      '<!--',
      '<!',
      '<![CDATA[',
      '<',
    ],
    ...[
      '<template>',
      '<svg><title>',
      '<script>',
      '</script',
      '<title>&',
      '<a class="shop-add-item ',
      '<base href=/>',
    ],
    ...['{"a":', '[', '[{},', '{"id":1,', '" ', '\\u0000', '<meta charset=', '<meta ', 'charset = '],
  ])('%j', part => {
    const bytes = Buffer.from(part.repeat(Math.ceil(size / part.length)))
    const start = performance.now()
    read(bytes, 'text/html')
    read(bytes, 'application/json')
    expect(performance.now() - start).toBeLessThan(8000)
  })

  test.each([
    ['open brackets that close again', '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['wrong fields', `[${Array(1000).fill(`{"customFields":[${Array(400).fill(1)}]}`)}]`],
    ['many fields', `[{"customFields":[${Array(size / 2).fill(1)}]}]`],
    ['a long number', `{"id":1,"url":"/","price":"${'1'.repeat(size)}"}`],
  ])('%s', (_, text) => {
    const start = performance.now()
    expect(read(Buffer.from(text), 'application/json')).toBe(null)
    expect(performance.now() - start).toBeLessThan(8000)
  })
})
