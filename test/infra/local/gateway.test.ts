import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../../infra/local/lambda.ts'
import { good, servingOdd } from './lambdas.ts'
import { problem } from './serving.ts'

const always =
  (reply: unknown): Handler =>
  () =>
    reply
const text = (body: string, headers = {}) => ({ statusCode: 200, headers, body })

describe('finds the Lambda', () => {
  test('replies 404 to an unknown path without asking for a key', async () => {
    const { ask } = await servingOdd()
    for (const path of ['/', '/nothing', '/odd/1/parts', '/odd//', '//odd', '/ODD', '/odd/1/parts//'])
      expect(await ask(path), path).toMatchObject(problem('unknown_path', 404))
  })

  test('replies 405 to a method that a path does not have, behind the authorizer', async () => {
    const { ask } = await servingOdd()
    expect(await ask('/odd', { method: 'PATCH' })).toMatchObject(problem('unauthorized', 401))
    const refused = await ask('/odd', { method: 'PATCH', headers: good })
    expect(refused).toMatchObject(problem('method_not_allowed', 405))
    expect(refused.headers.allow).toBe('GET, POST')
    expect(await ask('/open', { method: 'OPTIONS' })).toMatchObject(problem('method_not_allowed', 405))
  })

  test('treats HEAD as any other unknown method, without a body', async () => {
    const { ask } = await servingOdd()
    const { status, bytes } = await ask('/odd', { method: 'HEAD', headers: good })
    expect({ status, length: bytes.length }).toEqual({ status: 405, length: 0 })
  })

  test('prefers a literal segment to a parameter, and accepts a trailing slash', async () => {
    const { ask } = await servingOdd()
    const resourceOf = async (path: string) => (await ask(path, { headers: good })).json.resource
    expect(await resourceOf('/odd/count')).toBe('/odd/count')
    expect(await resourceOf('/odd/counted')).toBe('/odd/{id}')
    expect(await resourceOf('/odd/')).toBe('/odd')
    expect(await resourceOf('/odd/1/')).toBe('/odd/{id}')
  })
})

describe('passes the event of a REST API', () => {
  test('keeps path and parameters encoded as sent', async () => {
    const { ask } = await servingOdd()
    const { json } = await ask('/odd/a%2Fb%20c/parts/%E0%A4%A/', { method: 'PUT', headers: good })
    expect(json).toMatchObject({
      resource: '/odd/{id}/parts/{part}',
      path: '/odd/a%2Fb%20c/parts/%E0%A4%A/',
      httpMethod: 'PUT',
      pathParameters: { id: 'a%2Fb%20c', part: '%E0%A4%A' },
      requestContext: { resourcePath: '/odd/{id}/parts/{part}', stage: 'local', httpMethod: 'PUT' },
    })
  })

  test('decodes the query, with every value of a repeated name and with the last one', async () => {
    const { ask } = await servingOdd()
    const { json } = await ask('/odd?a=1&a=2%20x&b=&c=%E4&__proto__=p&d+e=+', { headers: good })
    expect(json.multiValueQueryStringParameters).toEqual(
      JSON.parse('{"a":["1","2 x"],"b":[""],"c":["\ufffd"],"__proto__":["p"],"d e":[" "]}'),
    )
    expect(json.queryStringParameters).toMatchObject({ a: '2 x', b: '' })
  })

  test('keeps the names of headers as the client wrote them, and all values of each', async () => {
    const { ask } = await servingOdd()
    const headers = ['authorization', 'good', 'x-ODD', '1', 'x-ODD', '2', 'Host', 'shop.example']
    const { json } = await ask('/odd', { headers })
    expect(json.headers).toMatchObject({ 'x-ODD': '2', authorization: 'good', Host: 'shop.example' })
    expect(json.multiValueHeaders['x-ODD']).toEqual(['1', '2'])
  })

  test('has null for what is missing', async () => {
    const { ask } = await servingOdd()
    const nothing = { queryStringParameters: null, pathParameters: null, body: null, isBase64Encoded: false }
    expect((await ask('/open')).json).toMatchObject({ ...nothing, requestContext: { authorizer: null } })
  })

  test('passes every body as base64, whatever the method', async () => {
    const { ask } = await servingOdd()
    const body = Buffer.from([0, 255, 10])
    const { json } = await ask('/odd/1/parts/2', { method: 'PUT', headers: good, body })
    expect(json).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true })
  })

  test('passes the caller as text, and the source address', async () => {
    const { ask } = await servingOdd()
    const { json, headers } = await ask('/odd', { headers: good })
    expect(json.requestContext).toMatchObject({
      authorizer: { principalId: 'somebody', account: '1001', enabled: 'true' },
      identity: { sourceIp: '127.0.0.1' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers['content-type']).toBe('application/json')
  })

  test('passes the name of the Lambda and its remaining time', async () => {
    const context: Handler = (_event, { functionName, getRemainingTimeInMillis }: any) =>
      text(JSON.stringify([functionName, getRemainingTimeInMillis() > 28_000]))
    const { ask } = await servingOdd({ 'odd.list': context })
    expect((await ask('/odd', { headers: good })).json).toEqual(['odd-list', true])
  })
})

