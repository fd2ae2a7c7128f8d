/** The command that checks a store; test/maintenance tests what it finds. */

import { expect, test } from 'vitest'
import { runStoreCommand } from '../../../infra/admin/store-command.ts'
import { readEntryBatches } from '../../../lib/lists/entries.ts'
import { EntryRow } from '../../../lib/store/list-entry.ts'
import { completeOrder } from '../../support/checkout.ts'
import { newTenant } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'

test('prints one line for each difference and fails, until it has repaired them', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant)
  await updateTallies(tenant)
  const line = `check --account ${tenant.account} --mode test --wait 0`
  const progress: string[] = []
  const clean = await runStoreCommand(line.split(' '), ({ text }) => progress.push(text))
  expect(clean).toEqual({ exitCode: 0, output: 'There are no differences.', errors: '' })
  expect(progress).toContain('order: 1 checked')

  for await (const entries of readEntryBatches({ ...tenant, list: 'orders' }, true)) await EntryRow.delete(entries).go()
  const json = await runStoreCommand(`${line} --json`.split(' '))
  expect(json).toMatchObject({ exitCode: 1, errors: 'Differences found: 2.' })
  expect(JSON.parse(json.output)).toEqual({
    findings: [
      { kind: 'wrong-tally', key: 'bucket t202608', list: 'orders', is: '1', shouldBe: '0' },
      expect.objectContaining({ kind: 'missing-entry', key: `order ${token}`, list: 'orders', is: 'absent' }),
    ],
    repaired: 0,
  })

  const repaired = await runStoreCommand(`${line} --repair`.split(' '))
  expect(repaired).toEqual({ exitCode: 0, output: 'Differences repaired: 2.\nThere are no differences.', errors: '' })
})

test('requires an account that exists, and a mode', async () => {
  expect(await runStoreCommand(['check'])).toMatchObject({ exitCode: 2, output: '' })
  expect(await runStoreCommand('check --account 999999999 --mode Test'.split(' '))).toMatchObject({ exitCode: 1 })
})
