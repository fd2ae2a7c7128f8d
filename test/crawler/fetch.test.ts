/** Tests that the crawler returns products or an error within its timeout, for any response of a host. */

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { crawl } from '../../lib/crawler/index.ts'
import { allowHosts, button, crawlPage, expectRejection, servePage, startServer } from './site.ts'

const html = { 'content-type': 'text/html' }
const currency = 'eur'
const megabyte = 1024 * 1024
const idsOf = (products: Awaited<ReturnType<typeof crawl>>) => products.map(({ userDefinedId }) => userDefinedId)

afterEach(() => {
  delete process.env.CRAWLER_ALLOW_HOSTS
})

/** Starts a server that replies to any request with these bytes. */
async function serveBytes(bytes: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  allowHosts(host)
  return host
}

test('sends its own User-Agent and no credentials, and closes the connection', async () => {
  const requests: Record<string, unknown>[] = []
  const host = await startServer((request, response) => {
    requests.push({ method: request.method, url: request.url, ...request.headers })
    const redirect = { location: '/b', 'set-cookie': 'a=1' }
    if (request.url === '/a?x=1') response.writeHead(302, redirect).end()
    else response.writeHead(200, html).end(button())
  })
  process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1'
  onTestFinished(() => {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
  })
  expect(idsOf(await crawl(`${host}/a?x=1#section`, { currency }))).toEqual(['mug'])
  const headers = {
    host,
    connection: 'close',
    'user-agent': 'StoreBackOffice/1.0 (product import)',
    accept: 'text/html, application/xhtml+xml, application/json;q=0.9, */*;q=0.1',
    'accept-encoding': 'gzip, br',
  }
  expect(requests).toEqual([
    { method: 'GET', url: '/a?x=1', ...headers },
    { method: 'GET', url: '/b', ...headers },
  ])
})

describe('DNS', () => {
  test('connects to the checked address, even if the host name resolves differently later', async () => {
    let requests = 0
    const host = await startServer((_, response) => {
      requests++
      response.writeHead(200, html).end(button())
    })
    const [, port] = host.split(':')
    allowHosts(`shop.example:${port}`)
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    const resolve = async () => [{ address: addresses.shift()!, family: 4 }]
    expect(idsOf(await crawl(`shop.example:${port}`, { currency, resolve }))).toEqual(['mug'])
    expect(requests).toBe(1)
    expect(addresses).toEqual(['127.0.0.2', '127.0.0.2'])
  })

  test('resolves and checks the host of each redirect', async () => {
    const host = await startServer((_, response) =>
      response.writeHead(302, { location: 'http://rebound.example/' }).end(),
    )
    const lookups: string[] = []
    const resolve = async (name: string) => {
      lookups.push(name)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    expect(await expectRejection(crawl(host, { currency, resolve }))).toContain(
      'the host does not have a public IP address',
    )
    expect(lookups).toEqual(['rebound.example'])
  })

  test.each([
    ['ENOTFOUND', 'its host does not exist'],
    ['EAI_AGAIN', 'the DNS lookup of the host failed'],
  ])('%s: %s', async (code, reason) => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code }))
    expect(await expectRejection(crawl('a.example', { currency, resolve }))).toContain(reason)
  })

  test('does not report a programming error as a problem of the page', async () => {
    const resolve = () => Promise.reject(Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' }))
    await expect(crawl('a.example', { currency, resolve })).rejects.toThrow(TypeError)
  })
})

describe('redirects', () => {
  const startRedirects = (locationOf: (path: string) => string | undefined, status = 302) =>
    startServer((request, response) => {
      const location = locationOf(request.url!)
      if (location === undefined) response.writeHead(200, html).end(button())
      else response.writeHead(status, location ? { location } : {}).end('moved')
    })

  test.each([301, 302, 303, 307, 308])(
    'follows status %s, and returns the product of the target page',
    async status => {
      const host = await startRedirects(path => (path === '/' ? 'deep/er/' : undefined), status)
      const [product] = await crawl(host, { currency })
      expect(product?.description).toMatchObject({ url: '/mug' })
    },
  )

  test('percent-encodes non-ASCII bytes of a location', async () => {
    const paths: string[] = []
    const target = await startServer((request, response) => {
      paths.push(request.url!)
      response.writeHead(200, html).end()
    })
    const host = await serveBytes(`HTTP/1.1 302 Found\r\nlocation: http://${target}/käse\r\n\r\n`)
    expect(await crawl(host, { currency })).toEqual([])
    expect(paths).toEqual(['/k%c3%a4se'])
  })

  test('follows at most three redirects', async () => {
    const chain = (last: number) =>
      startRedirects(path => (path === `/${last}` ? undefined : `/${Number(path.slice(1)) + 1}`))
    expect(idsOf(await crawl(`${await chain(3)}/0`, { currency }))).toEqual(['mug'])
    const message = await expectRejection(crawl(`${await chain(4)}/0`, { currency }))
    expect(message).toBe('The page could not be read: there are more than 3 redirects.')
  })

  test.each([
    ['to itself', () => '/', 1],
    ['to itself with a fragment', () => '/#again', 1],
    ['between two pages', (path: string) => (path === '/' ? '/b' : '/'), 2],
  ])('detects a redirect loop: %s', async (_, locationOf, requests) => {
    const paths: string[] = []
    const host = await startRedirects(path => {
      paths.push(path)
      return locationOf(path)
    })
    expect(await expectRejection(crawl(host, { currency }))).toContain('form a loop')
    expect(paths).toHaveLength(requests)
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
    expect(await expectRejection(crawl(await startRedirects(() => location), { currency }))).toContain(reason)
  })
})

