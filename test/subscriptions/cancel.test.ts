import { expect, test } from 'vitest'
import { sendEvent } from '../support/checkout.ts'
import { at, get, v1Subscription } from './calls.ts'
import { actionsOf, change, newSubscription } from './changes.ts'

test('cancels at once, also a paused one, and asks the gateway once', async () => {
  const { tenant, id } = await newSubscription()
  await change('pause', tenant, id)
  const reply = await change('cancel', tenant, id)
  expect(reply).toMatchObject({ status: 200, body: { status: 'Canceled', nextBillingDate: null } })
  expect(reply.body.cancelledOn).not.toBeNull()
  expect((await change('cancel', tenant, id)).body).toEqual(reply.body)
  expect((await get(tenant, id)).body).toEqual(reply.body)
  expect(await actionsOf(tenant, id)).toEqual(['pause', 'cancel'])
})

test('no later event or call brings it back', async () => {
  const { tenant, id } = await newSubscription()
  const { body } = await change('cancel', tenant, id)
  await sendEvent(tenant, 'subscription.resumed', v1Subscription({ id }), at(90_000_000))
  for (const verb of ['pause', 'resume'] as const)
    expect((await change(verb, tenant, id)).body.code).toBe('state_conflict')
  expect((await get(tenant, id)).body).toMatchObject({ status: 'Canceled', cancelledOn: body.cancelledOn })
})
