/** A host is believed to be the one that was asked for only where its certificate proves it. */

import { spawnSync } from 'node:child_process'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { crawl } from '../../lib/crawler/index.ts'
import { allow, button, refusalOf } from './site.ts'

/** Self-signed, for shop.example. Node makes keys and no certificates; without this tool the tests are skipped. */
const makes =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=shop.example'
const names = 'subjectAltName=DNS:shop.example'
const made = spawnSync('openssl', [...makes.split(' '), '-addext', names, '-keyout', '-'], {
  encoding: 'utf8',
})
const isMade = made.status === 0
const [, key = '', cert = ''] = /^(.*-----END PRIVATE KEY-----\n)(.*)$/s.exec(made.stdout) ?? []
const trusted = getCACertificates()

afterEach(() => {
  delete process.env.CRAWLER_ALLOW_HOSTS
  setDefaultCACertificates(trusted)
})

/** A shop that calls itself shop.example, and signed that itself. */
async function shop() {
  const visits: string[] = []
  const server = createServer({ key, cert }, ({ headers }, response) => {
    visits.push(String(headers.host))
    response.writeHead(200, { 'content-type': 'text/html' }).end(button())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const visit = (name: string) => {
    allow(`${name}:${port}`)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    return crawl(`https://${name}:${port}/`, { currency: 'eur', resolve })
  }
  return { visit, visits }
}

const refused = 'The page could not be read: the TLS certificate of the host is not valid.'

test.skipIf(!isMade)('accepts a trusted certificate', async () => {
  setDefaultCACertificates([...trusted, cert])
  const { visit } = await shop()
  expect(await visit('shop.example')).toMatchObject([{ userDefinedId: 'mug' }])
})

test.skipIf(!isMade)('rejects a self-signed certificate', async () => {
  const { visit, visits } = await shop()
  expect(await refusalOf(visit('shop.example'))).toBe(refused)
  expect(visits).toEqual([])
})

test.skipIf(!isMade).each(['other.example', 'a.shop.example', 'localhost', '127.0.0.1'])(
  'refuses the certificate of another name, though it is trusted: %s',
  async name => {
    setDefaultCACertificates([...trusted, cert])
    const { visit, visits } = await shop()
    expect(await refusalOf(visit(name))).toBe(refused)
    expect(visits).toEqual([])
  },
)
