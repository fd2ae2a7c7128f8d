import { expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { code } from '../discounts/samples.ts'
import { call, newTenant } from '../support/store.ts'

test('logs one line for each request, with its endpoint, account and status, but none of its content', async () => {
  const infoSpy = vi.spyOn(log, 'info').mockImplementation(() => {})
  const tenant = await newTenant()
  const headers = { Authorization: 'Basic c2tfdGVzdF8x', 'Idempotency-Key': 'ann@example.com' }
  const body = { ...code('ANN'), name: 'For Ann only' }
  const reply = await call('discounts.create', tenant, { body, headers })
  expect(infoSpy.mock.calls).toEqual([
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
  infoSpy.mockRestore()
})
