import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHostName } from '../../lib/domains/host-name.ts'

const label63 = 'a'.repeat(63)
const name253 = `${`${label63}.`.repeat(3)}${'b'.repeat(61)}`

const valid: [input: string, name: string][] = [
  ['shop.example.com', 'shop.example.com'],
  ['SHOP.Example.COM', 'shop.example.com'],
  ['  shop.example.com\n', 'shop.example.com'],
  ['http://shop.example.com', 'shop.example.com'],
  ['HTTPS://shop.example.com/', 'shop.example.com'],
  ['//shop.example.com', 'shop.example.com'],
  ['ftp://shop.example.com', 'shop.example.com'],
  ['https://shop.example.com/cart/my items?q=a b#top', 'shop.example.com'],
  ['shop.example.com/@me', 'shop.example.com'],
  ['shop.example.com?next=http://other.example', 'shop.example.com'],
  ['shop.example.com#top', 'shop.example.com'],
  ['shop.example.com\\my cart', 'shop.example.com'],
  ['shop.example.com:8080', 'shop.example.com'],
  ['shop.example.com:', 'shop.example.com'],
  ['https://shop.example.com:443/cart', 'shop.example.com'],
  ['https://me:secret@shop.example.com/', 'shop.example.com'],
  ['https://shop.example.com@other.example', 'other.example'],
  ['www.shop.example.com', 'shop.example.com'],
  ['https://WWW.shop.example.com', 'shop.example.com'],
  ['www.www.shop.example.com', 'shop.example.com'],
  ['www.com', 'www.com'],
  ['www.www.com', 'www.com'],
  ['www2.example.com', 'www2.example.com'],
  ['wwwshop.example.com', 'wwwshop.example.com'],
  ['shop.www.example.com', 'shop.www.example.com'],
  ['shop.example.com.', 'shop.example.com'],
  ['shop.example.com.:8080/', 'shop.example.com'],
  ['a.b', 'a.b'],
  ['1.example', '1.example'],
  ['my--shop.example', 'my--shop.example'],
  ['müller.example', 'xn--mller-kva.example'],
  ['https://www.MÜLLER.example/', 'xn--mller-kva.example'],
  ['mu\u0308ller.example', 'xn--mller-kva.example'],
  ['faß.example', 'xn--fa-hia.example'],
  ['☕.example', 'xn--53h.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['shop。example。com', 'shop.example.com'],
  ['ｓｈｏｐ.example', 'shop.example'],
  ['xn--mller-kva.example', 'xn--mller-kva.example'],
  ['m%C3%BCller.example', 'xn--mller-kva.example'],
  [`${label63}.example`, `${label63}.example`],
  [name253, name253],
  [`${name253}.`, name253],
  ['localhost', 'localhost'],
  ['http://localhost:3000/cart', 'localhost'],
  ['shop.localhost', 'shop.localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['http://192.168.1.20:8080', '192.168.1.20'],
]

const invalid = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '\\shop.example.com',
  'http://',
  'https:///',
  'http:/shop.example.com',
  'https:shop.example.com',
  'http://http://shop.example.com',
  'https%3A%2F%2Fshop.example.com',
  'shop',
  'example',
  'shop example.com',
  'shop.example.com other.example',
  'shop\texample.com',
  'shop.\nexample.com',
  'shop.example.com\u0000',
  'shop..example.com',
  '.shop.example.com',
  'shop.example.com..',
  'www..example.com',
  '-shop.example.com',
  'shop-.example.com',
  'my_shop.example.com',
  '*.example.com',
  'shop,example.com',
  'shop.example.com,other.example',
  'shop!.example',
  '<shop>.example',
  'me@shop.example.com',
  'mailto:me@shop.example.com',
  '@shop.example.com',
  'javascript:alert(1)',
  'shop.example.com:port',
  'shop.example.com:99999',
  '::1',
  '[::1]',
  'http://[::1]:3000/',
  '5',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '256.1.1.1',
  '1.2.3',
  'www.1.2.3.4',
  'shop.123',
  'sh\ud800p.example',
  '\u00ad',
  `${label63}a.example`,
  `${name253}c`,
]

describe('parseHostName', () => {
  test.each(valid)('reads %j as %s', (input, name) => expect(parseHostName(input)).toBe(name))

  test.each(invalid)('returns null for %j', input => expect(parseHostName(input)).toBeNull())

  const pieces = fc.constantFrom(
    'www.',
    'http://',
    '//',
    '@',
    ':',
    '.',
    '/',
    '\\shop.example.com',
    '%',
    '-',
    'xn--',
    'shop',
    'ß',
    '☕',
    '。',
    ' ',
    '1',
    '127.0.0.1',
    '0x',
    '[',
    'com',
  )
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: pieces, maxLength: 12 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.domain(),
    fc.ipV4Extended(),
    fc.emailAddress(),
  )

  test('never throws, and is idempotent', () => {
    fc.assert(
      fc.property(anything, input => {
        const name = parseHostName(input)
        if (name === null) return
        expect(name).toMatch(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/)
        expect(name.length).toBeLessThanOrEqual(253)
        expect(parseHostName(name)).toBe(name)
      }),
      { numRuns: 5000 },
    )
  })

  test('returns the same host name for a domain and all its URLs', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('', 'www.'), fc.nat(65_535), (domain, www, port) => {
        const name = parseHostName(domain)
        expect(name).not.toBeNull()
        for (const input of [`${www}${domain}`, `https://${www}${domain}:${port}/cart?x#y`, `${domain}.`])
          expect(parseHostName(input)).toBe(name)
      }),
    )
  })
})
