import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits } from '../../lib/core/money.ts'
import type { Language } from '../../lib/core/tenant.ts'
import { languages } from '../../lib/core/tenant.ts'
import { type RefundMail, renderRefundMail } from '../../lib/mail/refund-mail.ts'
import { sampleRefund } from './outbox.ts'

const render = (fields: Partial<RefundMail> = {}) => renderRefundMail({ ...sampleRefund, ...fields })
/** Replaces the special spaces with which `Intl` separates numbers and symbols. */
const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test.each<[Language, string, string]>([
  ['en', 'Tea & Tees: refund of €1,250.00 for order INV-1279', 'August 30, 2026'],
  ['fr', 'Tea & Tees : remboursement de 1 250,00 € pour la commande INV-1279', '30 août 2026'],
  ['de', 'Tea & Tees: Rückerstattung von 1.250,00 € für die Bestellung INV-1279', '30. August 2026'],
  ['es', 'Tea & Tees: reembolso de 1250,00 € del pedido INV-1279', '30 de agosto de 2026'],
])('%s: writes amount and date in the language of the store', (language, subject, date) => {
  const { text, html, ...mail } = render({ language, amount: minorUnits(125_000) })
  expect(withPlainSpaces(mail.subject)).toBe(subject)
  for (const form of [text, html]) {
    expect(form).toContain(date)
    for (const value of ['INV-1279', 'CN-7', 'The mug was broken.']) expect(form).toContain(value)
  }
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain('Tea &amp; Tees')
})

test('en: the text form', () => {
  expect(render().text).toBe(`Hello,

We have refunded €12.50 for your order.

Amount refunded: €12.50
Date: August 30, 2026
Invoice number: INV-1279
Credit note: CN-7

Comment:
The mug was broken.

Depending on how you paid, it can take a few business days for the money to reach you.

If you have any questions, please contact us.

Kind regards,
Tea & Tees
`)
})

test('a mail of an earlier release, which has no time zone, has the date of UTC', () => {
  for (const date of ['2026-08-30T00:00:00.000Z', '2026-08-30T23:59:59.999Z'])
    expect(render({ date }).text).toContain('Date: August 30, 2026')
})

test('fr: has a space before each colon of the text form', () => {
  const labels = render({ language: 'fr' }).text.match(/.:(?= |\n)/g)
  expect(new Set(labels)).toEqual(new Set(['\u00a0:']))
})

test.each([
  ['jpy', 1999, '¥1,999'],
  ['KWD', 1234, 'KWD 1.234'],
  ['HUF', 1234, 'HUF 12.34'],
  ['credits', 1234, '12.34 CREDITS'],
])('writes an amount in %s with the decimals of the currency', (currency, amount, expected) => {
  const { text, html } = render({ currency, amount: minorUnits(amount) })
  for (const form of [text, html]) expect(withPlainSpaces(form)).toContain(expected)
})

test.each(languages)('%s: leaves out what the refund does not have', language => {
  const full = render({ language })
  const { subject, text, html } = render({ language, invoiceNumber: '', comment: null, creditNoteNumber: null })
  expect(subject).not.toMatch(/INV|undefined|null| $/)
  expect(text.split('\n\n')).toHaveLength(full.text.split('\n\n').length - 1)
  expect(html.match(/<tr>/g)).toHaveLength(full.html.match(/<tr>/g)!.length - 2)
  for (const form of [text, html]) expect(form).not.toMatch(/undefined|null/)
})

test('a blank comment is no comment', () => {
  expect(render({ comment: ' \n' })).toEqual(render({ comment: null }))
})

test('HTML of a comment is shown as text, with its lines', () => {
  const comment = `<b onclick="x">Sorry</b> & "thanks"\r\nIt's 'fine'`
  const { text, html } = render({ comment })
  expect(html).toContain(
    '&lt;b onclick=&quot;x&quot;&gt;Sorry&lt;/b&gt; &amp; &quot;thanks&quot;<br>\nIt&#39;s &#39;fine&#39;',
  )
  expect(text).toContain(`<b onclick="x">Sorry</b> & "thanks"\nIt's 'fine'`)
})

/** Texts with characters that could end a header, a tag or an attribute. */
const hostile = fc.string({ unit: fc.constantFrom(...'<>&"\'\r\n\u2028\u0085\u0000\t,;:@ aé😀'), maxLength: 30 })

test('no text of a store or a buyer adds a header, an address or a tag', () => {
  const tags = (html: string) => html.replace(/<br>\n/g, '').match(/<[^>]*>/g)
  const withoutTitle = tags(render({ invoiceNumber: 'I', comment: 'c', creditNoteNumber: 'n' }).html)
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (storeName, invoiceNumber, comment, creditNoteNumber) => {
      const mail = render({
        storeName,
        invoiceNumber: `I${invoiceNumber}`,
        comment: `c${comment}`,
        creditNoteNumber: `n${creditNoteNumber}`,
        from: `${storeName.replace(/[<>]/g, '')} <shop@tea.example>`,
      })
      for (const header of [mail.subject, mail.from, mail.to]) expect(header).not.toMatch(/[\p{Cc}\u2028]/u)
      expect(mail.from).toMatch(/^(("([^"\\]|\\.)+"|(=\?UTF-8\?B\?[\w+/=]+\?= ?)+) <)?shop@tea\.example>?$/)
      expect(tags(mail.html)).toEqual(withoutTitle)
    }),
  )
})
