/** Runs a server that gives the replies that a test chooses, one after the other. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ClientOptions, createClient } from '../../lib/client/index.ts'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export const reply =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer =>
  response =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

export const lose: Answer = response => void response.destroy()
export const loseWithinBody: Answer = response => {
  response.writeHead(200, { 'Content-Length': 100 }).write('{"id":')
  setTimeout(() => response.destroy(), 10)
}
export const loseWithinChunks: Answer = response => {
  response.writeHead(200).write('{"id":')
  setTimeout(() => response.destroy(), 10)
}
export const stopWithinBody: Answer = response => void response.writeHead(200).write('{"id":')
export const keepSilent: Answer = () => {}
export const found = reply(200, { id: '1' })
export const problem = (status: number, code: string, headers?: Record<string, string>) =>
  reply(status, { code, detail: 'A problem.' }, headers)

/**
 * Starts a server, and creates a client that calls it. The server uses the next of `answers` for each request, and the
 * last one for all further requests.
 */
export async function serve(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    request.resume()
    answers[Math.min(requests.length, answers.length) - 1]!(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod/`
  return { requests, shop: createClient({ url, key: 'sk', ...options }) }
}
