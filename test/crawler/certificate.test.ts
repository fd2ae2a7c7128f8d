/** Tests that the crawler accepts a TLS host only with a trusted certificate for its name. */

import { spawnSync } from 'node:child_process'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { crawl } from '../../lib/crawler/index.ts'
import { allowHosts, button, expectRejection } from './site.ts'

/**
 * Arguments of openssl for a self-signed certificate for shop.example. Node cannot create certificates, so the tests
 * are skipped if there is no openssl.
 */
const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=shop.example'
const extension = 'subjectAltName=DNS:shop.example'
const openssl = spawnSync('openssl', [...request.split(' '), '-addext', extension, '-keyout', '-'], {
  encoding: 'utf8',
})
const hasCertificate = openssl.status === 0
const [, key = '', cert = ''] = /^(.*-----END PRIVATE KEY-----\n)(.*)$/s.exec(openssl.stdout) ?? []
const trustedCertificates = getCACertificates()

afterEach(() => {
  delete process.env.CRAWLER_ALLOW_HOSTS
  setDefaultCACertificates(trustedCertificates)
})

/** Starts a TLS server with the self-signed certificate. */
async function startShop() {
  const requestedHosts: string[] = []
  const server = createServer({ key, cert }, ({ headers }, response) => {
    requestedHosts.push(String(headers.host))
    response.writeHead(200, { 'content-type': 'text/html' }).end(button())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const crawlHost = (name: string) => {
    allowHosts(`${name}:${port}`)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    return crawl(`https://${name}:${port}/`, { currency: 'eur', resolve })
  }
  return { crawlHost, requestedHosts }
}

const invalidCertificate = 'The page could not be read: the TLS certificate of the host is not valid.'

test.skipIf(!hasCertificate)('accepts a trusted certificate', async () => {
  setDefaultCACertificates([...trustedCertificates, cert])
  const { crawlHost } = await startShop()
  expect(await crawlHost('shop.example')).toMatchObject([{ userDefinedId: 'mug' }])
})

test.skipIf(!hasCertificate)('rejects a self-signed certificate', async () => {
  const { crawlHost, requestedHosts } = await startShop()
  expect(await expectRejection(crawlHost('shop.example'))).toBe(invalidCertificate)
  expect(requestedHosts).toEqual([])
})

test.skipIf(!hasCertificate).each(['other.example', 'a.shop.example', 'localhost', '127.0.0.1'])(
  'rejects a trusted certificate for another name: %s',
  async name => {
    setDefaultCACertificates([...trustedCertificates, cert])
    const { crawlHost, requestedHosts } = await startShop()
    expect(await expectRejection(crawlHost(name))).toBe(invalidCertificate)
    expect(requestedHosts).toEqual([])
  },
)
