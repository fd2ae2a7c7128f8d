/** Starts a local shop with one page, which replaces the pages on the internet that the samples name. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page =
  '<button class="shop-add-item" data-item-id="CAP-CORD" data-item-name="Corduroy cap" data-item-price="22" data-item-url="/products/cap-cord">Buy</button>'

export async function startShop() {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