describe('accepts bodies', () => {
  const post = (body: string | Buffer, headers = {}) => ({
    method: 'POST',
    headers: { ...good, ...headers },
    body,
  })

  test('of at most 10 MB, and keeps running', async () => {
    const { ask } = await servingOdd()
    expect(await ask('/odd', post(Buffer.alloc(10_485_761)))).toMatchObject(problem('body_too_large', 413))
    expect(await ask('/nothing', post(Buffer.alloc(10_485_761)))).toMatchObject(
      problem('body_too_large', 413),
    )
    expect((await ask('/odd', post('{}'))).status).toBe(200)
  })

  test('of at most what fits into the event of a Lambda, which is 6 MB in base64', async () => {
    const { ask } = await servingOdd({ 'odd.create': always(text('')) })
    expect((await ask('/odd', post(Buffer.alloc(4_700_000)))).status).toBe(200)
    expect(await ask('/odd', post(Buffer.alloc(4_800_000)))).toMatchObject(problem('body_too_large', 413))
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('compressed with %s', async (coding, compressed) => {
    const { ask } = await servingOdd()
    const { json } = await ask('/odd', post(compressed('{"a":1}'), { 'Content-Encoding': coding }))
    expect(Buffer.from(json.body, 'base64').toString()).toBe('{"a":1}')
  })

  test('compressed, but not to hide more than 10 MB', async () => {
    const { ask } = await servingOdd()
    const bomb = post(gzipSync(Buffer.alloc(50_000_000)), { 'Content-Encoding': 'gzip' })
    expect(await ask('/odd', bomb)).toMatchObject(problem('body_too_large', 413))
    expect(await ask('/nothing', bomb), 'before anything else').toMatchObject(problem('body_too_large', 413))
  })

  test('only in codings it knows, and only if they can be decoded', async () => {
    const { ask } = await servingOdd()
    const refused = problem('unsupported_media_type', 415)
    expect(await ask('/odd', post(brotliCompressSync('{}'), { 'Content-Encoding': 'br' }))).toMatchObject(
      refused,
    )
    expect(await ask('/odd', post('{}', { 'Content-Encoding': 'gzip' }))).toMatchObject(refused)
    expect(await ask('/odd', post('{}', { 'Content-Encoding': 'constructor' }))).toMatchObject(refused)
  })

  test('that break off, without an error', async () => {
    const { ask, port, lines, faults } = await servingOdd()
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /odd HTTP/1.1\r\nHost: x\r\nAuthorization: good\r\nContent-Length: 100\r\n\r\n{')
    await new Promise(done => setTimeout(done, 50))
    socket.destroy()
    expect((await ask('/odd', { headers: good })).status).toBe(200)
    expect(lines.map(({ method }) => method)).toContain('POST')
    expect(faults).toEqual([])
  })
})

describe('sends the reply of the Lambda', () => {
  const reply = async (result: unknown, headers = {}) => {
    const { ask } = await servingOdd({ 'odd.open': always(result), 'odd.take': always(result) })
    return ask('/open', { headers })
  }
  const long = 'x'.repeat(1024)

  test('bytes from base64, and several values of one header', async () => {
    const { bytes, headers } = await reply({
      statusCode: '200',
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      headers: { 'Content-Type': 'image/gif', 'X-Number': 1 },
      body: 'AP8=',
      isBase64Encoded: true,
    })
    expect([...bytes]).toEqual([0, 255])
    expect(headers).toMatchObject({
      'set-cookie': ['a=1', 'b=2'],
      'x-number': '1',
      'content-type': 'image/gif',
    })
    expect(headers['content-length']).toBe('2')
  })

  test.each([204, 304])('%i without a body, whatever the Lambda returns', async statusCode => {
    const { status, bytes, headers } = await reply({ statusCode, body: 'x' })
    expect({ status, length: bytes.length, said: headers['content-length'] }).toEqual({
      status: statusCode,
      length: 0,
      said: undefined,
    })
  })

  test('renames the headers that only the gateway may set', async () => {
    const { headers } = await reply(text('', { 'WWW-Authenticate': 'Basic', 'Content-Length': '7' }))
    expect(headers).toMatchObject({ 'x-amzn-remapped-www-authenticate': 'Basic', 'content-length': '0' })
    expect(headers['www-authenticate']).toBeUndefined()
  })

  test('compresses from 1 KB on, for clients that accept it', async () => {
    const { bytes, headers } = await reply(text(long), { 'Accept-Encoding': 'br, gzip' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toBe(long)
    for (const [body, accepted] of [
      [long, undefined],
      [long, 'gzip;q=0'],
      [long.slice(1), 'gzip'],
    ] as const) {
      const plain = await reply(text(body), accepted ? { 'Accept-Encoding': accepted } : {})
      expect(plain.headers['content-encoding'], accepted).toBeUndefined()
      expect(plain.bytes.toString()).toBe(body)
    }
  })

  test('compresses nothing twice', async () => {
    const { bytes } = await reply(text(long, { 'content-encoding': 'own' }), { 'Accept-Encoding': 'gzip' })
    expect(bytes.toString()).toBe(long)
  })
})

describe('replies 500 for a Lambda that fails', () => {
  const broken = problem('internal_error', 500)

  test('by throwing, and reports the error', async () => {
    const fault = new Error('broken')
    const { ask, faults } = await servingOdd({
      'odd.open': () => {
        throw fault
      },
    })
    expect(await ask('/open')).toMatchObject(broken)
    expect(faults).toEqual([fault])
  })

  test.each([
    ['nothing', undefined],
    ['text', 'hello'],
    ['no status', { body: '' }],
    ['an odd status', { statusCode: 42, body: '' }],
    ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
    ['a header that is none', { statusCode: 200, headers: { 'x-before': '1', 'a b': '1' }, body: '' }],
    [
      'a header with a line break',
      { statusCode: 200, headers: { 'x-before': '1', a: '1\r\nb: 2' }, body: '' },
    ],
    ['more than 6 MB', { statusCode: 200, body: 'x'.repeat(6_291_556) }],
  ])('by returning %s', async (_, result) => {
    const { ask, faults } = await servingOdd({ 'odd.open': always(result) })
    const answer = await ask('/open')
    expect(answer).toMatchObject(broken)
    expect(answer.headers).not.toHaveProperty('x-before')
    expect(faults).toHaveLength(1)
  })

  test('by taking too long', async () => {
    const { ask } = await servingOdd(
      { 'odd.open': () => new Promise(done => setTimeout(done, 500, text(''))) },
      50,
    )
    expect(await ask('/open')).toMatchObject(problem('timeout', 504))
  })
})

test('reports every request it answered, but not its query', async () => {
  const { ask, lines } = await servingOdd()
  await ask('/open?email=ann@tea.example')
  await ask('/nothing?')
  expect(lines).toMatchObject([
    { method: 'GET', path: '/open', status: 200 },
    { method: 'GET', path: '/nothing', status: 404 },
  ])
})
