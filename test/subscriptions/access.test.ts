/**
 * Tests which endpoints reject subscriptions of another store, mode or engine, and which can be used only by stores
 * that have the feature `subscriptions`.
 */

import { expect, test } from 'vitest'
import { routes } from '../../lib/api.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type Call, call, newTenant, otherMode } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { createV1, createV3, v3 } from './calls.ts'

const names = routes.map(({ name }) => name).filter(name => name.startsWith('subscriptions.'))
const requestsOf: Record<string, Call> = {
  'subscriptions.update': { body: { amount: 5, schedule: { interval: 'Month' } } },
  'subscriptions.count': { query: { states: 'Active', mode: 'Test' } },
}
const ofAll = ['subscriptions.list', 'subscriptions.dashboardList', 'subscriptions.count']
const ofOne = names.filter(name => !ofAll.includes(name))
const ofDashboard = ofOne.filter(name => name.includes('dashboard'))
const legacy = ofOne.filter(name => !name.includes('dashboard'))
const needsFeature = (name: string) => name.includes('dashboard') || name.endsWith('.count')

const callFor = (name: string, tenant: Tenant, id: string, request: Call = {}) =>
  call(name, tenant, { ...requestsOf[name], ...(ofOne.includes(name) && { params: { id } }), ...request })

async function newSubscriptions() {
  const tenant = { ...(await newTenant()), mode: 'Test' as const }
  const ids = { V1: await createV1(tenant), V3: await createV3(tenant) }
  await updateTallies(tenant)
  return { tenant, ids }
}

test('there are twelve', () => expect(names).toHaveLength(12))

test.each(ofDashboard)('%s returns 404 for a V1 subscription of another store or of the other mode', async name => {
  const { tenant, ids } = await newSubscriptions()
  for (const other of [await newTenant(), otherMode(tenant)])
    expect(await callFor(name, other, ids.V1)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await callFor(name, tenant, ids.V1)).status).toBe(200)
})

test.each(legacy)('%s returns 404 for a subscription of V3', async name => {
  const { tenant, ids } = await newSubscriptions()
  expect(await callFor(name, tenant, ids.V3)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each(names)('%s needs the feature only on the dashboard and for the count', async name => {
  const { tenant, ids } = await newSubscriptions()
  const id = name.includes('dashboard') ? ids.V3 : ids.V1
  const query = { ...requestsOf[name]?.query, ...(name.includes('dashboard') && v3) }
  const { status, body } = await callFor(name, { ...tenant, features: [] } as Tenant, id, { query })
  if (needsFeature(name)) expect({ status, code: body.code }).toEqual({ status: 409, code: 'feature_not_enabled' })
  else expect([status, body.code]).toEqual(name.endsWith('.resume') ? [409, 'state_conflict'] : [200, undefined])
})
