import { expect, test } from 'vitest'
import { call, newTenant } from '../support/store.ts'

test('serves the page to a browser, with a policy that allows connections to its own server only', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const { status, headers, body } = await call('docs.page', await newTenant(), { headers: { Accept: accept } })
  expect(status).toBe(200)
  expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
  expect(headers['Content-Security-Policy']).toBe("frame-ancestors 'none'")
  expect(body).toContain("connect-src 'self'")
  expect(body).not.toMatch(/https?:\/\//)
})
