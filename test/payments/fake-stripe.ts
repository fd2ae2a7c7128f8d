/**
 * Starts a server in place of Stripe. It replies to a request with the next prepared answer or, if none is left, with
 * the object at the path.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

interface ReceivedRequest {
  /** The method and the path, such as `POST /v1/refunds`. */
  call: string
  /** The query or the body. */
  fields: Record<string, string>
  headers: IncomingMessage['headers']
}

type Answer = (response: ServerResponse) => void

/**
 * Returns an answer with a JSON body. The header `stripe-should-retry: false` keeps the SDK from waiting for another
 * attempt.
 */
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
  /** Replaces the prepared answers that are left, and clears `requests`. */
  answer: (...answers: Answer[]) => void
  /**
   * The objects that the server returns once no prepared answer is left, by path, such as `/v1/products/prod_1`. An
   * array is returned as a list with pages.
   */
  objects: Record<string, object | { id: string }[]>
  close: () => void
}

/** Starts the server, and sets STRIPE_URL until the server is closed. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const requests: ReceivedRequest[] = []
  const answers: Answer[] = []
  const server = createServer(async (request, response) => {
    const received = await receive(request)
    requests.push(received)
    const answer = answers.shift() ?? answerOf(received, fake.objects)
    answer(response)
  })
  vi.stubEnv('STRIPE_URL', await listen(server))
  const fake: FakeStripe = {
    requests,
    objects: {},
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
  return fake
}

function answerOf({ call, fields }: ReceivedRequest, objects: FakeStripe['objects']): Answer {
  const object = objects[call.replace('GET ', '')]
  if (!object) return fault(404, { type: 'invalid_request_error', message: `The test has prepared no ${call}.` })
  if (!Array.isArray(object)) return json(200, object)
  const start = object.findIndex(({ id }) => id === fields.starting_after) + 1
  const end = start + Number(fields.limit ?? 10)
  return json(200, { object: 'list', data: object.slice(start, end), has_more: end < object.length, url: '/v1' })
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
