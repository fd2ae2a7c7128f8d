import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { newTenant, otherMode } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { count, createV1, createV3, report, tenantWithoutFeatures } from './calls.ts'

/** Creates three active V3 subscriptions, one V3 subscription in each other state, and one V1 subscription. */
async function fill(tenant: Tenant): Promise<void> {
  for (const _ of [1, 2, 3]) await createV3(tenant)
  await createV1(tenant)
  for (const change of ['paused', 'cancellationRequested', 'cancelled', 'finished'])
    await report(tenant, await createV3(tenant), change)
  await updateTallies(tenant)
}

test('counts V3 subscriptions in one or more states', async () => {
  const tenant = await newTenant('Live')
  await fill(tenant)
  const counted = async (...states: string[]) => (await count(tenant, { states })).body
  expect(await counted('Active')).toBe(3)
  expect(await counted('paused')).toBe(1)
  expect(await counted('CANCELLATIONREQUESTED', 'Stopped')).toBe(2)
  expect(await counted('Active,Finished')).toBe(4)
  expect(await counted('Active', 'Active,active')).toBe(3)
  expect((await count(tenant, { 'states[]': ['Active', 'Finished'] })).body).toBe(4)
})

test('counts those of the mode in the query, which is Live by default, whatever the mode of the key', async () => {
  const live = await newTenant('Live')
  await fill(live)
  for (const tenant of [live, otherMode(live)]) {
    expect((await count(tenant, { states: 'Active' })).body).toBe(3)
    expect((await count(tenant, { states: 'Active', mode: 'live' })).body).toBe(3)
    expect((await count(tenant, { states: 'Active', mode: 'Test' })).body).toBe(0)
  }
})

test.each<[string, Record<string, string>]>([
  ['no states', {}],
  ['an empty list of states', { states: ',' }],
  ['an unknown state', { states: 'Active,Broken' }],
  ['a state of V1', { states: 'Canceled' }],
  ['an unknown mode', { states: 'Active', mode: 'Demo' }],
])('rejects %s', async (_, query) => {
  expect((await count(await newTenant(), query)).status).toBe(400)
})

test('returns 409 if the feature is not enabled', async () => {
  const reply = await count(await tenantWithoutFeatures(), { states: 'Active' })
  expect(reply).toMatchObject({ status: 409, body: { code: 'feature_not_enabled', status: 409 } })
})
