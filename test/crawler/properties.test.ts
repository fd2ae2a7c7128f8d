/**
 * Tests that reading any page ends within seconds, with products or with an error.
 * @module-tag long
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/core/problem.ts'
import { productsFromButtons } from '../../lib/crawler/buttons.ts'
import { detectKindAndDecode } from '../../lib/crawler/detect-kind-and-decode.ts'
import type { CrawledProduct } from '../../lib/crawler/index.ts'
import { productsFromJson } from '../../lib/crawler/json-document.ts'
import type { SentDescription } from '../../lib/products/rules.ts'
import { cpuMilliseconds } from '../support/cpu-time.ts'
import { button } from './site.ts'

const pages = 'test/crawler/pages'
const source = { url: new URL('https://shop.example/page'), currency: 'eur' }

async function* streamOf<T>(...chunks: T[]) {
  yield* chunks
}

const readPage = (text: string) => productsFromButtons(streamOf(text), { ...source, isXml: false })

type Sliceable<T> = { length: number; slice: (start: number, end: number) => T }

/** Splits text or bytes into chunks of these lengths. After the last length, begins with the first length again. */
function split<T extends Sliceable<T>>(content: T, lengths: number[]): T[] {
  const chunks: T[] = []
  for (let start = 0; start < content.length; start += chunks.at(-1)!.length)
    chunks.push(content.slice(start, start + lengths[chunks.length % lengths.length]!))
  return chunks
}

async function readChunks(contentType: string, chunks: Uint8Array[]): Promise<CrawledProduct[]> {
  const buffers = chunks.map(chunk => Buffer.from(chunk))
  const { kind, textChunks } = await detectKindAndDecode(contentType, streamOf(...buffers))
  if (kind === 'json') return productsFromJson(textChunks, source)
  return productsFromButtons(textChunks, { ...source, isXml: kind === 'xhtml' })
}

/** Reads products from a page. Returns null if the page is rejected. */
async function read(contentType: string, ...chunks: Uint8Array[]): Promise<CrawledProduct[] | null> {
  return readChunks(contentType, chunks).catch(error => {
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('page_not_readable')
    expect(error.message.length).toBeLessThan(2000)
    return null
  })
}

function expectValid(products: CrawledProduct[] | null): void {
  for (const { userDefinedId, description } of products ?? []) {
    const { price, url, image, customFields }: SentDescription = description
    expect(userDefinedId).not.toBe('')
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

const markupParts = fc.constantFrom(
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
  '=',
  '"',
  "'",
  ' ',
  '\n',
  '\0',
  '/',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '|',
  '\ud800',
  'é',
  '\ufeff',
  '<script>',
  '</script',
  '<style',
  '<title>',
  '</title>',
  '<textarea>',
  '<template>',
  '</template>',
  '<plaintext>',
  '<noscript>',
  '</noscript>',
  '<svg>',
  '</svg>',
  '<svg/>',
  '<base href="',
  '<meta charset=latin1>',
  '<form>',
  '<a ',
  'class',
  'class="shop-add-item"',
  'data-item-id=1 ',
  'data-item-name="n" ',
  'data-item-price=1 ',
  'data-item-price=\'{"eur":1}\' ',
  'data-item-url=/ ',
  'data-item-image="',
  'data-item-metadata=',
  'data-item-metadata="{}" ',
  'data-item-custom1-name="a" ',
  'data-item-custom999-options="',
  '__proto__="x" ',
  'constructor=1 ',
  button(),
)

const html = fc.array(markupParts, { maxLength: 60 }).map(parts => parts.join(''))

const fields = fc.constantFrom(
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
const json = fc.oneof(entry, fc.array(entry, { maxLength: 4 })).map(value => Buffer.from(JSON.stringify(value)))

test.each<[string, fc.Arbitrary<Uint8Array>]>([
  ['bytes', fc.uint8Array({ maxLength: 300 })],
  ['markup', html.map(text => Buffer.from(text))],
  ['JSON', json],
])('reads or rejects any %s', async (_, bytes) => {
  await fc.assert(
    fc.asyncProperty(bytes, types, async (bytes, type) => expectValid(await read(type, bytes))),
    { numRuns: 500 },
  )
})

describe('the result does not depend on chunk boundaries', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })

  const expectSame = async (isXml: boolean, text: string, lengths: number[]) => {
    const readTexts = (texts: string[]) =>
      productsFromButtons(streamOf(...texts), { ...source, isXml }).catch((error: Problem) => error.errors)
    expect(await readTexts(split(text, lengths))).toEqual(await readTexts([text]))
  }

  test.each(readdirSync(pages))('%s', async name => {
    const text = readFileSync(join(pages, name), 'utf8')
    const expectSameAt = (lengths: number[]) => expectSame(name.endsWith('.xhtml'), text, lengths)
    for (const length of [1, 2, 3, 7, 64]) await expectSameAt([length])
    await fc.assert(fc.asyncProperty(lengths, expectSameAt), { numRuns: 50 })
  })

  test('any markup', async () => {
    const text = fc.tuple(html, fc.constantFrom('', button())).map(parts => parts.join(''))
    await fc.assert(fc.asyncProperty(fc.boolean(), text, lengths, expectSame), { numRuns: 2000 })
  })

  /** A random number of spaces before the content, so that the boundaries of decoded blocks fall within the content. */
  const padding = fc.integer({ min: 0, max: 1100 }).map(length => Buffer.alloc(length, ' '))
  const expectSameBytes = async (type: string, parts: Uint8Array[], lengths: number[]) => {
    const bytes = Buffer.concat(parts)
    expect(await read(type, ...split<Uint8Array>(bytes, lengths))).toEqual(await read(type, bytes))
  }

  test.each<[string, fc.Arbitrary<Uint8Array>]>([
    ['bytes', fc.uint8Array({ maxLength: 300 })],
    ['JSON', json],
  ])('any %s', async (_, bytes) => {
    const parts = fc.tuple(padding, bytes)
    await fc.assert(fc.asyncProperty(types, parts, lengths, expectSameBytes), { numRuns: 500 })
  })

  /** Bytes of escape sequences, first bytes of multi-byte characters, and bytes that are invalid in some charsets. */
  const invalidByte = fc.constantFrom(...Buffer.from('\x1b$B(J 0\x8e\x8f\xd8\xdc\xf0', 'latin1'))
  const validText = fc.constantFrom(...['Käse', '杯', '🍵', '"', ' '].map(text => Buffer.from(text)))
  const name = fc
    .array(
      fc.oneof(
        validText,
        fc.oneof(invalidByte, fc.nat(255)).map(byte => Buffer.of(byte)),
      ),
      { maxLength: 200 },
    )
    .map(parts => Buffer.concat(parts))

  test.each([
    'utf-8',
    'utf-16le',
    'windows-1252',
    'shift_jis',
    'euc-jp',
    'iso-2022-jp',
    'gbk',
    'gb18030',
    'big5',
    'euc-kr',
  ])('any characters of %s', async charset => {
    const encoding = charset === 'utf-16le' ? 'utf16le' : 'latin1'
    const [before, after] = button('mug', 'data-item-description="|"').split('|')
    const parts = fc
      .tuple(padding, name)
      .map(([spaces, name]) => [
        Buffer.from(spaces.toString(), encoding),
        Buffer.from(before!, encoding),
        name,
        Buffer.from(after!, encoding),
      ])
    const type = fc.constant(`text/html; charset=${charset}`)
    await fc.assert(fc.asyncProperty(type, parts, lengths, expectSameBytes), { numRuns: 500 })
  })
})

