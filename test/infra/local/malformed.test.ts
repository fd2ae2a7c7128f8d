/** Tests requests that are not valid HTTP. */

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApi } from './test-api.ts'
import { problem } from './test-gateway.ts'

const isComplete = (reply: string) => {
  const [head = '', body] = reply.split('\r\n\r\n')
  return body?.length === Number(/content-length: (\d+)/i.exec(head)?.[1])
}

/** Sends a request, and returns the reply, which must arrive although the sender keeps the connection open. */
function replyTo(port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1'))
    let reply = ''
    socket.setEncoding('latin1').on('data', chunk => {
      reply += chunk
      if (isComplete(reply)) socket.destroy()
    })
    socket.on('close', () => resolve(reply)).on('error', reject)
  })
}

function parse(reply: string) {
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => line.split(': ')).map(([name, value]) => [name?.toLowerCase(), value])
  return { first, status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), json: JSON.parse(body) }
}

const host = 'Host: x\r\n'
const unknownMethod = (word: string) => `"${word}" is not a known HTTP method.`
const tooLarge = 'The request line and header fields together exceed 16 KB.'

test.each([
  ['no Host', 'GET /open HTTP/1.1\r\n\r\n', 'An HTTP/1.1 request needs the header Host.'],
  ['an unknown method', `FROBNICATE /open HTTP/1.1\r\n${host}\r\n`, unknownMethod('FROBNICATE')],
  ['a method in lower case', `get /open HTTP/1.1\r\n${host}\r\n`, unknownMethod('get')],
  ['no HTTP', 'NONSENSE\r\n\r\n', unknownMethod('NONSENSE')],
  ['a request line without an end', 'x'.repeat(50_000), unknownMethod('x'.repeat(40))],
  ['a header that is too large', `GET /open HTTP/1.1\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`, tooLarge],
  ['a path that is too long', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n`, tooLarge],
  ['a space in a name', `GET /open HTTP/1.1\r\n${host}A b: 1\r\n\r\n`, 'Invalid HTTP/1.1: Invalid header token.'],
  ['another version', `GET /open HTTP/7.1\r\n${host}\r\n`, 'Invalid HTTP/1.1: Invalid HTTP version.'],
  [
    'two lengths',
    `POST /open HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    "Invalid HTTP/1.1: Transfer-Encoding can't be present with Content-Length.",
  ],
  [
    'a chunk without a length',
    `POST /open HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    'Invalid HTTP/1.1: Invalid character in chunk size.',
  ],
  [
    'an unsupported Expect header, before its body',
    `POST /open HTTP/1.1\r\n${host}Expect: foo\r\nContent-Length: 2\r\n\r\n`,
    'Unsupported header Expect: "foo". Only 100-continue is supported.',
  ],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`, 'CONNECT is for proxies; this is not a proxy.'],
])('%s returns a problem with the fault, and does not affect the next request', async (_, sent, message) => {
  const { request, port, faults } = await startTestApi()
  const reply = parse(await replyTo(port, sent))
  expect(reply).toMatchObject(problem('validation_failed', 400))
  expect(reply.first).toBe('HTTP/1.1 400 Bad Request')
  expect(reply.json).toMatchObject({ message, requestId: reply.headers['x-request-id'] })
  expect((await request('/open')).status).toBe(200)
  expect(faults).toEqual([])
})

test('reports the method of the malformed request, not of the one before it', async () => {
  const { port } = await startTestApi()
  const first = `GET /open HTTP/1.1\r\n${host}\r\n`
  const replies = await replyTo(port, `${first}${first.replace('GET', 'FETCH')}`)
  expect(replies).toContain('\\"FETCH\\" is not a known HTTP method')
})

test.each([
  ['HTTP/1.0 needs no Host', 'GET /open HTTP/1.0\r\n\r\n', 'HTTP/1.1 200 OK'],
  ['a Host may be empty', 'GET /open HTTP/1.1\r\nHost:\r\n\r\n', 'HTTP/1.1 200 OK'],
  [
    'Expect: 100-continue returns 100 Continue',
    `POST /open HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    'HTTP/1.1 100 Continue',
  ],
  [
    'a request to upgrade to another protocol is ignored',
    `GET /open HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    'HTTP/1.1 200 OK',
  ],
  [
    'an HTTP method that the path does not have returns 405',
    `PROPFIND /open HTTP/1.1\r\n${host}\r\n`,
    'HTTP/1.1 405 Method Not Allowed',
  ],
])('%s', async (_, sent, first) => {
  const { port } = await startTestApi()
  expect((await replyTo(port, sent)).split('\r\n')[0]).toBe(first)
})
