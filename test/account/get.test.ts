import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { call, newTenant, otherMode } from '../support/store.ts'

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

test('returns to each key its own account and mode', async () => {
  const [one, other] = [await newTenant(), await newTenant()]
  const shown = await Promise.all(
    [one, other, otherMode(one)].map(async tenant => (await call('account.get', tenant)).body),
  )
  expect(shown).toMatchObject([one, other, otherMode(one)])
})
