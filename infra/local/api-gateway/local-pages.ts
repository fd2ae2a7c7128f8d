/**
 * Builds the pages that only the local API has: the mails, which are stored instead of sent, and the products of a
 * made-up shop.
 */

import type { CaughtMail } from '../../../lib/mail/catcher.ts'
import { escapeHtml } from '../../../lib/mail/html.ts'
import { readJsonFiles } from '../json-files.ts'
import type { Reply } from './reply.ts'

/** Returns the stored mails, newest first. */
const mailsIn = (directory: string) =>
  readJsonFiles<CaughtMail>(directory).toSorted((one, other) => (one.time > other.time ? -1 : 1))

/** The policy forbids scripts and external resources, in the page and in the mail that the page shows. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const reply = (statusCode: number, type: string, body: string): Reply => ({
  statusCode,
  headers: {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  },
  body,
})

const style = `body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; color: #1a1a1a; background: #fff; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; overflow-wrap: anywhere }
a { color: #0b57d0 }
code { background: #f2f2f2; padding: .1rem .3rem; overflow-wrap: anywhere }
ul { list-style: none; margin: 0; padding: 0 }
li { border-top: 1px solid #ddd; padding: .75rem 0; overflow-wrap: anywhere }
small { display: block; color: #555; font-size: .875rem }
iframe { border: 1px solid #ddd; box-sizing: border-box; width: 100%; height: 48rem }`

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
${content}
</html>`

/** Decodes a sender's name, which is encoded as in RFC 2047. */
const decode = (address: string) =>
  address
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word) => Buffer.from(word, 'base64').toString())

const pathOf = ({ id }: CaughtMail) => `/mail/${encodeURIComponent(id)}`

const details = ({ time, from, to }: CaughtMail) =>
  `<small>To ${escapeHtml(to)}</small>
<small>From ${escapeHtml(decode(from))}</small>
<small>${escapeHtml(time.replace('T', ' ').replace(/\..*/, ' UTC'))}</small>`

const item = (mail: CaughtMail) => `<li>
<a href="${pathOf(mail)}">${escapeHtml(mail.subject)}</a>
${details(mail)}
<small><a href="${pathOf(mail)}/text">as text</a></small>
</li>`

const noMails = `<p>There are no mails yet. A refund with <code>"notifyCustomer": true</code> sends one, if the store has a
sender:</p>
<p><code>npm run store -- account set --account 1001 --mail-from "Tea &amp; Tees &lt;shop@tea.example&gt;"</code></p>`

const listPage = (mails: CaughtMail[]) =>
  page('Mails', `<h1>Mails</h1>\n${mails.length > 0 ? `<ul>\n${mails.map(item).join('\n')}\n</ul>` : noMails}`)

/** The `sandbox` attribute keeps the mail from running scripts and from leaving its frame. */
const mailPage = (mail: CaughtMail) =>
  page(
    mail.subject,
    `<p><a href="/mail">All mails</a> · <a href="${pathOf(mail)}/text">as text</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
${details(mail)}
<p><iframe sandbox title="The mail" srcdoc="${escapeHtml(mail.html)}"></iframe></p>`,
  )

const textOf = ({ from, to, subject, text }: CaughtMail) =>
  `From: ${decode(from)}\nTo: ${to}\nSubject: ${subject}\n\n${text}`

const notFound = page('No such mail', '<h1>No such mail</h1>\n<p><a href="/mail">All mails</a></p>')

export function mailPageOf(path: string, directory: string): Reply | null {
  const [match, id, isText] = /^\/mail(?:\/([^/]+)(\/text)?)?\/?$/.exec(path) ?? []
  if (!match) return null
  const mails = mailsIn(directory)
  if (!id) return reply(200, 'text/html', listPage(mails))
  const mail = mails.find(candidate => encodeURIComponent(candidate.id) === id)
  if (!mail) return reply(404, 'text/html', notFound)
  return isText ? reply(200, 'text/plain', textOf(mail)) : reply(200, 'text/html', mailPage(mail))
}

/** The sample request of `products.crawl` fetches this page. */
export const productsPagePath = '/demo-products'

const products = [
  { id: 'TOWEL-LINEN', name: 'Linen tea towel', price: '12.50' },
  { id: 'CANDLE-BEESWAX', name: 'Beeswax candle', price: '8.90' },
]

const button = ({ id, name, price }: (typeof products)[number]) =>
  `<li>${name} <button class="shop-add-item" data-item-id="${id}" data-item-name="${name}" data-item-price="${price}" data-item-url="${productsPagePath}">Add to cart</button></li>`

export function productsPageOf(path: string): Reply | null {
  if (path !== productsPagePath) return null
  return reply(200, 'text/html', page('Products of the demo store', `<ul>${products.map(button).join('')}</ul>`))
}
