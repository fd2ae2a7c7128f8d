import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../../infra/local/lambda.ts'
import { good, startTestApi } from './test-api.ts'
import { problem } from './test-gateway.ts'

const always =
  (reply: unknown): Handler =>
  () =>
    reply
const text = (body: string, headers = {}) => ({ statusCode: 200, headers, body })

describe('routing', () => {
  test('returns 404 for an unknown path without requiring a key', async () => {
    const { request } = await startTestApi()
    for (const path of ['/', '//', '/nothing', '/widgets/1/parts', '/WIDGETS', '/widgets/1/parts//'])
      expect(await request(path), path).toMatchObject(problem('unknown_path', 404))
  })

  test('returns 405 for a method that a path does not have, with those that it has, after the authorizer', async () => {
    const { request } = await startTestApi()
    expect(await request('/widgets', { method: 'PATCH' })).toMatchObject(problem('unauthorized', 401))
    const notAllowed = await request('/widgets', { method: 'PATCH', headers: good })
    expect(notAllowed).toMatchObject(problem('method_not_allowed', 405))
    expect(notAllowed.headers.allow).toBe('GET, POST')
    expect(notAllowed.json.detail).toBe('The path supports only GET and POST.')
    expect(await request('/open', { method: 'OPTIONS' })).toMatchObject(problem('method_not_allowed', 405))
  })

  test('treats HEAD as any other unknown method, without a body', async () => {
    const { request } = await startTestApi()
    const { status, bytes } = await request('/widgets', { method: 'HEAD', headers: good })
    expect({ status, length: bytes.length }).toEqual({ status: 405, length: 0 })
  })

  test('prefers a literal segment to a parameter, and accepts a trailing slash', async () => {
    const { request } = await startTestApi()
    const resourceOf = async (path: string) => (await request(path, { headers: good })).json.resource
    expect(await resourceOf('/widgets/count')).toBe('/widgets/count')
    expect(await resourceOf('/widgets/counted')).toBe('/widgets/{id}')
    expect(await resourceOf('/widgets/')).toBe('/widgets')
    expect(await resourceOf('/widgets/1/')).toBe('/widgets/{id}')
  })

  test.each([
    ['//widgets', '/widgets'],
    ['/widgets//', '/widgets'],
    ['///widgets//1', '/widgets/{id}'],
    ['///widgets///count//', '/widgets/count'],
  ])('reads the doubled slashes of %s as single ones', async (path, resource) => {
    const { request } = await startTestApi()
    expect((await request(path, { headers: good })).json.resource).toBe(resource)
  })
})

