/** Tests what the back office reads from texts that people write: searches, and lines with tracking numbers. */

import { describe, expect, test } from 'vitest'
import { possibleSearches, tokenIn } from '../../lib/pages/orders/possible-searches.ts'
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
    expect(possibleSearches('#1042')).toEqual([
      { invoiceNumber: '#1042' },
      { invoiceNumber: '1042' },
      { placedBy: '#1042' },
    ])
    expect(possibleSearches('Doe, Jane')).toEqual([
      { placedBy: 'Doe Jane' },
      { placedBy: 'Jane Doe' },
      { invoiceNumber: 'Doe, Jane' },
    ])
    expect(possibleSearches('')).toEqual([{}])
    expect(possibleSearches('#')).toEqual([{ placedBy: '#' }, { invoiceNumber: '#' }])
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

/** In each table, T is the tracking number, R the reference and U the tracking URL. Any other column must not be used. */
describe('the names of columns', () => {
  test.each([
    ['Order,Client,Tracking number', 'R,Greta,T'],
    ['Order number,Shipment date,Tracking number', 'R,2026-11-27,T'],
    ['Order date,Order number,Tracking #', '2026-11-01,R,T'],
    ['Order ID,Shipment status,Tracking company,Tracking Number', 'R,delivered,Post,T'],
    ['Order Total,Order No.,Shipment ID,Tracking ID,Image URL', '9.50,R,81,T,https://shop.example/1.png'],
    ['orderNumber,shipping_cost,tracking_number,trackingUrl', 'R,4.90,T,U'],
    ['Tracking link,Invoice,Tracking', 'U,R,T'],
    ['Order,Parcels,Number of parcels,Parcel', 'R,2,2,T'],
    ['Bestellnummer;Versandart;Sendungsnummer;Sendungslink', 'R;DHL;T;U'],
    ['Rechnungsdatum;Rechnungs-Nr.;Sendungsdatum;Paketnr.', '1.1.26;R;2.1.26;T'],
    ['Pedido;Envío;Número de seguimiento;Enlace', 'R;4,90;T;U'],
    ['Cliente;Fecha del envío;Nº de pedido;Nº de envío', 'Greta;1/1/26;R;T'],
    ['Client;Commande;Colis (nb);N° de suivi;Lien de suivi', 'Greta;R;1;T;U'],
    ['Montant de la facture;Numéro de facture;Frais d’expédition;Suivi', '9,50;R;4,90;T'],
    ['Order\tTracking number', 'R\tT'],
    ['Order number,Carrier,Carrier tracking number', 'R,DHL,T'],
    ['Commande;N° de suivi transporteur', 'R;T'],
    ['Order number,Tracking no. (DHL service)', 'R,T'],
    ['Order,Trackings', 'R,T'],
    ['Order,Shipment reference', 'R,T'],
    ['N° de commande;Référence colis', 'R;T'],
    ['Order,Tracking links,Tracking numbers', 'R,U,T'],
    ['order_id,tracking_numbers,tracking_urls', 'R,T,U'],
    ['Rechnungsnummer;Sendungsnummer;Sendungsverfolgungslink', 'R;T;U'],
    ['Rechnungsnummer;Sendungsnummer;Sendungsverfolgungs-URL', 'R;T;U'],
  ])('%s are found by whole words', (names, cells) => {
    const trackingUrl = /\bU\b/.test(cells) ? 'U' : ''
    expect(parseRows(`${names}\n${cells}`)).toEqual([{ reference: 'R', trackingNumber: 'T', trackingUrl }])
  })

  test.each(['Order number,Shipment date', 'Pedido,Envío', 'Number,Parcels'])('%s has no tracking number', names => {
    expect(parseRows(`${names}\nR,4`)).toEqual([{ reference: 'R', trackingNumber: '', trackingUrl: '' }])
  })
})

describe('lines with tracking numbers but without names', () => {
  const row = { reference: '', trackingNumber: 'TRACK', trackingUrl: 'https://carrier.example/1' }

  test.each(['INV-1', 'ORDER-1042', 'Invoice 7', '2026-0815'])('have the reference %s first', reference => {
    const rows = [row, row].map(line => ({ ...line, reference }))
    expect(parseRows(rows.map(line => Object.values(line).join(';')).join('\n'))).toEqual(rows)
  })
})
