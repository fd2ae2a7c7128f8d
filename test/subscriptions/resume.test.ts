import { expect, test } from 'vitest'
import { get } from './calls.ts'
import { actionsOf, change, newSubscription } from './changes.ts'

test('resumes a paused subscription at the gateway', async () => {
  const { tenant, id } = await newSubscription()
  await change('pause', tenant, id)
  const reply = await change('resume', tenant, id)
  expect(reply).toMatchObject({ status: 200, body: { status: 'Active' } })
  expect((await get(tenant, id)).body).toEqual(reply.body)
  expect(await actionsOf(tenant, id)).toEqual(['pause', 'resume'])
})

test('rejects an active one, and names the state', async () => {
  const { tenant, id } = await newSubscription()
  const reply = await change('resume', tenant, id)
  expect(reply).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  expect(reply.body.message).toContain('Active')
  expect(await actionsOf(tenant, id)).toEqual([])
})

test('accepts any body', async () => {
  const { tenant, id } = await newSubscription()
  await change('pause', tenant, id)
  const headers = { 'Content-Type': 'text/plain' }
  expect((await change('resume', tenant, id, { body: 'now', headers })).status).toBe(200)
})
