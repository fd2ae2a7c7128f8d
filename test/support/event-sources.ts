/** Adds event sources, which send events without an API key, and signs their requests. */

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Tenant } from '../../lib/core/tenant.ts'
import { addSource } from '../../lib/events/index.ts'

/** Returns the path parameter of a source, which is the last segment of its path. */
const endOf = (path: string) => path.split('/').at(-1) ?? ''

export async function addSigned(tenant: Tenant) {
  const { source, path, secret } = await addSource(tenant)
  return { id: source.id, end: endOf(path), secret: secret! }
}

export async function addHosted(tenant: Tenant, api: string) {
  const { source, path } = await addSource({ ...tenant, hosted: { api, apiKey: hostedKey } })
  return { id: source.id, end: endOf(path) }
}

export const hostedKey = 'ST_hosted'

export interface Signing {
  secret: string
  id?: string
  at?: Date
}

/**
 * Returns the headers of a Standard Webhook. The webhook is signed by the package `standardwebhooks`, which the authors
 * of the standard publish.
 */
export const signedHeaders = (body: string, { secret, id = 'msg_1', at = new Date() }: Signing) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, at, body),
})

type Answer = { status: number; body?: string } | 'no answer'

/** Starts a stub of the hosted service's API. By default, the stub confirms every webhook as sent by the service. */
export async function startHostedService() {
  const requests: { url: string; authorization: string }[] = []
  let answer = (token: string, _url: string): Answer | Promise<Answer> => ({
    status: 200,
    body: JSON.stringify({ token, resource: '/webhooks' }),
  })
  const record = ({ url = '', headers }: IncomingMessage) =>
    requests.push({ url, authorization: headers.authorization ?? '' })
  const server = createServer(async (request, response) => {
    record(request)
    const reply = await answer(decodeURIComponent(request.url?.split('/').at(-1) ?? ''), request.url ?? '')
    if (reply === 'no answer') response.destroy()
    else response.writeHead(reply.status, { location: '/elsewhere' }).end(reply.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    api: `http://${host}/api`,
    requests,
    answer: (next: typeof answer) => {
      answer = next
    },
    close: () => server.close(),
  }
}
