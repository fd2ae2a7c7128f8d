/** Whatever a host does, the crawler returns in time, with products or with an error. */

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { crawl } from '../../lib/crawler/index.ts'
import { allow, button, crawled, pageAt, refusalOf, site } from './site.ts'

const html = { 'content-type': 'text/html' }
const currency = 'eur'
const megabyte = 1024 * 1024
const ids = (seen: Awaited<ReturnType<typeof crawl>>) => seen.map(({ userDefinedId }) => userDefinedId)

afterEach(() => {
  delete process.env.CRAWLER_ALLOW_HOSTS
})

/** Says bytes as they are, whoever asks for whatever. */
async function bytesAt(said: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(said))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  allow(host)
  return host
}

test('sends its own User-Agent and no credentials, and closes the connection', async () => {
  const heard: Record<string, unknown>[] = []
  const host = await site((request, response) => {
    heard.push({ method: request.method, url: request.url, ...request.headers })
    const moved = { location: '/b', 'set-cookie': 'a=1' }
    if (request.url === '/a?x=1') response.writeHead(302, moved).end()
    else response.writeHead(200, html).end(button())
  })
  process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1'
  onTestFinished(() => {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
  })
  expect(ids(await crawl(`${host}/a?x=1#there`, { currency }))).toEqual(['mug'])
  const headers = {
    host,
    connection: 'close',
    'user-agent': 'StoreBackOffice/1.0 (product import)',
    accept: 'text/html, application/xhtml+xml, application/json;q=0.9, */*;q=0.1',
    'accept-encoding': 'gzip, br',
  }
  expect(heard).toEqual([
    { method: 'GET', url: '/a?x=1', ...headers },
    { method: 'GET', url: '/b', ...headers },
  ])
})

describe('names', () => {
  test('connects to the address that was checked, even if the host name resolves differently later', async () => {
    const visits: string[] = []
    const host = await site((_, response) => {
      visits.push('first')
      response.writeHead(200, html).end(button())
    })
    const [, port] = host.split(':')
    allow(`shop.example:${port}`)
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    const resolve = async () => [{ address: answers.shift()!, family: 4 }]
    expect(ids(await crawl(`shop.example:${port}`, { currency, resolve }))).toEqual(['mug'])
    expect(visits).toEqual(['first'])
    expect(answers).toEqual(['127.0.0.2', '127.0.0.2'])
  })

  test('resolves and checks the host of each redirect', async () => {
    const host = await site((_, response) =>
      response.writeHead(302, { location: 'http://rebound.example/' }).end(),
    )
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    expect(await refusalOf(crawl(host, { currency, resolve }))).toContain(
      'the host does not have a public IP address',
    )
    expect(asked).toEqual(['rebound.example'])
  })

  test.each([
    ['ENOTFOUND', 'its host does not exist'],
    ['EAI_AGAIN', 'the DNS lookup of the host failed'],
  ])('%s: %s', async (code, reason) => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code }))
    expect(await refusalOf(crawl('a.example', { currency, resolve }))).toContain(reason)
  })

  test('does not report a programming error as a problem of the page', async () => {
    const resolve = () => Promise.reject(Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' }))
    await expect(crawl('a.example', { currency, resolve })).rejects.toThrow(TypeError)
  })
})

describe('redirects', () => {
  const moving = (to: (path: string) => string | undefined, status = 302) =>
    site((request, response) => {
      const location = to(request.url!)
      if (location === undefined) response.writeHead(200, html).end(button())
      else response.writeHead(status, location ? { location } : {}).end('moved')
    })

  test.each([301, 302, 303, 307, 308])(
    'follows status %s, and links are seen from where it led',
    async status => {
      const host = await moving(path => (path === '/' ? 'deep/er/' : undefined), status)
      const [seen] = await crawl(host, { currency })
      expect(seen?.description).toMatchObject({ url: '/mug' })
    },
  )

  test('percent-encodes non-ASCII bytes of a location', async () => {
    const asked: string[] = []
    const there = await site((request, response) => {
      asked.push(request.url!)
      response.writeHead(200, html).end()
    })
    const host = await bytesAt(`HTTP/1.1 302 Found\r\nlocation: http://${there}/käse\r\n\r\n`)
    expect(await crawl(host, { currency })).toEqual([])
    expect(asked).toEqual(['/k%c3%a4se'])
  })

  test('follows at most three redirects', async () => {
    const chain = (last: number) =>
      moving(path => (path === `/${last}` ? undefined : `/${Number(path.slice(1)) + 1}`))
    expect(ids(await crawl(`${await chain(3)}/0`, { currency }))).toEqual(['mug'])
    const refusal = await refusalOf(crawl(`${await chain(4)}/0`, { currency }))
    expect(refusal).toBe('The page could not be read: there are more than 3 redirects.')
  })

  test.each([
    ['to itself', () => '/', 1],
    ['to itself but for the fragment', () => '/#again', 1],
    ['to and fro', (path: string) => (path === '/' ? '/b' : '/'), 2],
  ])('detects a redirect loop: %s', async (_, to, visits) => {
    const asked: string[] = []
    const host = await moving(path => {
      asked.push(path)
      return to(path)
    })
    expect(await refusalOf(crawl(host, { currency }))).toContain('form a loop')
    expect(asked).toHaveLength(visits)
  })

  test.each([
    ['http://127.0.0.1/', 'the host does not have a public IP address'],
    ['http://169.254.169.254/latest/meta-data/', 'the host does not have a public IP address'],
    ['//[::1]/', 'the host does not have a public IP address'],
    ['http://0x7f.1/', 'the host does not have a public IP address'],
    ['https://localhost/', 'the host does not have a public IP address'],
    ['http://127.0.0.1:22/', 'only ports 80'],
    ['http://a:b@example.com/', 'a user name or password'],
    ['file:///etc/passwd', 'only http and https'],
    ['javascript:alert(1)', 'only http and https'],
    ['http://[', 'not a valid URL'],
    [`/${'a'.repeat(3000)}`, 'not a valid URL'],
    ['', 'redirects without a location'],
  ])('rejects a redirect to %s', async (location, reason) => {
    expect(await refusalOf(crawl(await moving(() => location), { currency }))).toContain(reason)
  })
})