describe('times out after ten seconds', () => {
  /** The crawler's timeout is shortened from ten seconds to a tenth of a second. */
  const { timeout } = AbortSignal
  beforeEach(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => timeout(milliseconds / 100))
  })
  afterEach(() => void vi.restoreAllMocks())

  const expectTimeout = async (host: string, options = {}) => {
    const message = await expectRejection(crawl(host, { currency, ...options }))
    expect(message).toContain('longer than 10 seconds')
    expect(AbortSignal.timeout).toHaveBeenLastCalledWith(10_000)
  }

  test('on a slow page', async () => {
    const intervals: NodeJS.Timeout[] = []
    const host = await startServer((_, response) => {
      response.writeHead(200, html)
      intervals.push(setInterval(() => response.write('<p>'), 10))
    })
    onTestFinished(() => clearInterval(intervals[0]))
    await expectTimeout(host)
  })

  test('on slow headers', async () => {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 200 OK\r\n')
      const interval = setInterval(() => socket.write('x-a: b\r\n'), 10)
      socket.on('close', () => clearInterval(interval))
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    allowHosts(host)
    await expectTimeout(host)
    server.close()
  })

  test('on a host that does not respond', async () => {
    await expectTimeout(await startServer(() => {}))
  })

  test('including the DNS lookup', async () => {
    await expectTimeout('slow.example', { resolve: () => new Promise(() => {}) })
  })

  test('including all redirects', async () => {
    const host = await startServer((request, response) => {
      const next = `/${Number(request.url!.slice(1)) + 1}`
      setTimeout(() => response.writeHead(302, { location: next }).end(), 40)
    })
    await expectTimeout(`${host}/1`)
  })
})

