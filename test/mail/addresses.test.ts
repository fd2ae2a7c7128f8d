import { expect, test } from 'vitest'
import { Account } from '../../lib/accounts/schemas.ts'
import { formatAddress, formatSender } from '../../lib/mail/addresses.ts'

test.each([
  ['shop@tea.example', 'shop@tea.example'],
  [' <shop@tea.example> ', 'shop@tea.example'],
  ['Tea & Tees <shop@tea.example>', '"Tea & Tees" <shop@tea.example>'],
  ['Tea, Inc. <shop@tea.example>', '"Tea, Inc." <shop@tea.example>'],
  ['"Tea, Inc." <shop@tea.example>', '"Tea, Inc." <shop@tea.example>'],
  ['Tea "T" \\ Co <shop@tea.example>', '"Tea \\"T\\" \\\\ Co" <shop@tea.example>'],
  ['Tea\r\nBcc: bob@tea.example <shop@tea.example>', '"Tea Bcc: bob@tea.example" <shop@tea.example>'],
  ['Thé <shop@tea.example>', `=?UTF-8?B?${btoa('Th\u00c3\u00a9')}?= <shop@tea.example>`],
])('the sender %j is written as %j', (sender, expected) => {
  expect(formatSender(sender)).toBe(expected)
})

test('a long name of any characters is split into words that mail programs put together again', () => {
  const name = 'Bücher & Tee aus Übersee – 茶と本の店 😀😀😀😀😀😀😀😀😀😀😀😀'
  const words = formatSender(`${name} <shop@tea.example>`).split(' ').slice(0, -1)
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75)
  const decoded = words.map(word => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString())
  expect(decoded.join('')).toBe(name)
})

test.each([
  ["o'neil+tea@bücher.example", "o'neil+tea@xn--bcher-kva.example"],
  ['ann@BÜCHER。Example', 'ann@xn--bcher-kva.example'],
  ['ann@tea_shop.example', 'ann@tea_shop.example'],
])('the host of %j is written in ASCII', (address, expected) => {
  expect(formatAddress(address)).toBe(expected)
})

const invalid = [
  'a,b@tea.example',
  'ann@tea.example,bob',
  'ann@tea..example',
  '<ann@tea.example',
  'ann',
  'ann@',
  'ann@a b',
  'ann@tea.example/shop',
  'ann@tea.example:25',
  'ann@%74ea.example',
  'é@tea.example',
  '"a b"@tea.example',
]
test.each([...invalid, 'ann@tea.example@shop.example'])('refuses %j without quoting it', address => {
  expect(() => formatAddress(address)).toThrow(/^The address cannot receive mail\.$/)
})

const senders = ['müller@tea.example', 'a,b@tea.example', 'mailto:shop@tea.example', 'shop@tea.example:']
test.each([...senders, 'shop@tea.example,', 'Tea <müller@tea.example>', 'Tea <shop@tea.example>>'])(
  'no account can have the sender %j, from which no mail can be sent',
  sender => {
    expect(Account.shape.mailFrom.safeParse(sender).success).toBe(false)
  },
)

test.each([
  'shop@tea.example',
  'Tea & Tees <shop@tea.example>',
  'Thé <shop@bücher.example>',
  'Tea <shop@tea.example >',
])('an account can have the sender %j, from which mail can be sent', sender => {
  expect(Account.shape.mailFrom.parse(sender)).toBe(sender)
  expect(formatSender(sender)).toMatch(/shop@[\w.-]+\.example\b/)
})

test('the error of an invalid sender says that the sender is invalid, without quoting it', () => {
  expect(() => formatSender('Tea <müller@tea.example>')).toThrow(/^The sender of the store cannot send mail\.$/)
})
