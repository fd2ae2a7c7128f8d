/**
 * Tests migrations that are interrupted at any request, and run again.
 * @module-tag long
 */

import { expect, test } from 'vitest'
import { migrate } from '../../lib/maintenance/index.ts'
import { stopAt } from '../support/fault-injection.ts'
import { olderRows, olderStore, replies, toOlderForm } from './older-rows.ts'

test('completes after it stopped before any request', async () => {
  const { tenant } = await olderStore(1)
  const before = await replies(tenant)
  for (let n = 0, isStopped = true; isStopped; n++) {
    await toOlderForm(tenant)
    isStopped = await stopAt(n, 'before', () => migrate(tenant).then(({ failed }) => failed))
    expect((await migrate(tenant)).failed).toEqual([])
    expect(await olderRows(tenant), `stopped at request ${n}`).toEqual([])
  }
  expect(await replies(tenant)).toEqual(before)
})