describe('time and size', () => {
  const inTime = async (host: string) => {
    const start = performance.now()
    const refusal = await refusalOf(crawl(host, { currency }))
    expect(performance.now() - start).toBeGreaterThan(9000)
    expect(performance.now() - start).toBeLessThan(13_000)
    return refusal
  }

  test.concurrent('times out on a slow page', async ({ onTestFinished }) => {
    const drips: NodeJS.Timeout[] = []
    const host = await site((_, response) => {
      response.writeHead(200, html)
      drips.push(setInterval(() => response.write('<p>'), 200))
    })
    onTestFinished(() => clearInterval(drips[0]))
    expect(await inTime(host)).toContain('longer than 10 seconds')
  })

  test.concurrent('times out on slow headers', async () => {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x-a: b\r\n'), 200)
      socket.on('close', () => clearInterval(drip))
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    allow(host)
    expect(await inTime(host)).toContain('longer than 10 seconds')
    server.close()
  })

  test.concurrent('times out on a host that does not respond', async () => {
    expect(await inTime(await site(() => {}))).toContain('longer than 10 seconds')
  })

  test.concurrent('the timeout includes the DNS lookup', async () => {
    const start = performance.now()
    const refusal = await refusalOf(crawl('slow.example', { currency, resolve: () => new Promise(() => {}) }))
    expect(refusal).toContain('longer than 10 seconds')
    expect(performance.now() - start).toBeLessThan(13_000)
  })

  test.concurrent('the timeout includes all redirects', async () => {
    const host = await site((request, response) => {
      const next = `/${Number(request.url!.slice(1)) + 1}`
      setTimeout(() => response.writeHead(302, { location: next }).end(), 4000)
    })
    expect(await inTime(`${host}/1`)).toContain('longer than 10 seconds')
  })

  test('accepts 5 MB and not a byte more', async () => {
    const full = button() + ' '.repeat(5 * megabyte - button().length)
    expect(ids(await crawled(full))).toEqual(['mug'])
    expect(await refusalOf(crawled(`${full} `))).toContain('larger than 5 MB')
  })

  const endless = (headers: Record<string, string>, part: Buffer, start = Buffer.alloc(0)) => {
    const sent = { bytes: 0 }
    const host = site((_, response) => {
      response.writeHead(200, { ...html, ...headers })
      response.write(start)
      const more = () => {
        while (!response.destroyed && response.write(part)) sent.bytes += part.length
        sent.bytes += part.length
      }
      response.on('drain', more)
      more()
    })
    return { host, sent }
  }

  test.each([302, 404])('does not wait for the body of status %d', async status => {
    const closed = Promise.withResolvers<void>()
    const host = await site((_, response) => {
      response.writeHead(status, { location: 'ftp://elsewhere.example/' })
      const drip = setInterval(() => response.write('x'.repeat(100_000)), 5)
      response.on('close', () => {
        clearInterval(drip)
        closed.resolve()
      })
    })
    expect(await refusalOf(crawl(host, { currency }))).toMatch(/only http and https|status 404/)
    await closed.promise
  })

  test('stops reading an endless page', async () => {
    const { host, sent } = endless({}, Buffer.alloc(65_536, 'x'))
    expect(await refusalOf(crawl(await host, { currency }))).toContain('larger than 5 MB')
    expect(sent.bytes).toBeLessThan(20 * megabyte)
  })

  test('limits the compressed size, too', async () => {
    const named = Buffer.from('1f8b0808000000000003', 'hex')
    const { host, sent } = endless({ 'content-encoding': 'gzip' }, Buffer.alloc(65_536, 'x'), named)
    expect(await refusalOf(crawl(await host, { currency }))).toContain('larger than 5 MB')
    expect(sent.bytes).toBeLessThan(20 * megabyte)
  })

  test('does not read the body of an unsupported content type', async () => {
    const { host } = endless({ 'content-type': 'image/png' }, Buffer.alloc(65_536, 'x'))
    expect(await refusalOf(crawl(await host, { currency }))).toContain('the page is neither HTML nor JSON')
  })

  test.each<Record<string, string>>([
    {},
    { 'content-type': 'text/html; charset=shift_jis' },
    { 'content-type': '' },
  ])('stops reading an endless page with too many products: %j', async headers => {
    const { host } = endless(headers, Buffer.from(button()))
    expect(await refusalOf(crawl(await host, { currency }))).toContain('more than 1,000 products')
  })

  test.each([
    ['', (page: string) => page],
    ['gzip', (page: string) => gzipSync(page, { finishFlush: constants.Z_SYNC_FLUSH })],
  ])('does not wait for the rest of a page with too many products: %j', async (coding, packed) => {
    const closed = Promise.withResolvers<void>()
    const host = await site((_, response) => {
      response.on('close', closed.resolve)
      response.writeHead(200, { ...html, 'content-encoding': coding })
      response.write(packed(button().repeat(1010)))
    })
    const start = performance.now()
    expect(await refusalOf(crawl(host, { currency }))).toContain('more than 1,000 products')
    await closed.promise
    expect(performance.now() - start).toBeLessThan(5000)
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(200 * megabyte))],
    ['deflate', deflateSync(Buffer.alloc(200 * megabyte))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(200 * megabyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
  ])('stops decompressing a %s bomb', async (coding, bomb) => {
    expect(bomb.length).toBeLessThan(megabyte)
    const before = process.memoryUsage().arrayBuffers
    const refusal = await refusalOf(crawled(bomb, { ...html, 'content-encoding': coding }))
    expect(refusal).toContain('larger than 5 MB')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * megabyte)
  })

  test('rejects nested compression', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(10 * megabyte)))
    const refusal = await refusalOf(crawled(bomb, { ...html, 'content-encoding': 'gzip, gzip' }))
    expect(refusal).toContain('not one of gzip, deflate and br')
  })
})

