import { expect, test } from 'vitest'
import { address, sendEvent } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { createV1, createV3, list, v1Subscription } from './calls.ts'

const noFilters = {
  from: null,
  to: null,
  userDefinedPlanName: null,
  userDefinedCustomerNameOrEmail: null,
  status: null,
}

async function newStore() {
  const tenant = await newTenant()
  const user = (email: string, name: string) => ({ email, billingAddress: address({ name }) })
  const box = { name: 'Paper box', userDefinedId: 'BOX', creationDate: '2026-08-01T09:00:00Z' }
  const tea = { name: 'Tea', userDefinedId: 'TEA-LARGE', creationDate: '2026-08-02T09:00:00Z' }
  const ids = {
    first: await createV1(tenant, { ...box, user: user('jane.doe@example.com', 'Doe') }),
    second: await createV1(tenant, { ...tea, user: user('ann@example.org', 'Ray') }),
    third: await createV1(tenant, { ...tea, creationDate: '2026-08-03T09:00:00Z', user: null }),
  }
  const change = (name: string, id: string) =>
    sendEvent(tenant, `subscription.${name}`, v1Subscription({ ...tea, id, user: null, creationDate: null }))
  await change('paused', ids.third)
  await createV3(tenant)
  return { tenant, ...ids, change }
}

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

test('lists V1 subscriptions, newest first, and repeats the filters', async () => {
  const { tenant, first, second, third } = await newStore()
  const reply = await list(tenant)
  expect(idsOf(reply)).toEqual([third, second, first])
  expect(reply.body).toMatchObject({ totalItems: 3, offset: 0, limit: 20, ...noFilters })
  const query = { from: '2026-08-02', to: '2026-08-03', userDefinedPlanName: 'TEA', status: 'Active' }
  expect((await list(tenant, { ...query, userDefinedCustomerNameOrEmail: 'ray' })).body).toMatchObject({
    from: '2026-08-02T00:00:00.000Z',
    to: '2026-08-03T23:59:59.999Z',
    userDefinedPlanName: 'TEA',
    status: 'active',
    userDefinedCustomerNameOrEmail: 'ray',
    totalItems: 1,
    items: [{ id: second }],
  })
})

test('finds a subscription by its new status only', async () => {
  const { tenant, third, change } = await newStore()
  const found = async (query: Record<string, string>) => idsOf(await list(tenant, query))
  expect(await found({ status: 'paused' })).toEqual([third])
  await change('cancelled', third)
  expect(await found({ status: 'Canceled' })).toEqual([third])
  expect(await found({ status: 'paused' })).toEqual([])
})

test('returns exact totals at any offset', async () => {
  const { tenant, second } = await newStore()
  await updateTallies(tenant)
  const reply = await list(tenant, { offset: '1', limit: '1' })
  expect(reply.body).toMatchObject({ totalItems: 3, items: [{ id: second }] })
  expect(reply.headers.Link).toContain('offset=2')
  expect((await list(tenant, { offset: '9', status: 'active' })).body).toMatchObject({ totalItems: 2, items: [] })
})

test('rejects an unknown status', async () => {
  expect((await list(await newTenant(), { status: 'stopped' })).status).toBe(400)
})