test.each([
  ['at every byte', 0],
  ['before the last byte', 1021 - button().length],
])('accepts a truncated GBK character in a page split %s', async (_, spaces) => {
  const page = Buffer.from(`${button()}${' '.repeat(spaces)}\xd80\xdc `, 'latin1')
  expect(await read('text/html; charset=gbk', ...split<Uint8Array>(page, [1]))).toHaveLength(1)
})

test('finds a button between any tags', async () => {
  const word = fc.constantFrom('a', 'div', 'p', 'form', 'table', 'td', 'b', 'svg', 'math', 'select', 'x-y')
  const tag = fc.tuple(word, fc.constantFrom('<', '</'), fc.constantFrom('>', ' a=b>', '/>', " c='>'>"))
  const tags = fc.array(tag.map(([name, open, close]) => open + name + close)).map(all => all.join('text & more'))
  await fc.assert(
    fc.asyncProperty(tags, tags, async (before, after) => {
      const products = await readPage(before + button() + after)
      expect(products.map(({ userDefinedId }) => userDefinedId)).toEqual(['mug'])
    }),
  )
})

test('reads back attribute values', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map(text => text.trim())
    .filter(text => text !== '')
  const escapeHtml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  await fc.assert(
    fc.asyncProperty(text, fc.dictionary(fc.string(), fc.jsonValue()), async (name, metadata) => {
      const page = `<i class=shop-add-item data-item-id=1 data-item-price=1 data-item-url=/ data-item-name="${escapeHtml(name)}" data-item-metadata="${escapeHtml(JSON.stringify(metadata))}">`
      const [product] = await readPage(page)
      expect(product?.description.name).toBe(name)
      expect(JSON.stringify(product?.description.metadata)).toBe(JSON.stringify(JSON.parse(JSON.stringify(metadata))))
    }),
  )
})

describe('reads a page of one repeated construct within seconds', () => {
  const size = 3_000_000
  test.each([
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
    '<template>',
    '<svg><title>',
    '<script>',
    '</script',
    '<title>&',
    '<a class="shop-add-item ',
    '<base href=/>',
    '{"a":',
    '[',
    '[{},',
    '{"id":1,',
    '" ',
    '\\u0000',
    '<meta charset=',
    '<meta ',
    'charset = ',
  ])('%j', async part => {
    const bytes = Buffer.from(part.repeat(Math.ceil(size / part.length)))
    const start = cpuMilliseconds()
    await read('text/html', ...split<Uint8Array>(bytes, [16_384]))
    await read('application/json', bytes)
    expect(cpuMilliseconds() - start).toBeLessThan(8000)
  })

  test.each([
    ['nested brackets', '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['invalid fields', `[${Array(1000).fill(`{"customFields":[${Array(400).fill(1)}]}`)}]`],
    ['many fields', `[{"customFields":[${Array(size / 2).fill(1)}]}]`],
    ['a long number', `{"id":1,"url":"/","price":"${'1'.repeat(size)}"}`],
  ])('%s', async (_, text) => {
    const start = cpuMilliseconds()
    expect(await read('application/json', Buffer.from(text))).toBe(null)
    expect(cpuMilliseconds() - start).toBeLessThan(8000)
  })
})
