/** Tests what all changes of a V1 subscription have in common. */

import { describe, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { sendEvent } from '../support/checkout.ts'
import { pendingCount, recoverAll } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { get, v1Invoice } from './calls.ts'
import { actionsOf, change, newSubscription, type Verb } from './changes.ts'

const body = { amount: 24, quantity: 2, schedule: { interval: 'Month' } }
const changes: Record<string, (tenant: Tenant, id: string) => ReturnType<typeof change>> = {
  pause: (tenant, id) => change('pause', tenant, id),
  resume: (tenant, id) => change('resume', tenant, id),
  cancel: (tenant, id) => change('cancel', tenant, id),
  update: (tenant, id) => change('update', tenant, id, { body }),
  dashboardCancel: (tenant, id) => call('subscriptions.dashboardCancel', tenant, { params: { id } }),
}

/**
 * Creates a subscription for the change. For `resume`, the checkout has paused the subscription, because only a paused
 * one can be resumed.
 */
const newCase = (verb: string, gatewayId: string) =>
  newSubscription({ gatewayId }, verb === 'resume' ? ['subscription.paused'] : [])

describe.each(Object.entries(changes))('%s', (verb, run) => {
  test('needs a connected gateway', async () => {
    const { tenant, id } = await newCase(verb, 'sub_1')
    await accounts.update(tenant.account, { gatewayTest: 'none' })
    expect(await run(tenant, id)).toMatchObject({ status: 409, body: { code: 'gateway_not_connected' } })
  })

  test.each([
    ['sub_declined', 402, 'gateway_refused'],
    ['sub_unreachable', 504, 'gateway_timeout'],
  ])('%s: nothing changes', async (gatewayId, status, code) => {
    const { tenant, id } = await newCase(verb, gatewayId)
    const before = (await get(tenant, id)).body
    expect(await run(tenant, id)).toMatchObject({ status, body: { code } })
    expect((await get(tenant, id)).body).toEqual(before)
    expect(await pendingCount(tenant)).toBe(0)
  })

  test('has to wait while another change is under way, and is completed itself by repeating it', async () => {
    const { tenant, id } = await newCase(verb, 'sub_lost')
    const before = (await get(tenant, id)).body
    expect((await run(tenant, id)).status).toBe(504)
    expect((await get(tenant, id)).body).toEqual(before)
    const other: Verb = verb === 'update' ? 'pause' : 'update'
    const reply = await change(other, tenant, id, other === 'update' ? { body } : {})
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await run(tenant, id)).status).toBe(200)
    expect(await actionsOf(tenant, id)).toHaveLength(1)
    expect(await pendingCount(tenant)).toBe(0)
  })

  test('is rejected while another change is under way', async () => {
    const { tenant, id } = await newCase(verb, 'sub_lost')
    const other: Verb = verb === 'update' ? 'cancel' : 'update'
    expect((await change(other, tenant, id, other === 'update' ? { body } : {})).status).toBe(504)
    expect((await run(tenant, id)).body.code).toBe('conflict')
    await recoverAll(tenant)
    expect(await actionsOf(tenant, id)).toHaveLength(1)
  })
})

describe('a request with If-Match that is repeated after 504', () => {
  async function newLostChange(kind: 'pause' | 'cancel') {
    const { tenant, id } = await newSubscription({ gatewayId: 'sub_lost' })
    const { ETag = '' } = (await get(tenant, id)).headers
    const headers = { 'If-Match': ETag, ...(kind === 'pause' && { 'Idempotency-Key': 'pause-1' }) }
    const send = () => change(kind, tenant, id, { headers })
    expect((await send()).status).toBe(504)
    return { tenant, id, send }
  }

  test('is the pause under way, also if the subscription has changed otherwise', async () => {
    const { tenant, id, send } = await newLostChange('pause')
    await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { paid: true }))
    expect(await send()).toMatchObject({ status: 200, body: { status: 'Paused' } })
  })

  test('leaves a subscription as it is that has been cancelled meanwhile', async () => {
    const { tenant, send } = await newLostChange('cancel')
    await recoverAll(tenant)
    expect(await send()).toMatchObject({ status: 200, body: { status: 'Canceled' } })
  })
})
