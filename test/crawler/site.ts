/** Sites of this machine for the crawler to visit. */

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { Problem } from '../../lib/core/problem.ts'
import { crawl } from '../../lib/crawler/index.ts'

/** Its host and port; it is there until the test ends, and by no other name. */
export async function site(answer: RequestListener, address = '127.0.0.1'): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, address, done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `${address}:${(server.address() as AddressInfo).port}`
  allow(host)
  return host
}

export function allow(...hosts: string[]): void {
  const before = process.env.CRAWLER_ALLOW_HOSTS
  process.env.CRAWLER_ALLOW_HOSTS = [before, ...hosts].filter(Boolean).join(',')
}

/** A site of one page. */
export const pageAt = (
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'text/html' },
) => site((_, response) => response.writeHead(200, headers).end(body))

export async function crawled(body: string | Uint8Array, headers?: Record<string, string>, currency = 'eur') {
  return crawl(`http://${await pageAt(body, headers)}/shop/page.html`, { currency })
}

/** The error message of a page that is rejected. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const fault = await work.then(
    () => new Error('It was not refused.'),
    fault => fault,
  )
  if (!(fault instanceof Problem) || fault.code !== 'page_not_readable') throw fault
  return fault.message
}

export const button = (id = 'mug', more = '') =>
  `<button class="shop-add-item" data-item-id="${id}" data-item-name="Mug" data-item-price="9.90" data-item-url="/mug" ${more}>Buy</button>`
