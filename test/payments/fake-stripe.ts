/** A server in place of Stripe's: each request gets the next of the prepared answers. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

interface ReceivedRequest {
  /** Such as `POST /v1/refunds`. */
  call: string
  /** The query or the body. */
  fields: Record<string, string>
  headers: IncomingMessage['headers']
}

type Answer = (response: ServerResponse) => void

/** `stripe-should-retry: false` keeps the SDK from waiting. */
export const json =
  (status: number, body: object, headers: Record<string, string> = { 'stripe-should-retry': 'false' }): Answer =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

export const fault = (status: number, error: object, headers?: Record<string, string>) =>
  json(status, { error }, headers)

export const noAnswer: Answer = () => {}
export const lostConnection: Answer = response => void response.destroy()

export interface FakeStripe {
  requests: ReceivedRequest[]
  /** Replaces the answers that are left. */
  answer: (...answers: Answer[]) => void
  close: () => void
}

/** Sets STRIPE_URL until it is closed. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const requests: ReceivedRequest[] = []
  const answers: Answer[] = []
  const server = createServer(async (request, response) => {
    requests.push(await receive(request))
    const answer = answers.shift() ?? fault(404, { message: 'The test has prepared no answer.' })
    answer(response)
  })
  vi.stubEnv('STRIPE_URL', await listen(server))
  return {
    requests,
    answer: (...next) => {
      requests.length = 0
      answers.splice(0, answers.length, ...next)
    },
    close: () => {
      vi.unstubAllEnvs()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const { pathname, search } = new URL(request.url ?? '', 'http://stripe')
  const body = await text(request)
  const fields = Object.fromEntries(new URLSearchParams(body || search))
  return { call: `${request.method} ${pathname}`, fields, headers: request.headers }
}
