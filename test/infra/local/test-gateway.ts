/** Starts a gateway with the Lambdas of a test, and sends it requests exactly as the test specifies them. */

import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type ApiGatewayOptions, createApiGateway } from '../../../infra/local/api-gateway/api-gateway.ts'
import { createInvoke, type Handler } from '../../../infra/local/lambda.ts'
import type { Route } from '../../../lib/http/route.ts'

export interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders | readonly string[]
  body?: string | Buffer
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  json: any
}

interface Lambdas extends Pick<ApiGatewayOptions, 'localPage'> {
  routes: Route[]
  load: (name: string) => Promise<Handler>
  milliseconds?: number
}

export async function startGateway({ routes, load, milliseconds, ...pages }: Lambdas) {
  const faults: unknown[] = []
  const lines: { status: number; method: string; path: string }[] = []
  const gateway = createApiGateway({
    ...pages,
    routes,
    invoke: createInvoke(load, milliseconds),
    onAnswer: line => lines.push(line),
    onError: fault => faults.push(fault),
  })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void gateway.close().closeAllConnections())
  const { port } = gateway.address() as AddressInfo
  return { port, faults, lines, request: (path: string, options?: RequestOptions) => request(port, path, options) }
}

function request(port: number, path: string, { method = 'GET', headers, body }: RequestOptions = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port, host: '127.0.0.1', path, method, headers: headers as any, agent: false })
    outgoing.once('error', reject)
    outgoing.once('response', async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        bytes,
        get json() {
          return JSON.parse(bytes.toString())
        },
      })
    })
    outgoing.end(body)
  })
}

/** Returns the expected reply if the gateway itself rejects a request: a problem with a request id. */
export const problem = (code: string, status: number) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-request-id': expect.any(String) },
  json: { code, status, requestId: expect.any(String) },
})
