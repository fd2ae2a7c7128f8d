import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import { recoverAll } from '../support/payments.ts'
import { dashboardGet, get } from './calls.ts'
import { actionsOf, change, newSubscription } from './changes.ts'

beforeEach(() => void vi.spyOn(log, 'warn').mockImplementation(() => {}))

test('pauses the subscription at the gateway, and returns it', async () => {
  const { tenant, id } = await newSubscription()
  const reply = await change('pause', tenant, id)
  expect(reply).toMatchObject({ status: 200, body: { id, status: 'Paused' } })
  expect((await get(tenant, id)).body).toEqual(reply.body)
  expect(await actionsOf(tenant, id)).toEqual(['pause'])
  expect((await dashboardGet(tenant, id)).body).toMatchObject({ state: 'Paused', upcomingPayments: [] })
})

test('a client can tell by pausedOn alone that it can be resumed', async () => {
  const { tenant, id } = await newSubscription()
  const { body } = await change('pause', tenant, id)
  expect(body.pausedOn).toBe(body.modificationDate)
  expect((await change('resume', tenant, id)).body.pausedOn).toBe(null)
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

describe('a pause without an answer that is repeated with its Idempotency-Key', () => {
  const repeated = { headers: { 'Idempotency-Key': 'pause-1' } }

  async function pauseWithoutAnswer() {
    const subscription = await newSubscription({ gatewayId: 'sub_lost' })
    const { tenant, id } = subscription
    expect((await change('pause', tenant, id, repeated)).status).toBe(504)
    await recoverAll(tenant)
    return subscription
  }

  test('is successful once the recovery worker has made it', async () => {
    const { tenant, id } = await pauseWithoutAnswer()
    expect(await change('pause', tenant, id, repeated)).toMatchObject({ status: 200, body: { status: 'Paused' } })
  })

  test('does not pause again what was resumed and changed meanwhile', async () => {
    const { tenant, id } = await pauseWithoutAnswer()
    expect((await change('resume', tenant, id)).status).toBe(504)
    await recoverAll(tenant)
    const body = { amount: 30, schedule: { interval: 'Month' } }
    expect((await change('update', tenant, id, { body })).status).toBe(504)
    await recoverAll(tenant)
    expect(await change('pause', tenant, id, repeated)).toMatchObject({ status: 200, body: { status: 'Active' } })
    expect(await actionsOf(tenant, id)).toEqual(['pause', 'resume', 'change'])
  })
})
