/** Tests the command that checks a store. test/maintenance tests what the check finds. */

import { expect, test } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { fullRange, readEntries, readEntryBatches } from '../../../lib/lists/entries.ts'
import { rebuildTalliesOfList } from '../../../lib/lists/rebuild-tallies.ts'
import { EntryRow, listPartition } from '../../../lib/store/list-entry.ts'
import { v1Subscription } from '../../subscriptions/calls.ts'
import { address, completeOrder, item, sendEvent } from '../../support/checkout.ts'
import { newTenant } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'

test('prints one line for each difference and fails, until it has repaired them', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant)
  await updateTallies(tenant)
  const line = `check --account ${tenant.account} --mode test --wait 0`
  const progress: string[] = []
  const clean = await runStoreCommandLine(line.split(' '), ({ text }) => progress.push(text))
  expect(clean).toEqual({ exitCode: 0, output: 'There are no differences.', errors: '' })
  expect(progress).toContain('order: 1 checked')

  for await (const entries of readEntryBatches({ ...tenant, list: 'orders' }, true)) await EntryRow.delete(entries).go()
  const json = await runStoreCommandLine(`${line} --json`.split(' '))
  expect(json).toMatchObject({ exitCode: 1, errors: 'Differences found: 2.' })
  expect(JSON.parse(json.output)).toEqual({
    findings: [
      { kind: 'wrong-tally', key: 'bucket t202608', list: 'orders', is: '1', shouldBe: '0' },
      expect.objectContaining({ kind: 'missing-entry', key: `order ${token}`, list: 'orders', is: 'absent' }),
    ],
    repaired: 0,
  })

  const repaired = await runStoreCommandLine(`${line} --repair`.split(' '))
  expect(repaired).toEqual({ exitCode: 0, output: 'Differences repaired: 2.\nThere are no differences.', errors: '' })
})

test('prints hashes instead of names and addresses of buyers, and the words of products', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const billingAddress = address({ firstName: 'Janeth', name: 'Doughty', city: 'Kiel', postalCode: '24103' })
  const buyer = {
    email: 'jd@personal.example',
    cardHolderName: 'J QUINCE',
    billingAddress,
    shippingAddress: billingAddress,
  }
  for (const items of [[item({ name: 'Darjeeling' })], []]) await completeOrder(tenant, { ...buyer, items })
  await sendEvent(tenant, 'subscription.created', v1Subscription({ user: { email: buyer.email, billingAddress } }))
  const lists = [
    'orders',
    'orders/search/placedBy',
    'orders/billingAddressCity=kiel',
    'subscriptions',
    'customers/search/name',
  ]
  for (const list of lists) {
    const [entry] = await readEntries({ ...tenant, list }, { range: fullRange, max: 1 })
    const { position } = entry!
    await EntryRow.put({ ...entry!, facets: ['other personal'] }).go()
    await EntryRow.put({ ...entry!, position: position.replace(/\w{4}$/, '0000') }).go()
  }
  const line = `check --account ${tenant.account} --mode test --wait 0`
  const [printed, json] = [
    await runStoreCommandLine(line.split(' ')),
    await runStoreCommandLine(`${line} --json`.split(' ')),
  ]
  const { findings } = JSON.parse(json.output)
  const kinds = new Set(findings.map(({ kind }: { kind: string }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['wrong-word', 'wrong-entry', 'orphaned-entry', 'wrong-tally']))
  for (const { output } of [printed, json]) {
    expect(output).not.toMatch(/janeth|doughty|personal|quince|kiel|24103/i)
    expect(output).toMatch(/word darjeeling\b/)
    expect(output).toMatch(/\borders\/billingAddressCity=[0-9a-f]{8}\b/)
  }
  const repaired = await runStoreCommandLine(`${line} --repair`.split(' '))
  expect(repaired).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('There are no differences.'),
    errors: '',
  })
})

test('prints the first thousand differences, and the number of all', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const partition = listPartition({ ...tenant, list: 'orders' })
  const strays = Array.from({ length: 1100 }, (_, n) => ({
    partition,
    position: `t20260831${String(n).padStart(40, '0')}`,
  }))
  await EntryRow.put(strays).go({ concurrent: 4 })
  await rebuildTalliesOfList({ ...tenant, list: 'orders' })
  const line = `check --account ${tenant.account} --mode test --wait 0`
  const { output, errors } = await runStoreCommandLine(line.split(' '))
  expect(errors).toBe('Differences found: 1100.')
  expect(output.split('\n')).toHaveLength(1 + 1000 + 1)
  expect(output).toContain('\n100 more differences are not shown.')
  const json = await runStoreCommandLine(`${line} --segment 1/1 --json`.split(' '))
  expect(JSON.parse(json.output)).toMatchObject({ findings: { length: 1000 }, moreFindings: 100, repaired: 0 })
})

test.each(['0/4', '5/4', '1/17', '2', 'a/b'])('rejects the part %s', async segment => {
  const line = `check --account 1 --mode Test --segment ${segment}`
  expect(await runStoreCommandLine(line.split(' '))).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('--segment must be a part such as 2/8, of at most 16 parts'),
  })
})

test('requires an account that exists, and a mode', async () => {
  expect(await runStoreCommandLine(['check'])).toMatchObject({ exitCode: 2, output: '' })
  expect(await runStoreCommandLine('check --account 999999999 --mode Test'.split(' '))).toMatchObject({ exitCode: 1 })
})
