/** Sources of events without an API key, and the requests that they send. */

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Tenant } from '../../lib/core/tenant.ts'
import { addSource } from '../../lib/events/index.ts'

/** The path parameter of a source. */
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

/** The headers of a Standard Webhook, signed by the library of its authors. */
export const signedHeaders = (body: string, { secret, id = 'msg_1', at = new Date() }: Signing) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, at, body),
})

type Answer = { status: number; body?: string } | 'no answer'

/** A stand-in for the hosted service's API, which says which webhooks are its own. */
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
