import { expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { code } from '../discounts/samples.ts'
import { call, newTenant } from '../support/store.ts'

test('writes one line for a request: where, whose and how it ended, and nothing of what was in it', async () => {
  const written = vi.spyOn(log, 'info').mockImplementation(() => {})
  const tenant = await newTenant()
  const headers = { Authorization: 'Basic c2tfdGVzdF8x', 'Idempotency-Key': 'ann@example.com' }
  const body = { ...code('ANN'), name: 'For Ann only' }
  const reply = await call('discounts.create', tenant, { body, headers })
  expect(written.mock.calls).toEqual([
    [
      'request',
      {
        endpoint: 'discounts.create',
        requestId: reply.headers['X-Request-Id'],
        account: String(tenant.account),
        mode: 'Test',
        status: 200,
        milliseconds: expect.any(Number),
      },
    ],
  ])
  written.mockRestore()
})
