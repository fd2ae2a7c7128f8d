/** Forbidden addresses are rejected before any connection. */

import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { crawl } from '../../lib/crawler/index.ts'
import { isPublic } from '../../lib/crawler/ip-address.ts'
import { button, crawled, refusalOf, site } from './site.ts'

const connectTruly = Socket.prototype.connect
const connect = vi.spyOn(Socket.prototype, 'connect')
beforeEach(() => {
  connect.mockClear()
  delete process.env.CRAWLER_ALLOW_HOSTS
})
afterEach(() => {
  process.env.STAGE = 'test'
  delete process.env.AWS_LAMBDA_FUNCTION_NAME
})

const inside = 'the host does not have a public IP address'
const scheme = 'only http and https URLs are supported'
const malformed = 'it is not a valid URL'
const port = 'only ports 80, 443, 8080 and 8443 are allowed'
const credentials = 'it must not contain a user name or password'
const unknown = 'its host does not exist'

/** Names that lead somewhere else than they look. */
const names: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'shop.localhost': ['127.0.0.1'],
  intranet: ['10.1.2.3'],
  'inside.example': ['192.168.1.1'],
  'half.example': ['93.184.215.14', '10.0.0.1'],
  'half-six.example': ['93.184.215.14', 'fd00::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'six.example': ['2606:2800:220:1::1', '::1'],
  'zone.example': ['fe80::1%eth0'],
  'nothing.example': [],
  'nonsense.example': ['not an address'],
  '169.254.169.254.nip.io': ['169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  'instance-data': ['169.254.169.254'],
  'good.example': ['93.184.215.14'],
}

const resolve = async (host: string) => {
  const found = names[host]
  if (!found) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
  return found.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const hostile: [url: string, reason: string][] = [
  // schemes
  ['javascript:alert(1)', scheme],
  ['JavaScript:alert(1)', scheme],
  ['file:///etc/passwd', scheme],
  ['FILE:/etc/passwd', scheme],
  ['ftp://good.example/', scheme],
  ['gopher://good.example:80/_GET', scheme],
  ['data:text/html,<b>', scheme],
  ['dict://good.example:8080/', scheme],
  ['ldap://good.example:8080/', scheme],
  ['ws://good.example/', scheme],
  ['blob:http://good.example/1', scheme],
  ['about:blank', scheme],
  ['mailto:a@good.example', scheme],
  ['jar:http://good.example!/', scheme],
  ['view-source:http://good.example', scheme],
  ['user:pass@good.example', scheme],
  // no addresses
  ['', malformed],
  ['   ', malformed],
  ['http://', malformed],
  ['http:///', malformed],
  ['?q', malformed],
  ['#', malformed],
  ['http://exa mple.com/', malformed],
  ['http://good.example:99999/', malformed],
  ['http://good.example:-1/', malformed],
  ['http://[::1', malformed],
  ['http://[fe80::1%25eth0]/', malformed],
  ['http://[fe80::1%eth0]/', malformed],
  ['http://[127.0.0.1]/', malformed],
  ['http://256.256.256.256/', malformed],
  ['http://1.2.3.4.5/', malformed],
  ['http://0x100000000/', malformed],
  ['http://%00/', malformed],
  ['http://good.example%2f@/', malformed],
  [`http://good.example/${'a'.repeat(2048)}`, malformed],
  ['java\nscript:alert(1)', malformed],
  // ports and credentials
  ['http://good.example:22/', port],
  ['http://good.example:25/', port],
  ['http://good.example:0/', port],
  ['http://good.example:6379/', port],
  ['https://good.example:8000/', port],
  ['good.example:3306/page', port],
  ['http://127.0.0.1:11211/', port],
  ['http://user@good.example/', credentials],
  ['http://user:secret@good.example/', credentials],
  ['http://:secret@good.example/', credentials],
  ['http://good.example@127.0.0.1/', credentials],
  ['http://good.example:80@127.0.0.1/', credentials],
  // this machine, in every notation
  ['http://127.0.0.1/', inside],
  ['127.0.0.1', inside],
  ['127.0.0.1:8080/x', inside],
  ['//127.0.0.1/', inside],
  ['http:127.0.0.1', inside],
  ['http:/127.0.0.1', inside],
  ['http:\\\\127.0.0.1\\', inside],
  ['http://127.0.0.1\\@good.example/', inside],
  ['http://127.0.0.1#@good.example/', inside],
  ['http://127.0.0.1?@good.example/', inside],
  ['\thttp://127.0.0.1/', inside],
  ['http://127.0.\n0.1/', inside],
  ['http://127.1/', inside],
  ['http://127.0.1/', inside],
  ['http://2130706433/', inside],
  ['http://017700000001/', inside],
  ['http://0177.0.0.1/', inside],
  ['http://0x7f000001/', inside],
  ['http://0x7f.0x0.0x0.0x1/', inside],
  ['http://0x7F.1/', inside],
  ['http://127.0.0.1./', inside],
  ['http://%31%32%37.0.0.1/', inside],
  ['http://１２７.０.０.１/', inside],
  ['http://①②⑦.⓪.⓪.①/', inside],
  ['http://127。0。0。1/', inside],
  ['http://127.255.255.254/', inside],
  ['http://0/', inside],
  ['http://0.0.0.0:8080/', inside],
  ['http://[::1]/', inside],
  ['[::1]:8443/', inside],
  ['http://[0:0:0:0:0:0:0:1]/', inside],
  ['http://[::]/', inside],
  ['http://[::ffff:127.0.0.1]/', inside],
  ['http://[::ffff:7f00:1]/', inside],
  ['http://[::ffff:5db8:d70e]/', inside],
  ['http://[::127.0.0.1]/', inside],
  ['http://[64:ff9b::127.0.0.1]/', inside],
  ['http://[64:ff9b:1::a00:1]/', inside],
  ['http://[2002:7f00:1::]/', inside],
  ['http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', inside],
  // networks inside
  ['http://10.0.0.1/', inside],
  ['http://172.16.0.1/', inside],
  ['http://172.31.255.255/', inside],
  ['http://192.168.0.1/', inside],
  ['http://100.64.0.1/', inside],
  ['http://100.100.100.200/', inside],
  ['http://169.254.169.254/latest/meta-data/', inside],
  ['http://2852039166/latest/meta-data/', inside],
  ['http://0xa9fea9fe/', inside],
  ['http://0251.0376.0251.0376/', inside],
  ['http://169.254.43518/', inside],
  ['http://[::ffff:a9fe:a9fe]/', inside],
  ['http://169.254.170.2/v2/credentials', inside],
  ['http://[fd00:ec2::254]/', inside],
  ['http://[fe80::1]/', inside],
  ['http://[fec0::1]/', inside],
  ['http://[ff02::1]/', inside],
  ['http://[2001:db8::1]/', inside],
  ['http://224.0.0.1/', inside],
  ['http://255.255.255.255/', inside],
  ['http://240.0.0.1/', inside],
  ['http://198.18.0.1/', inside],
  ['http://192.0.2.1/', inside],
  // names
  ['http://localhost/', inside],
  ['LOCALHOST:8080', inside],
  ['http://localhost./', inside],
  ['http://loc%61lhost/', inside],
  ['http://shop.localhost/', inside],
  ['intranet/page', inside],
  ['inside.example', inside],
  ['https://half.example/', inside],
  ['https://half-six.example/', inside],
  ['mapped.example', inside],
  ['nat64.example', inside],
  ['six.example', inside],
  ['zone.example', inside],
  ['nonsense.example', inside],
  ['http://169.254.169.254.nip.io/', inside],
  ['http://metadata.google.internal/computeMetadata/v1/', inside],
  ['http://instance-data/latest/', inside],
  ['nothing.example', unknown],
  ['http://nobody.example/', unknown],
  ['http://xn--/', unknown],
]

test('rejects every internal address without connecting', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(80)
  for (const [url, reason] of hostile) {
    const refusal = await refusalOf(crawl(url, { currency: 'eur', resolve }))
    expect.soft(refusal, url).toBe(`The page could not be read: ${reason}.`)
  }
  expect(connect).not.toHaveBeenCalled()
})

test('connects to an exempt host, which the previous test would detect', async () => {
  expect(await crawled('<p>')).toEqual([])
  expect(connect).toHaveBeenCalledOnce()
})

test('does not reveal the addresses of a host', async () => {
  const refusal = crawl('inside.example', { currency: 'eur', resolve })
  await expect(refusal).rejects.toMatchObject({
    code: 'page_not_readable',
    errors: { fetchUrl: [inside] },
    message: expect.not.stringContaining('192.168'),
  })
})

describe('DNS rebinding', () => {
  const publicly = '93.184.215.14'

  /** A simulated internet: sockets check their addresses, then connect to one local site. */
  async function internet(sites: Record<string, RequestListener>) {
    const hosts = new Map<string, string>()
    for (const [address, answer] of Object.entries(sites)) hosts.set(address, await site(answer))
    delete process.env.CRAWLER_ALLOW_HOSTS
    const attempts: string[] = []
    connect.mockImplementation(function (this: Socket, normalized: any) {
      const [{ host, port, lookup }] = normalized
      lookup(host, { all: true }, (_: unknown, [first]: LookupAddress[]) => {
        const { address } = first!
        attempts.push(`${address}:${port}`)
        const [, standIn] = hosts.get(address)?.split(':') ?? []
        if (standIn) Reflect.apply(connectTruly, this, [Number(standIn), '127.0.0.1'])
        else this.destroy(new Error(`Nobody stands in for ${address}.`))
      })
      return this
    })
    onTestFinished(() => void connect.mockReset())
    return attempts
  }

  const rebinding = () => {
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return [{ address: asked.length === 1 ? publicly : '127.0.0.1', family: 4 }]
    }
    return { asked, resolve }
  }

  const inner: string[] = []
  const innermost: RequestListener = ({ url }, response) => {
    inner.push(String(url))
    response.end('secret')
  }
  beforeEach(() => {
    inner.length = 0
  })

  test('resolves a host once, and connects to the checked address', async () => {
    const attempts = await internet({
      [publicly]: (_, response) => response.setHeader('content-type', 'text/html').end(button('outside')),
      '127.0.0.1': innermost,
    })
    const { asked, resolve } = rebinding()
    const seen = await crawl('http://rebound.example:8080/', { currency: 'eur', resolve })
    expect(seen).toMatchObject([{ userDefinedId: 'outside' }])
    expect({ asked, attempts, inner }).toEqual({
      asked: ['rebound.example'],
      attempts: [`${publicly}:8080`],
      inner: [],
    })
  })

  test('rejects a redirect to a host that now resolves to an internal address', async () => {
    const attempts = await internet({
      [publicly]: (_, response) => response.writeHead(302, { location: '/again' }).end(),
      '127.0.0.1': innermost,
    })
    const { asked, resolve } = rebinding()
    const work = crawl('http://rebound.example:8080/', { currency: 'eur', resolve })
    expect(await refusalOf(work)).toContain(inside)
    expect({ asked, attempts, inner }).toEqual({
      asked: ['rebound.example', 'rebound.example'],
      attempts: [`${publicly}:8080`],
      inner: [],
    })
  })
})

