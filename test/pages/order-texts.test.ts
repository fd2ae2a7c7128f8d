/** Tests what the back office reads from texts that people write: searches, and lines with tracking numbers. */

import { describe, expect, test } from 'vitest'
import { phrasesOf, tokenIn } from '../../lib/pages/orders/search-phrases.ts'
import { parseRows } from '../../lib/pages/shipments/parse-csv.ts'

const token = '0198c2a4-6f1b-7c3d-9e5f-1a2b3c4d5e6f'

describe('a search', () => {
  test.each([token, token.toUpperCase(), token.replaceAll('-', ''), `{${token}}`, ` ${token} `])(
    'finds a token in %s',
    text => {
      expect(tokenIn(text)).toBe(token)
    },
  )

  test.each(['INV-1042', '0198c2a4', 'Jane Doe', ''])('finds no token in %j', text => {
    expect(tokenIn(text)).toBeNull()
  })

  test('looks for a number first if there are digits, and for a name first otherwise', () => {
    expect(phrasesOf('#1042')).toEqual([{ invoiceNumber: '#1042' }, { invoiceNumber: '1042' }, { placedBy: '#1042' }])
    expect(phrasesOf('Doe, Jane')).toEqual([
      { placedBy: 'Doe Jane' },
      { placedBy: 'Jane Doe' },
      { invoiceNumber: 'Doe, Jane' },
    ])
    expect(phrasesOf('')).toEqual([{}])
    expect(phrasesOf('#')).toEqual([{ placedBy: '#' }, { invoiceNumber: '#' }])
  })
})

describe('lines with tracking numbers', () => {
  const row = { reference: 'INV-1', trackingNumber: '00 34', trackingUrl: 'https://carrier.example/?a=1;b' }

  test.each([
    ['commas', 'INV-1,00 34,https://carrier.example/?a=1;b'],
    ['semicolons and quotation marks', 'INV-1;00 34;"https://carrier.example/?a=1;b"'],
    ['tabs', 'INV-1\t00 34\thttps://carrier.example/?a=1;b'],
    ['an English line of names', 'Tracking number,Order,Tracking URL\n00 34,INV-1,https://carrier.example/?a=1;b'],
    ['a French line of names', '\uFEFFNuméro;Suivi;Lien\r\nINV-1;00 34;"https://carrier.example/?a=1;b"\r\n\r\n'],
    [
      'a German line of names',
      'Rechnungsnummer;Sendungsnummer;Sendungs-URL\nINV-1;00 34;"https://carrier.example/?a=1;b"',
    ],
    ['a Spanish line of names', 'Pedido\tNúmero de seguimiento\tEnlace\nINV-1\t00 34\thttps://carrier.example/?a=1;b'],
  ])('are read with %s', (_, text) => {
    expect(parseRows(text)).toEqual([row])
  })

  test('can lack a URL, and keep what could be a formula', () => {
    expect(parseRows("INV-1,'+49 1\nINV-2,")).toEqual([
      { reference: 'INV-1', trackingNumber: '+49 1', trackingUrl: '' },
      { reference: 'INV-2', trackingNumber: '', trackingUrl: '' },
    ])
    expect(parseRows(' \n ')).toEqual([])
  })
})