describe('size', () => {
  test('accepts 5 MB, but not one byte more', async () => {
    const full = button() + ' '.repeat(5 * megabyte - button().length)
    expect(idsOf(await crawlPage(full))).toEqual(['mug'])
    expect(await expectRejection(crawlPage(`${full} `))).toContain('larger than 5 MB')
  })

  const serveEndless = (headers: Record<string, string>, part: Buffer, start = Buffer.alloc(0)) => {
    const sent = { bytes: 0 }
    const host = startServer((_, response) => {
      response.writeHead(200, { ...html, ...headers })
      response.write(start)
      const write = () => {
        while (!response.destroyed && response.write(part)) sent.bytes += part.length
        sent.bytes += part.length
      }
      response.on('drain', write)
      write()
    })
    return { host, sent }
  }

  test.each([302, 404])('does not wait for the body of status %d', async status => {
    const closed = Promise.withResolvers<void>()
    const host = await startServer((_, response) => {
      response.writeHead(status, { location: 'ftp://elsewhere.example/' })
      const interval = setInterval(() => response.write('x'.repeat(100_000)), 5)
      response.on('close', () => {
        clearInterval(interval)
        closed.resolve()
      })
    })
    expect(await expectRejection(crawl(host, { currency }))).toMatch(/only http and https|status 404/)
    await closed.promise
  })

  test('stops reading an endless page', async () => {
    const { host, sent } = serveEndless({}, Buffer.alloc(65_536, 'x'))
    expect(await expectRejection(crawl(await host, { currency }))).toContain('larger than 5 MB')
    expect(sent.bytes).toBeLessThan(20 * megabyte)
  })

  test('limits the compressed size as well', async () => {
    const gzipHeader = Buffer.from('1f8b0808000000000003', 'hex')
    const { host, sent } = serveEndless({ 'content-encoding': 'gzip' }, Buffer.alloc(65_536, 'x'), gzipHeader)
    expect(await expectRejection(crawl(await host, { currency }))).toContain('larger than 5 MB')
    expect(sent.bytes).toBeLessThan(20 * megabyte)
  })

  test('does not read the body of an unsupported content type', async () => {
    const { host } = serveEndless({ 'content-type': 'image/png' }, Buffer.alloc(65_536, 'x'))
    expect(await expectRejection(crawl(await host, { currency }))).toContain('the page is neither HTML nor JSON')
  })

  test.each<Record<string, string>>([{}, { 'content-type': 'text/html; charset=shift_jis' }, { 'content-type': '' }])(
    'stops reading an endless page with too many products: %j',
    async headers => {
      const { host } = serveEndless(headers, Buffer.from(button()))
      expect(await expectRejection(crawl(await host, { currency }))).toContain('more than 1,000 products')
    },
  )

  test.each([
    ['', (page: string) => page],
    ['gzip', (page: string) => gzipSync(page, { finishFlush: constants.Z_SYNC_FLUSH })],
  ])('does not wait for the rest of a page with too many products: %j', async (encoding, compress) => {
    const closed = Promise.withResolvers<void>()
    const host = await startServer((_, response) => {
      response.on('close', closed.resolve)
      response.writeHead(200, { ...html, 'content-encoding': encoding })
      response.write(compress(button().repeat(1010)))
    })
    expect(await expectRejection(crawl(host, { currency }))).toContain('more than 1,000 products')
    await closed.promise
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(200 * megabyte))],
    ['deflate', deflateSync(Buffer.alloc(200 * megabyte))],
    ['br', brotliCompressSync(Buffer.alloc(200 * megabyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('stops decompressing a %s bomb', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(megabyte)
    const before = process.memoryUsage().arrayBuffers
    const message = await expectRejection(crawlPage(bomb, { ...html, 'content-encoding': encoding }))
    expect(message).toContain('larger than 5 MB')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * megabyte)
  })

  test('rejects nested compression', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(10 * megabyte)))
    const message = await expectRejection(crawlPage(bomb, { ...html, 'content-encoding': 'gzip, gzip' }))
    expect(message).toContain('not one of gzip, deflate and br')
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
  ])('reads %j', async (encoding, bytes) => {
    expect(idsOf(await crawlPage(bytes, { ...html, 'content-encoding': encoding }))).toEqual(['mug'])
  })

  test.each([
    ['gzip', Buffer.from(button())],
    ['gzip', gzipSync(button()).subarray(0, 40)],
    ['br', Buffer.from(button())],
    ['br', brotliCompressSync(button()).subarray(0, 40)],
    ['deflate', Buffer.from(button())],
    ['zstd', Buffer.from(button())],
    ['constructor', Buffer.from(button())],
  ])('rejects invalid or unknown %s', async (encoding, bytes) => {
    const message = await expectRejection(crawlPage(bytes, { ...html, 'content-encoding': encoding }))
    expect(message).toContain('its content encoding is invalid')
  })
})

describe('replies', () => {
  test.each([400, 401, 403, 404, 410, 429, 500, 503, 300, 304])('reports status %s', async status => {
    const host = await startServer((_, response) => response.writeHead(status, html).end(button()))
    const message = await expectRejection(crawl(host, { currency }))
    expect(message).toBe(`The page could not be read: the host replied with an error status (status ${status}).`)
  })

  test.each(
    [200, 204].flatMap(status => ['', 'identity', 'gzip', 'deflate', 'br'].map(encoding => [status, encoding])),
  )('an empty page has no products: status %s, content encoding %j', async (status, encoding) => {
    const headers = { ...html, 'content-encoding': String(encoding) }
    const host = await startServer((_, response) => response.writeHead(Number(status), headers).end())
    expect(await crawl(host, { currency })).toEqual([])
  })

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9\r\n', 'did not send a valid HTTP response'],
    ['an empty response', '', 'the connection to its host failed'],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'the connection to its host failed',
    ],
    [
      'headers that are too long',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
      'did not send a valid HTTP response',
    ],
    ['an incomplete page', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n<p>', 'connection to its host failed'],
    [
      'an invalid chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'did not send a valid HTTP response',
    ],
    [
      'an incomplete redirect',
      'HTTP/1.1 302 OK\r\nlocation: ftp://a\r\ncontent-length: 99\r\n\r\n<p>',
      'only http and https',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await expectRejection(crawl(await serveBytes(bytes), { currency }))).toContain(reason)
  })

  test('reports a failed connection', async () => {
    const host = await servePage('')
    allowHosts('127.0.0.1:9')
    expect(host).not.toBe('127.0.0.1:9')
    expect(await expectRejection(crawl('127.0.0.1:9', { currency }))).toContain('connection to its host failed')
  })

  test('reports a failed TLS handshake', async () => {
    const host = await servePage(button())
    expect(await expectRejection(crawl(`https://${host}`, { currency }))).toContain('connection to its host failed')
  })
})