describe('exempt hosts', () => {
  const reason = async (url: string, allowed: string) => {
    process.env.CRAWLER_ALLOW_HOSTS = allowed
    return refusalOf(
      crawl(url, { currency: 'eur', resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
    )
  }
  /** Allowed, but nothing listens there. */
  const letThrough = 'The page could not be read: the connection to its host failed.'

  test.each([
    ['http://localhost:9/', 'localhost', true],
    ['http://LOCALHOST:9/', ' a.example , LocalHost ', true],
    ['http://localhost:9/', 'localhost:9', true],
    ['http://127.0.0.1:9/', '127.0.0.1:9', true],
    ['http://127.1:9/', '127.0.0.1:9', true],
    ['http://localhost:8080/', 'localhost:9', false],
    ['http://localhost/', 'localhost:8080', false],
    ['http://localhost:9/', 'localhos', false],
    ['http://a.localhost:8080/', 'localhost', false],
    ['http://127.0.0.1:8080/', 'localhost', false],
    ['http://127.0.0.1:8080/', '', false],
    ['http://127.0.0.1:8080/', ',', false],
    ['http://127.0.0.1:8080/', '*', false],
  ])('%s with %j exempt: %s', async (url, allowed, isLet) => {
    expect((await reason(url, allowed)) === letThrough).toBe(isLet)
  })

  test('scheme and credentials are still checked', async () => {
    expect(await reason('ftp://localhost:9/', 'localhost')).toContain(scheme)
    expect(await reason('http://a:b@localhost:9/', 'localhost')).toContain(credentials)
  })

  test.each(['prod', 'dev', 'Local', 'testing', ''])('are ignored in the stage %j', async stage => {
    process.env.STAGE = stage
    expect(await reason('http://localhost:8080/', 'localhost')).toContain(inside)
  })

  test('are ignored without a stage', async () => {
    delete process.env.STAGE
    expect(await reason('http://localhost:8080/', 'localhost')).toContain(inside)
  })

  test.each(['local', 'test'])('are ignored in a Lambda, even in the stage %s', async stage => {
    process.env.STAGE = stage
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'products-crawl'
    expect(await reason('http://localhost:8080/', 'localhost')).toContain(inside)
  })
})

describe('public addresses', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '223.255.255.255',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450:4001:80b::200e',
  ])('%s is public', address => expect(isPublic(address)).toBe(true))

  test.each([
    '0.1.2.3',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.0.0',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.255',
    '192.88.99.1',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.0',
    '239.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4 ',
  ])('%s is not public', address => expect(isPublic(address)).toBe(false))
})
