import { readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { call, newTenant } from '../support/store.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

const get = (file: string, headers = {}) => call('pages.file', tenant, { rawParams: { file }, headers })

const assets = readdirSync('dist/pages/assets').map(name => name.replace(/\.gz$/, ''))
const assetWith = (extension: string) => `assets/${assets.find(name => name.endsWith(extension))}`

describe('the page', () => {
  test.each(['home', 'orders', 'orders/', 'orders/a%2Fb', 'no/such/screen'])('is the same at %s', async file => {
    const { status, headers, body } = await get(file, { Accept: 'text/html,*/*;q=0.8' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, no-cache' })
    expect(body).toContain('<div id="root">')
  })

  test('names its assets with the path of the stage, and has neither inline scripts nor other origins', async () => {
    const { body } = await get('orders/x')
    const urls = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
    expect(urls.length).toBeGreaterThan(2)
    for (const url of urls) expect(url).toMatch(/^\/test\/admin\/assets\/[\w.-]+$/)
    expect(body).not.toMatch(/<script(?![^>]* src=)/)
  })

  test('allows only its own scripts, and styles with a nonce that is another one in each reply', async () => {
    const [first, second] = [await get('home'), await get('home')]
    const policy = first.headers['Content-Security-Policy']!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
    for (const part of ["connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"])
      expect(policy).toContain(part)
    const [, nonce = ''] = /'nonce-([\w+/=]{20,})'/.exec(policy) ?? []
    expect(first.body).toContain(`nonce="${nonce}"`)
    expect(second.headers['Content-Security-Policy']).not.toContain(nonce)
    expect(first.headers).toMatchObject({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' })
  })

  test('is not sent again while it is unchanged, and its stored policy stays', async () => {
    const { headers } = await get('home')
    const unchanged = await get('orders', { 'If-None-Match': headers.ETag })
    expect(unchanged).toMatchObject({ status: 304, body: '' })
    expect(unchanged.headers).not.toHaveProperty('Content-Security-Policy')
  })
})

describe('an asset', () => {
  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.svg', 'image/svg+xml'],
  ])('%s has its media type, is compressed, and is kept for a year', async (extension, media) => {
    const { status, headers, body } = await get(assetWith(extension))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'Content-Type': media,
      'Content-Encoding': 'gzip',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    expect(gunzipSync(Buffer.from(body, 'base64')).length).toBeGreaterThan(100)
  })

  test.each([
    'assets/none.js',
    'assets/',
    'assets/..%2F..%2Findex.html',
    'assets/..%2F..%2F..%2Fpackage.json',
    'assets/%2e%2e/index.html',
    'assets%2Fx',
  ])('%s does not exist', async file => {
    expect(await get(file)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
