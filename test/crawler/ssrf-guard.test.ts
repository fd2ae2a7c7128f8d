/** Tests that the crawler rejects internal addresses before it connects. */

import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { crawl } from '../../lib/crawler/index.ts'
import { isPublicAddress } from '../../lib/crawler/ssrf-guard.ts'
import { button, crawlPage, expectRejection, startServer } from './site.ts'

const originalConnect = Socket.prototype.connect
const connect = vi.spyOn(Socket.prototype, 'connect')
beforeEach(() => {
  connect.mockClear()
  delete process.env.CRAWLER_ALLOW_HOSTS
})
afterEach(() => {
  process.env.STAGE = 'test'
  delete process.env.AWS_LAMBDA_FUNCTION_NAME
})

const notPublic = 'the host does not have a public IP address'
const unsupportedScheme = 'only http and https URLs are supported'
const invalidUrl = 'it is not a valid URL'
const portNotAllowed = 'only ports 80, 443, 8080 and 8443 are allowed'
const credentialsNotAllowed = 'it must not contain a user name or password'
const unknownHost = 'its host does not exist'

/** The DNS records of the tests. */
const addressesByHost: Record<string, string[]> = {
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
  const addresses = addressesByHost[host]
  if (!addresses) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
  return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const rejectedUrls: [url: string, reason: string][] = [
  // schemes
  ['javascript:alert(1)', unsupportedScheme],
  ['JavaScript:alert(1)', unsupportedScheme],
  ['file:///etc/passwd', unsupportedScheme],
  ['FILE:/etc/passwd', unsupportedScheme],
  ['ftp://good.example/', unsupportedScheme],
  ['gopher://good.example:80/_GET', unsupportedScheme],
  ['data:text/html,<b>', unsupportedScheme],
  ['dict://good.example:8080/', unsupportedScheme],
  ['ldap://good.example:8080/', unsupportedScheme],
  ['ws://good.example/', unsupportedScheme],
  ['blob:http://good.example/1', unsupportedScheme],
  ['about:blank', unsupportedScheme],
  ['mailto:a@good.example', unsupportedScheme],
  ['jar:http://good.example!/', unsupportedScheme],
  ['view-source:http://good.example', unsupportedScheme],
  ['user:pass@good.example', unsupportedScheme],
  // invalid URLs
  ['', invalidUrl],
  ['   ', invalidUrl],
  ['http://', invalidUrl],
  ['http:///', invalidUrl],
  ['?q', invalidUrl],
  ['#', invalidUrl],
  ['http://exa mple.com/', invalidUrl],
  ['http://good.example:99999/', invalidUrl],
  ['http://good.example:-1/', invalidUrl],
  ['http://[::1', invalidUrl],
  ['http://[fe80::1%25eth0]/', invalidUrl],
  ['http://[fe80::1%eth0]/', invalidUrl],
  ['http://[127.0.0.1]/', invalidUrl],
  ['http://256.256.256.256/', invalidUrl],
  ['http://1.2.3.4.5/', invalidUrl],
  ['http://0x100000000/', invalidUrl],
  ['http://%00/', invalidUrl],
  ['http://good.example%2f@/', invalidUrl],
  [`http://good.example/${'a'.repeat(2048)}`, invalidUrl],
  ['java\nscript:alert(1)', invalidUrl],
  // ports and credentials
  ['http://good.example:22/', portNotAllowed],
  ['http://good.example:25/', portNotAllowed],
  ['http://good.example:0/', portNotAllowed],
  ['http://good.example:6379/', portNotAllowed],
  ['https://good.example:8000/', portNotAllowed],
  ['good.example:3306/page', portNotAllowed],
  ['http://127.0.0.1:11211/', portNotAllowed],
  ['http://user@good.example/', credentialsNotAllowed],
  ['http://user:secret@good.example/', credentialsNotAllowed],
  ['http://:secret@good.example/', credentialsNotAllowed],
  ['http://good.example@127.0.0.1/', credentialsNotAllowed],
  ['http://good.example:80@127.0.0.1/', credentialsNotAllowed],
  // loopback addresses in many notations, and IPv6 addresses that contain an IPv4 address
  ['http://127.0.0.1/', notPublic],
  ['127.0.0.1', notPublic],
  ['127.0.0.1:8080/x', notPublic],
  ['//127.0.0.1/', notPublic],
  ['http:127.0.0.1', notPublic],
  ['http:/127.0.0.1', notPublic],
  ['http:\\\\127.0.0.1\\', notPublic],
  ['http://127.0.0.1\\@good.example/', notPublic],
  ['http://127.0.0.1#@good.example/', notPublic],
  ['http://127.0.0.1?@good.example/', notPublic],
  ['\thttp://127.0.0.1/', notPublic],
  ['http://127.0.\n0.1/', notPublic],
  ['http://127.1/', notPublic],
  ['http://127.0.1/', notPublic],
  ['http://2130706433/', notPublic],
  ['http://017700000001/', notPublic],
  ['http://0177.0.0.1/', notPublic],
  ['http://0x7f000001/', notPublic],
  ['http://0x7f.0x0.0x0.0x1/', notPublic],
  ['http://0x7F.1/', notPublic],
  ['http://127.0.0.1./', notPublic],
  ['http://%31%32%37.0.0.1/', notPublic],
  ['http://１２７.０.０.１/', notPublic],
  ['http://①②⑦.⓪.⓪.①/', notPublic],
  ['http://127。0。0。1/', notPublic],
  ['http://127.255.255.254/', notPublic],
  ['http://0/', notPublic],
  ['http://0.0.0.0:8080/', notPublic],
  ['http://[::1]/', notPublic],
  ['[::1]:8443/', notPublic],
  ['http://[0:0:0:0:0:0:0:1]/', notPublic],
  ['http://[::]/', notPublic],
  ['http://[::ffff:127.0.0.1]/', notPublic],
  ['http://[::ffff:7f00:1]/', notPublic],
  ['http://[::ffff:5db8:d70e]/', notPublic],
  ['http://[::127.0.0.1]/', notPublic],
  ['http://[64:ff9b::127.0.0.1]/', notPublic],
  ['http://[64:ff9b:1::a00:1]/', notPublic],
  ['http://[2002:7f00:1::]/', notPublic],
  ['http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', notPublic],
  // internal networks, and other networks for special purposes
  ['http://10.0.0.1/', notPublic],
  ['http://172.16.0.1/', notPublic],
  ['http://172.31.255.255/', notPublic],
  ['http://192.168.0.1/', notPublic],
  ['http://100.64.0.1/', notPublic],
  ['http://100.100.100.200/', notPublic],
  ['http://169.254.169.254/latest/meta-data/', notPublic],
  ['http://2852039166/latest/meta-data/', notPublic],
  ['http://0xa9fea9fe/', notPublic],
  ['http://0251.0376.0251.0376/', notPublic],
  ['http://169.254.43518/', notPublic],
  ['http://[::ffff:a9fe:a9fe]/', notPublic],
  ['http://169.254.170.2/v2/credentials', notPublic],
  ['http://[fd00:ec2::254]/', notPublic],
  ['http://[fe80::1]/', notPublic],
  ['http://[fec0::1]/', notPublic],
  ['http://[ff02::1]/', notPublic],
  ['http://[2001:db8::1]/', notPublic],
  ['http://224.0.0.1/', notPublic],
  ['http://255.255.255.255/', notPublic],
  ['http://240.0.0.1/', notPublic],
  ['http://198.18.0.1/', notPublic],
  ['http://192.0.2.1/', notPublic],
  // host names
  ['http://localhost/', notPublic],
  ['LOCALHOST:8080', notPublic],
  ['http://localhost./', notPublic],
  ['http://loc%61lhost/', notPublic],
  ['http://shop.localhost/', notPublic],
  ['intranet/page', notPublic],
  ['inside.example', notPublic],
  ['https://half.example/', notPublic],
  ['https://half-six.example/', notPublic],
  ['mapped.example', notPublic],
  ['nat64.example', notPublic],
  ['six.example', notPublic],
  ['zone.example', notPublic],
  ['nonsense.example', notPublic],
  ['http://169.254.169.254.nip.io/', notPublic],
  ['http://metadata.google.internal/computeMetadata/v1/', notPublic],
  ['http://instance-data/latest/', notPublic],
  ['nothing.example', unknownHost],
  ['http://missing.example/', unknownHost],
  ['http://xn--/', unknownHost],
]

test('rejects every internal address without connecting', async () => {
  process.env.STAGE = 'prod'
  expect(rejectedUrls.length).toBeGreaterThanOrEqual(80)
  for (const [url, reason] of rejectedUrls) {
    const message = await expectRejection(crawl(url, { currency: 'eur', resolve }))
    expect.soft(message, url).toBe(`The page could not be read: ${reason}.`)
  }
  expect(connect).not.toHaveBeenCalled()
})

test('connects to an exempt host, which the previous test would detect', async () => {
  expect(await crawlPage('<p>')).toEqual([])
  expect(connect).toHaveBeenCalledOnce()
})

test('does not reveal the addresses of a host', async () => {
  process.env.STAGE = 'prod'
  const crawling = crawl('inside.example', { currency: 'eur', resolve })
  await expect(crawling).rejects.toMatchObject({
    code: 'page_not_readable',
    errors: { fetchUrl: [notPublic] },
    message: expect.not.stringContaining('192.168'),
  })
})

describe('DNS rebinding', () => {
  const publicAddress = '93.184.215.14'

  /**
   * Simulates the internet. Each socket resolves its host, and then connects to the local server that stands for the
   * resolved address. Returns the list of all connections.
   */
  async function simulateInternet(sites: Record<string, RequestListener>) {
    const hosts = new Map<string, string>()
    for (const [address, listener] of Object.entries(sites)) hosts.set(address, await startServer(listener))
    delete process.env.CRAWLER_ALLOW_HOSTS
    const connections: string[] = []
    connect.mockImplementation(function (this: Socket, normalized: any) {
      const [{ host, port, lookup }] = normalized
      lookup(host, { all: true }, (_: unknown, [first]: LookupAddress[]) => {
        const { address } = first!
        connections.push(`${address}:${port}`)
        const [, localPort] = hosts.get(address)?.split(':') ?? []
        if (localPort) Reflect.apply(originalConnect, this, [Number(localPort), '127.0.0.1'])
        else this.destroy(new Error(`There is no server for ${address}.`))
      })
      return this
    })
    onTestFinished(() => void connect.mockReset())
    return connections
  }

  /**
   * Returns a function that resolves a host to a public address at the first lookup, and to an internal address at
   * later lookups. Also returns the hosts that were looked up.
   */
  const createRebinding = () => {
    const lookups: string[] = []
    const resolve = async (host: string) => {
      lookups.push(host)
      return [{ address: lookups.length === 1 ? publicAddress : '127.0.0.1', family: 4 }]
    }
    return { lookups, resolve }
  }

  const internalRequests: string[] = []
  const internalServer: RequestListener = ({ url }, response) => {
    internalRequests.push(String(url))
    response.end('secret')
  }
  beforeEach(() => {
    internalRequests.length = 0
  })

  test('resolves a host once, and connects to the checked address', async () => {
    const connections = await simulateInternet({
      [publicAddress]: (_, response) => response.setHeader('content-type', 'text/html').end(button('public')),
      '127.0.0.1': internalServer,
    })
    const { lookups, resolve } = createRebinding()
    const products = await crawl('http://rebound.example:8080/', { currency: 'eur', resolve })
    expect(products).toMatchObject([{ userDefinedId: 'public' }])
    expect({ lookups, connections, internalRequests }).toEqual({
      lookups: ['rebound.example'],
      connections: [`${publicAddress}:8080`],
      internalRequests: [],
    })
  })

  test('rejects a redirect to a host that now resolves to an internal address', async () => {
    const connections = await simulateInternet({
      [publicAddress]: (_, response) => response.writeHead(302, { location: '/again' }).end(),
      '127.0.0.1': internalServer,
    })
    const { lookups, resolve } = createRebinding()
    const crawling = crawl('http://rebound.example:8080/', { currency: 'eur', resolve })
    expect(await expectRejection(crawling)).toContain(notPublic)
    expect({ lookups, connections, internalRequests }).toEqual({
      lookups: ['rebound.example', 'rebound.example'],
      connections: [`${publicAddress}:8080`],
      internalRequests: [],
    })
  })
})

describe('exempt hosts', () => {
  const crawlWithExemption = async (url: string, exemptHosts: string) => {
    process.env.CRAWLER_ALLOW_HOSTS = exemptHosts
    return expectRejection(crawl(url, { currency: 'eur', resolve: async () => [{ address: '127.0.0.1', family: 4 }] }))
  }
  /** The crawler reports this error for an accepted address, because no server listens there. */
  const connectionFailed = 'The page could not be read: the connection to its host failed.'

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
  ])('%s with the exempt hosts %j: %s', async (url, exemptHosts, isExempt) => {
    expect((await crawlWithExemption(url, exemptHosts)) === connectionFailed).toBe(isExempt)
  })

  test.each([
    ['http://localhost:8080/shop?a=b', 'localhost:8080'],
    ['http://127.0.0.1:5173/', '127.0.0.1:5173'],
    ['http://localhost/', 'localhost'],
  ])('the refusal of %s names the setting that allows it', async (url, host) => {
    expect(await crawlWithExemption(url, 'other.example')).toMatch(
      new RegExp(` \\(to allow it on this machine, set CRAWLER_ALLOW_HOSTS=${host}\\)\\.$`),
    )
    expect(await crawlWithExemption(url, host)).toBe(connectionFailed)
  })

  test('scheme and credentials are still checked', async () => {
    expect(await crawlWithExemption('ftp://localhost:9/', 'localhost')).toContain(unsupportedScheme)
    expect(await crawlWithExemption('http://a:b@localhost:9/', 'localhost')).toContain(credentialsNotAllowed)
  })

  test.each(['prod', 'dev', 'Local', 'testing', ''])('are ignored in the stage %j', async stage => {
    process.env.STAGE = stage
    expect(await crawlWithExemption('http://localhost:8080/', 'localhost')).toBe(
      `The page could not be read: ${notPublic}.`,
    )
  })

  test('are ignored without a stage', async () => {
    delete process.env.STAGE
    expect(await crawlWithExemption('http://localhost:8080/', 'localhost')).toContain(notPublic)
  })

  test.each(['local', 'test'])('are ignored in a Lambda, even in the stage %s', async stage => {
    process.env.STAGE = stage
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'products-crawl'
    expect(await crawlWithExemption('http://localhost:8080/', 'localhost')).toContain(notPublic)
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
  ])('%s is public', address => expect(isPublicAddress(address)).toBe(true))

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
  ])('%s is not public', address => expect(isPublicAddress(address)).toBe(false))
})
