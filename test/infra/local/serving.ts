/** Serves a gateway with the test's own Lambdas, and a client that sends exactly what it is given. */

import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { createGateway } from '../../../infra/local/gateway.ts'
import { createInvoke, type Handler } from '../../../infra/local/lambda.ts'
import type { Route } from '../../../lib/http/route.ts'

export interface Asked {
  method?: string
  headers?: OutgoingHttpHeaders | readonly string[]
  body?: string | Buffer
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  json: any
}

interface Lambdas {
  routes: Route[]
  load: (name: string) => Promise<Handler>
  milliseconds?: number
}

export async function serving({ routes, load, milliseconds }: Lambdas) {
  const faults: unknown[] = []
  const lines: { status: number; method: string; path: string }[] = []
  const gateway = createGateway({
    routes,
    invoke: createInvoke(load, milliseconds),
    onAnswer: line => lines.push(line),
    onError: fault => faults.push(fault),
  })
  await new Promise<void>(done => gateway.listen(0, '127.0.0.1', done))
  onTestFinished(() => void gateway.close().closeAllConnections())
  const { port } = gateway.address() as AddressInfo
  return { port, faults, lines, ask: (path: string, asked?: Asked) => ask(port, path, asked) }
}

function ask(port: number, path: string, { method = 'GET', headers, body }: Asked = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers: headers as any, agent: false })
    sent.once('error', failed)
    sent.once('response', async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      done({
        status: response.statusCode ?? 0,
        headers: response.headers,
        bytes,
        get json() {
          return JSON.parse(bytes.toString())
        },
      })
    })
    sent.end(body)
  })
}

/** Every reply of the gateway itself is a problem with the request's id. */
export const problem = (code: string, status: number) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-request-id': expect.any(String) },
  json: { code, status, requestId: expect.any(String) },
})
