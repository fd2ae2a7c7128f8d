/** Requests that are not valid HTTP, byte by byte. */

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { servingOdd } from './lambdas.ts'
import { problem } from './serving.ts'

const isWhole = (answer: string) => {
  const [head = '', body] = answer.split('\r\n\r\n')
  return body?.length === Number(/content-length: (\d+)/i.exec(head)?.[1])
}

/** The reply, which must come before the sender has closed its side. */
function answerTo(port: number, sent: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1'))
    let answer = ''
    socket.setEncoding('latin1').on('data', chunk => {
      answer += chunk
      if (isWhole(answer)) socket.destroy()
    })
    socket.on('close', () => done(answer)).on('error', failed)
  })
}

function parsed(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => line.split(': ')).map(([name, value]) => [name?.toLowerCase(), value])
  return {
    first,
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    json: JSON.parse(body),
  }
}

const host = 'Host: x\r\n'
const noMethod = (word: string) => `"${word}" is not a known HTTP method.`
const tooLarge = 'The request line and header fields together exceed 16 KB.'

test.each([
  ['no Host', 'GET /open HTTP/1.1\r\n\r\n', 'An HTTP/1.1 request needs the header Host.'],
  ['an unknown method', `FROBNICATE /open HTTP/1.1\r\n${host}\r\n`, noMethod('FROBNICATE')],
  ['a method in small letters', `get /open HTTP/1.1\r\n${host}\r\n`, noMethod('get')],
  ['no HTTP', 'NONSENSE\r\n\r\n', noMethod('NONSENSE')],
  ['a first line that does not end', 'x'.repeat(50_000), noMethod('x'.repeat(40))],
  ['a header that is too large', `GET /open HTTP/1.1\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`, tooLarge],
  ['a path that is too long', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n`, tooLarge],
  [
    'a space in a name',
    `GET /open HTTP/1.1\r\n${host}A b: 1\r\n\r\n`,
    'Invalid HTTP/1.1: Invalid header token.',
  ],
  ['another version', `GET /open HTTP/7.1\r\n${host}\r\n`, 'Invalid HTTP/1.1: Invalid HTTP version.'],
  [
    'two lengths',
    `POST /open HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    "Invalid HTTP/1.1: Transfer-Encoding can't be present with Content-Length.",
  ],
  [
    'a chunk of no length',
    `POST /open HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    'Invalid HTTP/1.1: Invalid character in chunk size.',
  ],
  [
    'an expectation, and a body that waits for it',
    `POST /open HTTP/1.1\r\n${host}Expect: foo\r\nContent-Length: 2\r\n\r\n`,
    'Unsupported header Expect: "foo". Only 100-continue is supported.',
  ],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`, 'CONNECT is for proxies; this is not a proxy.'],
])('%s gets a problem that names the fault, and the next request is served', async (_, sent, message) => {
  const { ask, port, faults } = await servingOdd()
  const answer = parsed(await answerTo(port, sent))
  expect(answer).toMatchObject(problem('validation_failed', 400))
  expect(answer.first).toBe('HTTP/1.1 400 Bad Request')
  expect(answer.json).toMatchObject({ message, requestId: answer.headers['x-request-id'] })
  expect((await ask('/open')).status).toBe(200)
  expect(faults).toEqual([])
})

test('names the method of the malformed request, not of the one before it', async () => {
  const { port } = await servingOdd()
  const first = `GET /open HTTP/1.1\r\n${host}\r\n`
  const answers = await answerTo(port, `${first}${first.replace('GET', 'FETCH')}`)
  expect(answers).toContain('\\"FETCH\\" is not a known HTTP method')
})

test.each([
  ['HTTP/1.0 needs no Host', 'GET /open HTTP/1.0\r\n\r\n', 'HTTP/1.1 200 OK'],
  ['a Host may be empty', 'GET /open HTTP/1.1\r\nHost:\r\n\r\n', 'HTTP/1.1 200 OK'],
  [
    'Expect: 100-continue gets 100 Continue',
    `POST /open HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    'HTTP/1.1 100 Continue',
  ],
  [
    'a request to upgrade to another protocol is ignored',
    `GET /open HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    'HTTP/1.1 200 OK',
  ],
  [
    'a method that HTTP knows and the path does not gets 405',
    `PROPFIND /open HTTP/1.1\r\n${host}\r\n`,
    'HTTP/1.1 405 Method Not Allowed',
  ],
])('%s', async (_, sent, first) => {
  const { port } = await servingOdd()
  expect((await answerTo(port, sent)).split('\r\n')[0]).toBe(first)
})
