/**
 * Tests commands with `--all-stores`. The table has only the stores of this file.
 * @module-tag long
 */

import { beforeAll, expect, inject, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { createTable } from '../../../infra/local/database/create-table.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { toJson } from '../../../lib/core/json.ts'
import type { AccountId } from '../../../lib/core/tenant.ts'
import { readEntryBatches } from '../../../lib/lists/entries.ts'
import { EntryRow } from '../../../lib/store/list-entry.ts'
import { completeOrder } from '../../support/checkout.ts'
import { around, throttled } from '../../support/fault-injection.ts'
import { newTenant } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'

const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `all-stores-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})

/** The numbers of three accounts. The second account is being deleted, and the third has an order in Test mode. */
const numbers: AccountId[] = []
beforeAll(async () => {
  await createTable(inject('dynamodbEndpoint'), table, false)
  for (let n = 0; n < 3; n++) numbers.push((await newTenant()).account)
  const tenant = { account: numbers[2]!, mode: 'Test' as const }
  await accounts.startDeletion(numbers[1]!)
  await completeOrder(tenant)
  await updateTallies(tenant)
})

/** Replaces the numbers of accounts by positions such as `#1`, so that the expected lines are the same in each run. */
const named = (text: string) =>
  numbers.reduce((line, number, n) => line.replaceAll(new RegExp(`\\b${number}\\b`, 'g'), `#${n + 1}`), text)

async function run(line: string) {
  const written: string[] = []
  const progress: string[] = []
  const result = await runStoreCommandLine(
    unnamed(line).split(' '),
    ({ hint }) => progress.push(named(hint ?? '')),
    text => void written.push(text),
  )
  const lines = named(written.join('')).split('\n').slice(0, -1)
  return { ...result, errors: named(result.errors), lines, progress }
}

/** Replaces positions such as `#1` by the numbers of accounts. */
const unnamed = (text: string) => text.replaceAll(/#(\d)/g, (_, n) => String(numbers[Number(n) - 1]))

const all = ['#1/Live  done', '#1/Test  done', '#2/Live  skipped', '#2/Test  skipped', '#3/Live  done', '#3/Test  done']
const withoutReason = (lines: string[]) =>
  lines.map(line => line.replace(/ {2}The account is being deleted, or was deleted\.$/, ''))

test('recounts every store in order, and skips accounts that are being deleted', async () => {
  const { lines, exitCode, output, errors } = await run('lists recount --all-stores')
  expect(withoutReason(lines)).toEqual(all)
  expect(lines[2]).toBe('#2/Live  skipped  The account is being deleted, or was deleted.')
  expect({ exitCode, output, errors }).toEqual({
    exitCode: 0,
    output: '6 stores: 4 done, 0 failed, 2 skipped.',
    errors: '',
  })
})

test.each([
  ['--after #1/Live', all.slice(1)],
  ['--after #1', all.slice(2)],
  ['--after #2/live --at-once 1', all.slice(3)],
  ['--after #3/Test', []],
  ['--mode test', all.filter(line => line.includes('Test'))],
  ['--mode test --after #1/Live', all.slice(1).filter(line => line.includes('Test'))],
])('goes on with the remaining stores: %s', async (options, expected) => {
  expect(withoutReason((await run(`lists relist --all-stores ${options}`)).lines)).toEqual(expected)
})

test('says after each store how the run can go on', async () => {
  const { progress } = await run('lists recount --all-stores')
  expect(progress.at(0)).toBe('To go on, repeat the command with --after #1/Live.')
  expect(progress.at(-1)).toBe('To go on, repeat the command with --after #3/Test.')
})

test('a store that fails does not stop the others, and makes the command fail', async () => {
  const failing = toJson(`${numbers[2]}#Test`).slice(1, -1)
  const restore = around((command, send, input) =>
    command === 'PutItemCommand' && toJson(input).includes(failing) ? Promise.reject(throttled()) : send(),
  )
  const result = await run('lists recount --all-stores').finally(restore)
  expect(withoutReason(result.lines).slice(0, 5)).toEqual(all.slice(0, 5))
  expect(result.lines[5]).toMatch(/^#3\/Test {2}failed {2}The /)
  expect(result).toMatchObject({
    exitCode: 1,
    output: '6 stores: 3 done, 1 failed, 2 skipped.',
    errors: 'Stores that failed: #3/Test.',
  })
})

test('check prints one JSON object per store with what it found, and one with the counts', async () => {
  const tenant = { account: numbers[2]!, mode: 'Test' as const }
  for await (const entries of readEntryBatches({ ...tenant, list: 'orders' }, true)) await EntryRow.delete(entries).go()
  const { lines, exitCode, output } = await run('check --all-stores --wait 0 --json')
  const objects = lines.map(line => JSON.parse(line.replaceAll('#', '')))
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  expect(objects[0]).toEqual({
    account: 1,
    mode: 'Live',
    state: 'done',
    result: { findings: [], repaired: 0 },
    errors: [],
  })
  expect(objects[5]).toMatchObject({ account: 3, mode: 'Test', state: 'failed', errors: ['Differences found: 2.'] })
  expect(objects[5].result.findings).toHaveLength(2)
  expect(objects[6]).toEqual({ stores: 6, done: 3, failed: 1, skipped: 2 })
  expect(await run('check --all-stores --wait 0 --repair')).toMatchObject({ exitCode: 0 })
})

test('migrates all stores, which is also the default', async () => {
  for (const line of ['migrate --all-stores', 'migrate']) expect(withoutReason((await run(line)).lines)).toEqual(all)
  expect(await run(`migrate --all-stores --account #1`)).toMatchObject({ exitCode: 2, lines: [] })
})

const enabled = async () => (await accounts.list()).map(account => account.enabled)

test('disables and enables all accounts after a confirmation, once for both modes', async () => {
  const unconfirmed = await run('account disable --all-stores --confirm prod')
  expect(unconfirmed).toMatchObject({ exitCode: 1, lines: [], errors: expect.stringContaining('Nothing was changed.') })
  expect(await enabled()).toEqual([true, false, true])
  const disabled = await run('account disable --all-stores --confirm local')
  expect(withoutReason(disabled.lines)).toEqual(['#1  done', '#2  skipped', '#3  done'])
  expect(await enabled()).toEqual([false, false, false])
  expect((await run('account enable --all-stores --confirm local --after #1')).lines).toHaveLength(2)
  expect(await enabled()).toEqual([false, false, true])
  await run('account enable --all-stores --confirm local')
})

test.each([
  ['check', '--account or --all-stores must be given, and not both.'],
  ['check --all-stores --account 1001 --mode Live', '--account or --all-stores must be given, and not both.'],
  ['lists recount --account 1001', '--mode is required.'],
  ['lists recount --all-stores --after Live', '--after must be a store such as'],
  ['lists recount --all-stores --at-once 0', '--at-once'],
  ['account disable', 'account or --all-stores must be given, and not both.'],
])('rejects %s', async (line, message) => {
  const { exitCode, errors } = await run(line)
  expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: expect.stringContaining(message) })
})

test('stops where a run can go on if no store can be processed any more', async () => {
  const later = Promise.all(Array.from({ length: 12 }, () => newTenant()))
  const firstLater = Math.min(...(await later).map(({ account }) => account))
  const restore = around((command, send, input) => {
    const [, account = '0'] = /"pk":"(?:account#)?(\d+)/.exec(toJson(input)) ?? []
    return command === 'GetItemCommand' && Number(account) >= firstLater ? Promise.reject(throttled()) : send()
  })
  const { exitCode, errors, lines } = await run('lists recount --all-stores').finally(restore)
  expect(exitCode).toBe(1)
  expect(errors).toMatch(/^20 stores in a row failed, .* To go on, repeat the command with --after #3\/Test\.$/)
  expect(lines.length).toBeLessThan(6 + 24)
})