describe('the event of a REST API', () => {
  test('has the path and parameters encoded as sent', async () => {
    const { request } = await startTestApi()
    const { json } = await request('/widgets/a%2Fb%20c/parts/%E0%A4%A/', { method: 'PUT', headers: good })
    expect(json).toMatchObject({
      resource: '/widgets/{id}/parts/{part}',
      path: '/widgets/a%2Fb%20c/parts/%E0%A4%A/',
      httpMethod: 'PUT',
      pathParameters: { id: 'a%2Fb%20c', part: '%E0%A4%A' },
      requestContext: { resourcePath: '/widgets/{id}/parts/{part}', stage: 'local', httpMethod: 'PUT' },
    })
  })

  test('has the decoded query, with all values of a repeated name and with the last one', async () => {
    const { request } = await startTestApi()
    const { json } = await request('/widgets?a=1&a=2%20x&b=&c=%E4&__proto__=p&d+e=+', { headers: good })
    expect(json.multiValueQueryStringParameters).toEqual(
      JSON.parse('{"a":["1","2 x"],"b":[""],"c":["\ufffd"],"__proto__":["p"],"d e":[" "]}'),
    )
    expect(json.queryStringParameters).toMatchObject({ a: '2 x', b: '' })
  })

  test('has the names of headers as the client sent them, and all values of each', async () => {
    const { request } = await startTestApi()
    const headers = ['authorization', good.Authorization, 'x-CUSTOM', '1', 'x-CUSTOM', '2', 'Host', 'shop.example']
    const { json } = await request('/widgets', { headers })
    expect(json.headers).toMatchObject({ 'x-CUSTOM': '2', authorization: good.Authorization, Host: 'shop.example' })
    expect(json.multiValueHeaders['x-CUSTOM']).toEqual(['1', '2'])
  })

  test('has null for missing parts', async () => {
    const { request } = await startTestApi()
    const nothing = { queryStringParameters: null, pathParameters: null, body: null, isBase64Encoded: false }
    expect((await request('/open')).json).toMatchObject({ ...nothing, requestContext: { authorizer: null } })
  })

  test('has every body as base64, for any method', async () => {
    const { request } = await startTestApi()
    const body = Buffer.from([0, 255, 10])
    const { json } = await request('/widgets/1/parts/2', { method: 'PUT', headers: good, body })
    expect(json).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true })
  })

  test('has the fields of the authorizer as text, and the source address', async () => {
    const { request } = await startTestApi()
    const { json, headers } = await request('/widgets', { headers: good })
    expect(json.requestContext).toMatchObject({
      authorizer: { principalId: 'test-key', account: '1001', enabled: 'true' },
      identity: { sourceIp: '127.0.0.1' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers['content-type']).toBe('application/json')
  })

  test('is passed with the name of the Lambda and its remaining time', async () => {
    const context: Handler = (_event, { functionName, getRemainingTimeInMillis }: any) =>
      text(JSON.stringify([functionName, getRemainingTimeInMillis() > 28_000]))
    const { request } = await startTestApi({ 'widgets.list': context })
    expect((await request('/widgets', { headers: good })).json).toEqual(['widgets-list', true])
  })
})

