import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { call, newTenant } from '../support/store.ts'

test('returns the account of the key, with the mode and the scope of the key', async () => {
  const tenant = await newTenant('Live')
  await accounts.update(tenant.account, { language: 'de', features: ['creditNotes'] })
  const { status, body } = await call('account.get', { ...tenant, scope: 'read' })
  expect(status).toBe(200)
  expect(body).toEqual({
    account: tenant.account,
    name: 'A test store',
    currency: 'EUR',
    language: 'de',
    timeZone: 'UTC',
    features: ['creditNotes'],
    mode: 'Live',
    scope: 'read',
  })
})