describe('content encoding', () => {
  test.each([
    ['gzip', gzipSync(button())],
    ['x-gzip', gzipSync(button())],
    ['GZIP', gzipSync(button())],
    ['deflate', deflateSync(button())],
    ['br', brotliCompressSync(button())],
    ['identity', Buffer.from(button())],
    ['', Buffer.from(button())],
  ])('reads %j', async (coding, bytes) => {
    expect(ids(await crawled(bytes, { ...html, 'content-encoding': coding }))).toEqual(['mug'])
  })

  test.each([
    ['gzip', Buffer.from(button())],
    ['gzip', gzipSync(button()).subarray(0, 40)],
    ['br', Buffer.from(button())],
    ['br', brotliCompressSync(button()).subarray(0, 40)],
    ['deflate', Buffer.from(button())],
    ['zstd', Buffer.from(button())],
    ['constructor', Buffer.from(button())],
  ])('rejects invalid or unknown %s', async (coding, bytes) => {
    const refusal = await refusalOf(crawled(bytes, { ...html, 'content-encoding': coding }))
    expect(refusal).toContain('its content encoding is invalid')
  })
})

describe('replies', () => {
  test.each([400, 401, 403, 404, 410, 429, 500, 503, 300, 304])('reports status %s', async status => {
    const host = await site((_, response) => response.writeHead(status, html).end(button()))
    const refusal = await refusalOf(crawl(host, { currency }))
    expect(refusal).toBe(
      `The page could not be read: the host replied with an error status (status ${status}).`,
    )
  })

  test.each(
    [200, 204].flatMap(status => ['', 'identity', 'gzip', 'deflate', 'br'].map(coding => [status, coding])),
  )('an empty page has no button: status %s, packed as %j', async (status, coding) => {
    const headers = { ...html, 'content-encoding': String(coding) }
    const host = await site((_, response) => response.writeHead(Number(status), headers).end())
    expect(await crawl(host, { currency })).toEqual([])
  })

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n', 'did not send a valid HTTP response'],
    ['nothing', '', 'the connection to its host failed'],
    [
      'headers without end',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
      'did not send a valid HTTP response',
    ],
    ['half a page', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n<p>', 'connection to its host failed'],
    [
      'a broken chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'did not send a valid HTTP response',
    ],
    [
      'half a moved page',
      'HTTP/1.1 302 OK\r\nlocation: ftp://a\r\ncontent-length: 99\r\n\r\n<p>',
      'only http and https',
    ],
  ])('%s', async (_, said, reason) => {
    expect(await refusalOf(crawl(await bytesAt(said), { currency }))).toContain(reason)
  })

  test('reports a failed connection', async () => {
    const host = await pageAt('')
    allow('127.0.0.1:9')
    expect(host).not.toBe('127.0.0.1:9')
    expect(await refusalOf(crawl('127.0.0.1:9', { currency }))).toContain('connection to its host failed')
  })

  test('reports a failed TLS handshake', async () => {
    const host = await pageAt(button())
    expect(await refusalOf(crawl(`https://${host}`, { currency }))).toContain('connection to its host failed')
  })
})
