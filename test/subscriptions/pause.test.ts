import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { call } from '../support/store.ts'
import { dashboardGet, get } from './calls.ts'
import { actionsOf, change, newSubscription } from './changes.ts'

test('pauses the subscription at the gateway, and returns it', async () => {
  const { tenant, id } = await newSubscription()
  const reply = await change('pause', tenant, id)
  expect(reply).toMatchObject({ status: 200, body: { id, status: 'Paused' } })
  expect((await get(tenant, id)).body).toEqual(reply.body)
  expect(await actionsOf(tenant, id)).toEqual(['pause'])
  expect((await dashboardGet(tenant, id)).body).toMatchObject({ state: 'Paused', upcomingPayments: [] })
})

test.each(['', null])('pauses here only without an id at the gateway: %j', async gatewayId => {
  const { tenant, id } = await newSubscription({ gatewayId })
  await accounts.update(tenant.account, { gatewayTest: 'none' })
  expect((await change('pause', tenant, id)).body.status).toBe('Paused')
  expect(await actionsOf(tenant, id)).toEqual([])
})

test('names the state that does not allow it', async () => {
  const { tenant, id } = await newSubscription()
  await change('pause', tenant, id)
  const reply = await change('pause', tenant, id)
  expect(reply).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  expect(reply.body.message).toContain('Paused')
  await change('cancel', tenant, id)
  expect((await change('pause', tenant, id)).body.message).toContain('Canceled')
})

test('returns 404 for a subscription of V3', async () => {
  const { tenant } = await newSubscription()
  const params = { id: '01980000-0000-7000-8000-000000000de1' }
  expect((await call('subscriptions.pause', tenant, { params })).status).toBe(404)
})
