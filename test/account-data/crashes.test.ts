/**
 * Stops the erasure of a customer or the deletion of an account at a request to the table. Tests that a repetition does
 * the rest.
 * @module-tag long
 */

import { afterEach, expect, test, vi } from 'vitest'
import { eraseCustomer, removeAccount } from '../../lib/account-data/index.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { problemReply } from '../../lib/http/reply.ts'
import { stopAt } from '../support/fault-injection.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { jane, newShop, personalTextsIn, withoutWaiting } from './shop.ts'

afterEach(() => vi.useRealTimers())

const replacement = JSON.stringify(problemReply(new Problem('not_found'), 'erased'))
const erase = (tenant: Tenant) =>
  withoutWaiting(onProgress =>
    eraseCustomer(tenant, {
      email: jane.email,
      replies: { endpoints: storedReplyEndpointNames, replacement },
      onProgress,
    }),
  )

const remove = ({ account }: Tenant) =>
  removeAccount(account, {
    endpoints: storedReplyEndpointNames,
    onProgress: () => {},
    onWait: () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    },
  })

/**
 * Only every 83rd request of an erasure is tested, and every 415th of a deletion, because each stop needs a new store.
 * The first tested request is random, so that other test runs test other requests.
 */
const step = 83
const firstStop = Math.floor(Math.random() * step)

test('an erasure stopped before any request is completed', async () => {
  let n = firstStop
  for (let isStopped = true; isStopped; n += step) {
    const { tenant } = await newShop()
    isStopped = await stopAt(n, 'before', () => erase(tenant))
    await erase(tenant)
    await updateAllTallies(tenant)
    const rows = (await rawRowsOf(tenant.account)).filter(({ pk }) => !/#tally#orders\//.test(String(pk)))
    const personal = rows.filter(row => personalTextsIn(row).length > 0)
    expect(personal, `stopped at ${n}`).toEqual([])
    expect(rows.filter(row => kindOf(row) === 'order')).toHaveLength(3)
  }
  expect(n).toBeGreaterThan(3 * step)
})

test('a deletion stopped before any request is completed', async () => {
  let n = firstStop
  for (let isStopped = true; isStopped; n += 5 * step) {
    const { tenant } = await newShop()
    isStopped = await stopAt(n, 'before', () => remove(tenant))
    vi.useRealTimers()
    const isLeft = await accounts.getEvenIfDeleting(tenant.account).catch(() => null)
    if (isLeft) await remove(tenant)
    vi.useRealTimers()
    expect(await rawRowsOf(tenant.account), `stopped at ${n}`).toEqual([])
  }
  expect(n).toBeGreaterThan(3 * 5 * step)
})