describe('accepts bodies', () => {
  const post = (body: string | Buffer, headers = {}) => ({ method: 'POST', headers: { ...good, ...headers }, body })

  test('of at most 10 MB, and keeps running', async () => {
    const { request } = await startTestApi()
    expect(await request('/widgets', post(Buffer.alloc(10_485_761)))).toMatchObject(problem('body_too_large', 413))
    expect(await request('/nothing', post(Buffer.alloc(10_485_761)))).toMatchObject(problem('body_too_large', 413))
    expect((await request('/widgets', post('{}'))).status).toBe(200)
  })

  test('of at most what fits into the event of a Lambda, which is 6 MB in base64', async () => {
    const { request } = await startTestApi({ 'widgets.create': always(text('')) })
    expect((await request('/widgets', post(Buffer.alloc(4_700_000)))).status).toBe(200)
    expect(await request('/widgets', post(Buffer.alloc(4_800_000)))).toMatchObject(problem('body_too_large', 413))
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('compressed with %s', async (encoding, compressed) => {
    const { request } = await startTestApi()
    const { json } = await request('/widgets', post(compressed('{"a":1}'), { 'Content-Encoding': encoding }))
    expect(Buffer.from(json.body, 'base64').toString()).toBe('{"a":1}')
  })

  test('compressed, if they decompress to at most 10 MB', async () => {
    const { request } = await startTestApi()
    const bomb = post(gzipSync(Buffer.alloc(50_000_000)), { 'Content-Encoding': 'gzip' })
    expect(await request('/widgets', bomb)).toMatchObject(problem('body_too_large', 413))
    expect(await request('/nothing', bomb), 'before routing').toMatchObject(problem('body_too_large', 413))
  })

  test('only in supported encodings, and only if they can be decoded', async () => {
    const { request } = await startTestApi()
    const unsupported = problem('unsupported_media_type', 415)
    expect(await request('/widgets', post(brotliCompressSync('{}'), { 'Content-Encoding': 'br' }))).toMatchObject(
      unsupported,
    )
    expect(await request('/widgets', post('{}', { 'Content-Encoding': 'gzip' }))).toMatchObject(unsupported)
    expect(await request('/widgets', post('{}', { 'Content-Encoding': 'constructor' }))).toMatchObject(unsupported)
  })

  test('that are cut off, without an error', async () => {
    const { request, port, lines, faults } = await startTestApi()
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /widgets HTTP/1.1\r\nHost: x\r\nAuthorization: ${good.Authorization}\r\nContent-Length: 100\r\n\r\n{`,
    )
    await new Promise(resolve => setTimeout(resolve, 50))
    socket.destroy()
    expect((await request('/widgets', { headers: good })).status).toBe(200)
    expect(lines.map(({ method }) => method)).toContain('POST')
    expect(faults).toEqual([])
  })
})

describe('sends the reply of the Lambda', () => {
  const reply = async (result: unknown, headers = {}) => {
    const { request } = await startTestApi({ 'widgets.open': always(result), 'widgets.post': always(result) })
    return request('/open', { headers })
  }
  const long = 'x'.repeat(1024)

  test('decodes base64, and sends several values of one header', async () => {
    const { bytes, headers } = await reply({
      statusCode: '200',
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      headers: { 'Content-Type': 'image/gif', 'X-Number': 1 },
      body: 'AP8=',
      isBase64Encoded: true,
    })
    expect([...bytes]).toEqual([0, 255])
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-number': '1', 'content-type': 'image/gif' })
    expect(headers['content-length']).toBe('2')
  })

  test.each([204, 304])('sends %i without a body, whatever the Lambda returns', async statusCode => {
    const { status, bytes, headers } = await reply({ statusCode, body: 'x' })
    expect({ status, length: bytes.length, contentLength: headers['content-length'] }).toEqual({
      status: statusCode,
      length: 0,
      contentLength: undefined,
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
      [long, '*'],
      [long.slice(1), 'gzip'],
    ] as const) {
      const plain = await reply(text(body), accepted ? { 'Accept-Encoding': accepted } : {})
      expect(plain.headers['content-encoding'], accepted).toBeUndefined()
      expect(plain.bytes.toString()).toBe(body)
    }
  })

  test('does not compress a reply twice', async () => {
    const { bytes } = await reply(text(long, { 'content-encoding': 'own' }), { 'Accept-Encoding': 'gzip' })
    expect(bytes.toString()).toBe(long)
  })
})

describe('returns 500 for a Lambda that fails', () => {
  const broken = problem('internal_error', 500)

  test('by throwing, and reports the error', async () => {
    const fault = new Error('broken')
    const { request, faults } = await startTestApi({
      'widgets.open': () => {
        throw fault
      },
    })
    expect(await request('/open')).toMatchObject(broken)
    expect(faults).toEqual([fault])
  })

  test.each([
    ['nothing', undefined],
    ['text', 'hello'],
    ['no status', { body: '' }],
    ['an invalid status', { statusCode: 42, body: '' }],
    ['a body that is not text', { statusCode: 200, body: { a: 1 } }],
    ['an invalid header name', { statusCode: 200, headers: { 'x-before': '1', 'a b': '1' }, body: '' }],
    ['a header with a line break', { statusCode: 200, headers: { 'x-before': '1', a: '1\r\nb: 2' }, body: '' }],
    ['more than 6 MB', { statusCode: 200, body: 'x'.repeat(6_291_556) }],
  ])('by returning %s', async (_, result) => {
    const { request, faults } = await startTestApi({ 'widgets.open': always(result) })
    const failure = await request('/open')
    expect(failure).toMatchObject(broken)
    expect(failure.headers).not.toHaveProperty('x-before')
    expect(faults).toHaveLength(1)
  })

  test('by exceeding its timeout, with 504', async () => {
    const { request } = await startTestApi(
      { 'widgets.open': () => new Promise(resolve => setTimeout(resolve, 500, text(''))) },
      50,
    )
    expect(await request('/open')).toMatchObject(problem('timeout', 504))
  })
})

test('reports every request that it replied to, but not its query', async () => {
  const { request, lines } = await startTestApi()
  await request('/open?email=ann@tea.example')
  await request('/nothing?')
  expect(lines).toMatchObject([
    { method: 'GET', path: '/open', status: 200 },
    { method: 'GET', path: '/nothing', status: 404 },
  ])
})
