/** A shop with one page: samples name pages on the internet, where no test goes. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page =
  '<button class="shop-add-item" data-item-id="CAP-CORD" data-item-name="Corduroy cap" data-item-price="22" data-item-url="/products/cap-cord">Buy</button>'

export async function openShop() {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
