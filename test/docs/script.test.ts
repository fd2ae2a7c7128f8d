import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { call, newTenant } from '../support/store.ts'

test('serves the script of the page compressed', async () => {
  const { status, headers, body } = await call('docs.script', await newTenant())
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'Content-Encoding': 'gzip',
    'Content-Type': 'text/javascript; charset=utf-8',
  })
  expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toContain('createApiReference')
})
