import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { call, newTenant } from '../support/store.ts'

test('serves the script of the page compressed', async () => {
  const { status, headers, body } = await call('docs.script', await newTenant())
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', 'Content-Type': 'text/javascript; charset=utf-8' })
  expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toContain('createApiReference')
})

test('says nothing about the encoding of a script that has not changed', async () => {
  const tenant = await newTenant()
  const { headers } = await call('docs.script', tenant)
  const unchanged = await call('docs.script', tenant, { headers: { 'If-None-Match': headers.ETag! } })
  expect(unchanged.status).toBe(304)
  expect(unchanged.headers).not.toHaveProperty('Content-Encoding')
})
