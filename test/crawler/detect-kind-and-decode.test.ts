/** Tests how the crawler detects content types and charsets, and decodes pages and documents. */

import { describe, expect, test } from 'vitest'
import { button, crawlPage, expectRejection } from './site.ts'

const contentType = (type: string) => ({ 'content-type': type })
const document = '{"id":"mug","price":9.9,"url":"/mug"}'
const crawlIds = async (body: string, headers: Record<string, string>) =>
  (await crawlPage(body, headers)).map(({ userDefinedId }) => userDefinedId)

describe('types', () => {
  test.each([
    ['text/html', button()],
    ['TEXT/HTML; charset=utf-8', button()],
    ['text/html;charset=utf-8,text/html', button()],
    ['application/xhtml+xml', button()],
    ['application/json', document],
    ['application/json; charset=utf-8', document],
    ['text/json', document],
    ['application/ld+json', document],
    ['application/vnd.shop.v1+json;q=1', document],
    ['', button()],
    ['', `  \r\n${document}`],
    ['', `\ufeff[${document}]`],
    ['', `\ufeff<!doctype html>${button()}`],
  ])('reads %j', async (type, body) => {
    expect(await crawlIds(body, type === '' ? {} : contentType(type))).toEqual(['mug'])
  })

  test.each([
    ['text/plain', button()],
    ['text/html+json', button()],
    ['application/octet-stream', button()],
    ['application/xml', button()],
    ['text/javascript', document],
    ['image/png', button()],
    ['html', button()],
    ['', 'Once upon a time'],
    ['', ''],
    ['', '\u0000\u0001'],
  ])('rejects %j', async (type, body) => {
    const message = await expectRejection(crawlPage(body, type === '' ? {} : contentType(type)))
    expect(message).toMatch(/the page is neither HTML nor JSON|not valid JSON/)
  })

  test('trusts the content type: JSON sent as HTML has no buttons', async () => {
    expect(await crawlIds(document, contentType('text/html'))).toEqual([])
    expect(await expectRejection(crawlPage(button(), contentType('application/json')))).toContain('not valid JSON')
  })
})

describe('charsets', () => {
  const page = (head: string, name: string) =>
    `<html><head>${head}</head><a class=shop-add-item data-item-id=1 data-item-price=1 data-item-url=/ data-item-name="${name}">`
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')

  const cases: [title: string, type: string, bytes: Buffer, name: string][] = [
    ['UTF-8 by default', 'text/html', Buffer.from(page('', 'Käse €')), 'Käse €'],
    ['a charset in the header', 'text/html; charset=windows-1252', latin1(page('', 'K\xe4se \x80')), 'Käse €'],
    [
      'a charset in the header, in quotes and capitals',
      'text/html; Charset="ISO-8859-1"',
      latin1(page('', 'K\xe4se')),
      'Käse',
    ],
    [
      'the header takes precedence over meta',
      'text/html; charset=utf-8',
      Buffer.from(page('<meta charset=latin1>', 'Käse')),
      'Käse',
    ],
    ['meta', 'text/html', latin1(page('<meta charset="windows-1252">', 'K\xe4se \x80')), 'Käse €'],
    ['meta in capitals, without quotes', 'text/html', latin1(page('<META CHARSET=LATIN1>', 'K\xe4se')), 'Käse'],
    [
      'http-equiv',
      'text/html',
      latin1(page(`<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">`, '\xb5')),
      'ľ',
    ],
    [
      'http-equiv with the attributes in reverse order',
      'text/html',
      latin1(page(`<meta content='text/html;charset=windows-1251' http-equiv=content-type>`, '\xcc\xe8\xf0')),
      'Мир',
    ],
    ['Shift_JIS', 'text/html', latin1(page('<meta charset=shift_jis>', '\x83\x4a\x83\x62\x83\x76')), 'カップ'],
    ['GBK', 'text/html; charset=gbk', latin1(page('', '\xb1\xad')), '杯'],
    ['ignores meta in a comment', 'text/html', Buffer.from(page('<!-- <meta charset=latin1> -->', 'Käse')), 'Käse'],
    [
      'ignores meta after the first 1,024 bytes',
      'text/html',
      Buffer.from(page(`${' '.repeat(1024)}<meta charset=latin1>`, 'Käse')),
      'Käse',
    ],
    ['ignores UTF-16 in meta', 'text/html', Buffer.from(page('<meta charset=utf-16le>', 'Käse')), 'Käse'],
    ['ignores an unknown charset', 'text/html; charset=klingon', Buffer.from(page('', 'Käse')), 'Käse'],
    ['ignores an empty charset', 'text/html; charset=', Buffer.from(page('', 'Käse')), 'Käse'],
    ['a byte order mark', 'text/html', Buffer.from(`\ufeff${page('', 'Käse')}`), 'Käse'],
    [
      'a byte order mark takes precedence over the header',
      'text/html; charset=latin1',
      Buffer.from(`\ufeff${page('', 'Käse')}`),
      'Käse',
    ],
    ['a UTF-16 byte order mark', 'text/html; charset=utf-8', utf16(`\ufeff${page('', 'Käse')}`), 'Käse'],
    ['a big-endian UTF-16 byte order mark', 'text/html', utf16(`\ufeff${page('', 'Käse')}`).swap16(), 'Käse'],
    ['UTF-16 in the header', 'text/html; charset=utf-16le', utf16(page('', 'Käse')), 'Käse'],
    [
      'an XML declaration',
      'application/xhtml+xml',
      latin1(`<?xml version="1.0" encoding="iso-8859-1"?>${page('', 'K\xe4se')}`),
      'Käse',
    ],
    ['replaces invalid bytes', 'text/html; charset=utf-8', latin1(page('', 'K\xe4se')), 'K�se'],
  ]
  test.each(cases)('%s', async (_, type, bytes, name) => {
    const [product] = await crawlPage(bytes, contentType(type))
    expect(product?.description.name).toBe(name)
  })

  test('reads JSON as UTF-8, and ignores charset declarations in its text', async () => {
    const text = '{"id":1,"price":1,"url":"/","name":"Käse <meta charset=latin1>"}'
    const [product] = await crawlPage(text, contentType('application/json'))
    expect(product?.description.name).toBe('Käse <meta charset=latin1>')
  })
})
