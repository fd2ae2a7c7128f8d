/** What counts as a page or a document, and in which letters it is read. */

import { describe, expect, test } from 'vitest'
import { button, crawled, refusalOf } from './site.ts'

const typed = (type: string) => ({ 'content-type': type })
const document = '{"id":"mug","price":9.9,"url":"/mug"}'
const ids = async (body: string, headers: Record<string, string>) =>
  (await crawled(body, headers)).map(({ userDefinedId }) => userDefinedId)

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
    expect(await ids(body, type === '' ? {} : typed(type))).toEqual(['mug'])
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
  ])('refuses %j', async (type, body) => {
    const refusal = await refusalOf(crawled(body, type === '' ? {} : typed(type)))
    expect(refusal).toMatch(/the page is neither HTML nor JSON|not valid JSON/)
  })

  test('trusts the content type: JSON sent as HTML has no buttons', async () => {
    expect(await ids(document, typed('text/html'))).toEqual([])
    expect(await refusalOf(crawled(button(), typed('application/json')))).toContain('not valid JSON')
  })
})

describe('charsets', () => {
  const page = (head: string, name: string) =>
    `<html><head>${head}</head><a class=shop-add-item data-item-id=1 data-item-price=1 data-item-url=/ data-item-name="${name}">`
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const wide = (text: string) => Buffer.from(text, 'utf16le')

  const cases: [title: string, type: string, bytes: Buffer, name: string][] = [
    ['UTF-8 where nothing is said', 'text/html', Buffer.from(page('', 'Käse €')), 'Käse €'],
    ['the header', 'text/html; charset=windows-1252', latin(page('', 'K\xe4se \x80')), 'Käse €'],
    [
      'the header, in quotes and capitals',
      'text/html; Charset="ISO-8859-1"',
      latin(page('', 'K\xe4se')),
      'Käse',
    ],
    [
      'the header above meta',
      'text/html; charset=utf-8',
      Buffer.from(page('<meta charset=latin1>', 'Käse')),
      'Käse',
    ],
    ['meta', 'text/html', latin(page('<meta charset="windows-1252">', 'K\xe4se \x80')), 'Käse €'],
    ['meta, bare and in capitals', 'text/html', latin(page('<META CHARSET=LATIN1>', 'K\xe4se')), 'Käse'],
    [
      'http-equiv',
      'text/html',
      latin(page(`<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">`, '\xb5')),
      'ľ',
    ],
    [
      'http-equiv, the other way round',
      'text/html',
      latin(page(`<meta content='text/html;charset=windows-1251' http-equiv=content-type>`, '\xcc\xe8\xf0')),
      'Мир',
    ],
    ['Shift_JIS', 'text/html', latin(page('<meta charset=shift_jis>', '\x83\x4a\x83\x62\x83\x76')), 'カップ'],
    ['GBK', 'text/html; charset=gbk', latin(page('', '\xb1\xad')), '杯'],
    [
      'no meta in a comment',
      'text/html',
      Buffer.from(page('<!-- <meta charset=latin1> -->', 'Käse')),
      'Käse',
    ],
    [
      'no meta behind the first 1,024 bytes',
      'text/html',
      Buffer.from(page(`${' '.repeat(1024)}<meta charset=latin1>`, 'Käse')),
      'Käse',
    ],
    ['no 16 bits by meta', 'text/html', Buffer.from(page('<meta charset=utf-16le>', 'Käse')), 'Käse'],
    ['an unknown name', 'text/html; charset=klingon', Buffer.from(page('', 'Käse')), 'Käse'],
    ['an empty name', 'text/html; charset=', Buffer.from(page('', 'Käse')), 'Käse'],
    ['a mark', 'text/html', Buffer.from(`\ufeff${page('', 'Käse')}`), 'Käse'],
    [
      'a mark above the header',
      'text/html; charset=latin1',
      Buffer.from(`\ufeff${page('', 'Käse')}`),
      'Käse',
    ],
    ['a mark of 16 bits', 'text/html; charset=utf-8', wide(`\ufeff${page('', 'Käse')}`), 'Käse'],
    ['a mark of 16 bits, turned', 'text/html', wide(`\ufeff${page('', 'Käse')}`).swap16(), 'Käse'],
    ['the header of 16 bits', 'text/html; charset=utf-16le', wide(page('', 'Käse')), 'Käse'],
    [
      'an XML declaration',
      'application/xhtml+xml',
      latin(`<?xml version="1.0" encoding="iso-8859-1"?>${page('', 'K\xe4se')}`),
      'Käse',
    ],
    ['bytes that make no sense', 'text/html; charset=utf-8', latin(page('', 'K\xe4se')), 'K�se'],
  ]
  test.each(cases)('%s', async (_, type, bytes, name) => {
    const [seen] = await crawled(bytes, typed(type))
    expect(seen?.description.name).toBe(name)
  })

  test('reads JSON as UTF-8, ignoring charset declarations in its texts', async () => {
    const text = '{"id":1,"price":1,"url":"/","name":"Käse <meta charset=latin1>"}'
    const [seen] = await crawled(text, typed('application/json'))
    expect(seen?.description.name).toBe('Käse <meta charset=latin1>')
  })
})
