/** Starts local HTTP servers for the crawler to read. */

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { Problem } from '../../lib/core/problem.ts'
import { crawl } from '../../lib/crawler/index.ts'

/** Starts a server that runs until the test ends, allows the crawler to read it, and returns its host and port. */
export async function startServer(listener: RequestListener, address = '127.0.0.1'): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(done => server.listen(0, address, done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `${address}:${(server.address() as AddressInfo).port}`
  allowHosts(host)
  return host
}

export function allowHosts(...hosts: string[]): void {
  const before = process.env.CRAWLER_ALLOW_HOSTS
  process.env.CRAWLER_ALLOW_HOSTS = [before, ...hosts].filter(Boolean).join(',')
}

/** Starts a server that replies to each request with this page. */
export const servePage = (
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'text/html' },
) => startServer((_, response) => response.writeHead(200, headers).end(body))

export async function crawlPage(body: string | Uint8Array, headers?: Record<string, string>, currency = 'eur') {
  return crawl(`http://${await servePage(body, headers)}/shop/page.html`, { currency })
}

/** Expects that the page is rejected, and returns the error message. */
export async function expectRejection(crawl: Promise<unknown>): Promise<string> {
  const error = await crawl.then(
    () => new Error('The page was not rejected.'),
    error => error,
  )
  if (!(error instanceof Problem) || error.code !== 'page_not_readable') throw error
  return error.message
}

export const button = (id = 'mug', attributes = '') =>
  `<button class="shop-add-item" data-item-id="${id}" data-item-name="Mug" data-item-price="9.90" data-item-url="/mug" ${attributes}>Buy</button>`
