/** Starts the whole API on a local port. The API uses the database of the tests. */

import type { AddressInfo } from 'node:net'
import { createApiGateway } from '../../infra/local/api-gateway/api-gateway.ts'
import { invokeFromSource } from '../../infra/local/lambda.ts'
import { routes } from '../../lib/api.ts'

export async function startApi() {
  const gateway = createApiGateway({ routes, invoke: invokeFromSource, onAnswer: () => {}, onError: () => {} })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void gateway.close().closeAllConnections() }
}
