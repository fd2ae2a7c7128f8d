/** Tests carts whose former list entries are still stored, because a change did not delete them, or not yet. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { repairDifferences } from '../../lib/maintenance/index.ts'
import { check } from '../support/check.ts'
import { cart, event, item, send, sendEvent } from '../support/checkout.ts'
import { around, interruptOnce, stopAt, throttled } from '../support/fault-injection.ts'
import type { Query } from '../support/lists.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { allCartEntries, createStore, list, listAllPages, tokensOf } from './calls.ts'

const at = (minute: number) => `2026-09-01T12:${String(minute).padStart(2, '0')}:00.000Z`

/** The cart after its n-th change, which is two minutes after the change before. */
const changed = (token: string, n: number) =>
  cart({
    token,
    items: [item({ id: 'TEE', quantity: n + 1 })],
    email: 'jane@example.com',
    total: 10 * (n + 1),
    modificationDate: at(2 * n),
  })

const updated = (tenant: Tenant, token: string, n: number) =>
  event(tenant, 'cart.updated', changed(token, n), { createdOn: at(2 * n) })

const queries: Query[] = [{}, { email: 'jane@example.com' }, { productId: 'TEE' }, { minimalValue: '5' }]

/** Returns the tokens of all pages of each query. A page has one cart. */
const listed = (tenant: Tenant) =>
  Promise.all(queries.map(async query => (await listAllPages(tenant, { ...query, limit: '1' })).flatMap(tokensOf)))

const differencesIn = (tenant: Tenant) => check(tenant, { wait: () => updateAllTallies(tenant) })

test('a cart is listed once if its change stops before any request', { tags: ['long'] }, async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  let leftOutdated = 0
  for (let n = 0, isStopped = true; isStopped; n++) {
    const tenant = await createStore()
    const [moving, other] = [crypto.randomUUID(), crypto.randomUUID()]
    await send(updated(tenant, moving, 0), updated(tenant, other, 1))
    const change = updated(tenant, moving, 2)
    isStopped = await stopAt(n, 'before', () => send(change))
    expect(await send(change)).toEqual([])
    expect(await listed(tenant), `stopped at request ${n}`).toEqual(queries.map(() => [moving, other]))
    if ((await allCartEntries(tenant)).length > 2) leftOutdated++
  }
  vi.restoreAllMocks()
  expect(leftOutdated).toBeGreaterThan(0)
})

/** Sends a change of a cart whose former entries are not deleted. */
async function changeWithoutDeletes(tenant: Tenant, token: string, n: number): Promise<void> {
  const restore = around(async (command, request) => {
    if (command === 'DeleteItemCommand') throw throttled()
    return request()
  })
  onTestFinished(restore)
  expect(await send(updated(tenant, token, n))).toEqual([])
  restore()
}

test('a change succeeds if former entries cannot be deleted, and a repair deletes them', async () => {
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})
  const tenant = await createStore()
  const token = crypto.randomUUID()
  await send(updated(tenant, token, 0))
  await changeWithoutDeletes(tenant, token, 1)
  expect(logError).toHaveBeenCalledWith('Outdated list entries could not be deleted.', expect.anything())
  expect(await listed(tenant)).toEqual(queries.map(() => [token]))
  const differences = await differencesIn(tenant)
  expect(differences.length).toBeGreaterThan(0)
  expect(await repairDifferences(tenant, differences)).toEqual([])
  expect(await differencesIn(tenant)).toEqual([])
  expect(await allCartEntries(tenant)).toHaveLength(1)
})

test('a page that is read before former entries are deleted has each cart once', async () => {
  const tenant = await createStore()
  const [moving, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await send(updated(tenant, moving, 0), updated(tenant, other, 1))
  let page: string[] = []
  const { isDone } = interruptOnce(
    command => command === 'DeleteItemCommand',
    async () => {
      page = tokensOf(await list(tenant))
    },
  )
  await sendEvent(tenant, 'cart.updated', changed(moving, 2), { createdOn: at(4) })
  expect(isDone()).toBe(true)
  expect(page).toEqual([moving, other])
})
