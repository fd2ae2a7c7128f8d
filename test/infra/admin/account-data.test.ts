/**
 * Tests the commands that export and delete an account, and erase a customer. test/account-data tests the functions
 * behind them.
 * @module-tag long
 */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { retentionSentences, stageRetentionSentences } from '../../../infra/admin/customer-erasure.ts'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { resumeHint } from '../../../infra/admin/walk-options.ts'
import { findStage } from '../../../infra/stages.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { emailHash } from '../../../lib/core/email.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { orderDefinition } from '../../../lib/orders/stored-object.ts'
import { withoutWaiting } from '../../account-data/shop.ts'
import { list as customers, register, update } from '../../customers/calls.ts'
import { completeOrder } from '../../support/checkout.ts'
import { damageRow } from '../../support/damaged-rows.ts'
import { around, throttled } from '../../support/fault-injection.ts'
import { rawRowsOf } from '../../support/raw-rows.ts'
import { newTenant } from '../../support/store.ts'

/** Runs a command in a separate process, because the command reads standard input. */
async function runWith(line: string, input: string) {
  const args = ['infra/admin/store-command-line.ts', ...line.split(' ')]
  const child = spawn(process.execPath, args, { env: { ...process.env, STAGE: undefined } })
  child.stdin.end(input)
  const exited = new Promise(resolve => child.on('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exitCode: await exited, output, errors }
}

const remove = (line: string, input: string) => runWith(`account delete ${line}`, input)

async function exportTo(line: string) {
  let lines = ''
  const hints: string[] = []
  const printed = await runStoreCommandLine(
    ['account', 'export', ...line.split(' ')],
    ({ hint = '' }) => hints.push(hint),
    written => {
      lines += written
    },
  )
  return { ...printed, lines: lines.split('\n').filter(Boolean), hints }
}

test('export writes one object in each line, and goes on where it was stopped', async () => {
  const { account } = await newTenant()
  for (let n = 0; n < 3; n++) await completeOrder({ account, mode: 'Test' })
  const whole = await exportTo(`${account}`)
  expect(whole).toMatchObject({ exitCode: 0, output: '', errors: '' })
  const objects = whole.lines.map(line => JSON.parse(line))
  expect(objects[0]).toMatchObject({ object: 'account', account })
  expect(objects.filter(({ object }) => object === 'order')).toHaveLength(3)

  let requests = 0
  const restore = around((_, send) => (++requests > 120 ? Promise.reject(throttled()) : send()))
  const first = await exportTo(`${account}`)
  restore()
  expect(first).toMatchObject({ exitCode: 1, output: '' })
  const [, position] = /--resume (\S+) /.exec(first.errors) ?? []
  const rest = await exportTo(`${account} --resume ${position}`)
  expect([...first.lines, ...rest.lines]).toEqual(whole.lines)
})

test('export to a full disk says how to go on', async () => {
  const { account } = await newTenant()
  const command = `exec "$0" infra/admin/store-command-line.ts account export ${account} > /dev/full`
  const env = { ...process.env, STAGE: undefined }
  const child = spawn('sh', ['-c', command, process.execPath], { env })
  const errors = await text(child.stderr)
  expect(errors).toBe('The disk is full.\nStopped: 0 objects exported.\n')
})

test('export and customer erase refuse to run in CodeBuild, which would keep personal data', async () => {
  const tenant = await newTenant()
  vi.stubEnv('STORE_COMMAND_PROJECT', 'true')
  onTestFinished(() => void vi.unstubAllEnvs())
  const erasure = runStoreCommandLine(eraseLine(tenant, 'jane@tea.example').split(' '))
  for (const printed of [await exportTo(`${tenant.account}`), await erasure])
    expect(printed).toMatchObject({ exitCode: 1, output: '', errors: expect.stringContaining('on your own machine') })
})

test.each([
  ['account create', () => '--name Tea --currency EUR'],
  ['key create', ({ account }: Tenant) => `--account ${account} --mode Live`],
])('%s refuses to run in CodeBuild, which would keep the secret key', async (command, optionsFor) => {
  const tenant = await newTenant()
  vi.stubEnv('STORE_COMMAND_PROJECT', 'true')
  onTestFinished(() => void vi.unstubAllEnvs())
  const printed = await runStoreCommandLine(`${command} ${optionsFor(tenant)}`.split(' '))
  expect(printed).toMatchObject({ exitCode: 1, output: '', errors: expect.stringContaining('on your own machine') })
})

test('delete asks for the name, and deletes nothing if another one is typed, or none', async () => {
  const { account } = await newTenant()
  const before = await rawRowsOf(account)
  for (const input of ['Another store\n', ''])
    expect(await remove(`${account}`, input)).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('This is not the name of the account. Nothing was deleted.'),
    })
  expect(await rawRowsOf(account)).toEqual(before)
  expect(await remove(`${account} --mode live`, '')).toMatchObject({ exitCode: 2 })
})

test('delete goes on with a deletion that was interrupted, and leaves nothing', async () => {
  const { account } = await newTenant()
  await completeOrder({ account, mode: 'Test' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 })
  await accounts.startDeletion(account)
  vi.useRealTimers()
  const { exitCode, output } = await remove(`${account}`, 'A test store\n')
  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: expect.stringContaining('Nothing of the account is in the table any more.'),
  })
  expect(await rawRowsOf(account)).toEqual([])
})

test('delete takes the name from an option, in scripts', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  const deletion = ['account', 'delete', String(tenant.account), '--mode', 'test', '--confirm']
  expect(await runStoreCommandLine([...deletion, 'Another store'])).toMatchObject({
    exitCode: 1,
    errors: 'This is not the name of the account. Nothing was deleted.',
  })
  expect(await runStoreCommandLine([...deletion, 'A test store'])).toMatchObject({ exitCode: 0 })
})

test('delete names a damaged order, and how to remove it from lists', async () => {
  const tenant = await newTenant()
  const name = await damageRow(orderDefinition, tenant, await completeOrder(tenant))
  const deletion = ['account', 'delete', String(tenant.account), '--mode', 'test', '--confirm', 'A test store']
  expect(await runStoreCommandLine(deletion)).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/order +1$/m),
    errors: `The ${name} was damaged. It is deleted, but not from its lists: run store check with --repair for this mode.`,
  })
})

test('customer erase names a damaged order that may be of the customer, and fails', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email: 'jane@tea.example' })
  const name = await damageRow(orderDefinition, tenant, await completeOrder(tenant))
  const line = `${eraseLine(tenant, 'jane@tea.example')} --confirm jane@tea.example`
  const { exitCode, output, errors } = await withoutWaiting(onProgress =>
    runStoreCommandLine(line.split(' '), ({ text }) => onProgress(text)),
  )
  expect({ exitCode, output, errors }).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/orders +1\n/),
    errors: expect.stringMatching(
      new RegExp(`^The ${name} was not erased, because .+[^.]\\. It may be of this customer`),
    ),
  })
})

const eraseLine = ({ account }: Tenant, email: string) =>
  `customer erase --account ${account} --mode test --email ${email}`

test('customer erase prints what it has erased, and what is kept elsewhere', async () => {
  const tenant = await newTenant()
  await register(tenant)
  await completeOrder(tenant)
  const line = `${eraseLine(tenant, 'JANE.DOE@example.com')} --confirm jane.doe@example.com`
  const waits: string[] = []
  const { exitCode, output } = await withoutWaiting(onProgress =>
    runStoreCommandLine(line.split(' '), ({ text }) => {
      if (text.startsWith('waiting')) waits.push(text)
      onProgress(text)
    }),
  )
  expect(exitCode).toBe(0)
  expect(waits[0]).toMatch(/^waiting (90|8\d) s for requests and events that began before$/)
  expect(output).toMatch(/orders +1\n/)
  expect(output).toContain('A later order with the address creates a new customer.')
  expect(output).toContain('no backups of its own')
  expect(output.toLowerCase()).not.toContain('jane')
  expect((await customers(tenant)).body.totalItems).toBe(0)
})

test('customer erase says what it has left to a former owner of the address, without personal data', async () => {
  const tenant = await newTenant()
  const id = await register(tenant, { email: 'info@firm.example' })
  await completeOrder(tenant, { email: 'info@firm.example' })
  await update(tenant, id, { email: 'jane.doe@example.com' })
  await register(tenant, { email: 'info@firm.example' })
  const line = `${eraseLine(tenant, 'info@firm.example')} --confirm info@firm.example`
  const { exitCode, output } = await withoutWaiting(onProgress =>
    runStoreCommandLine(line.split(' '), ({ text }) => onProgress(text)),
  )
  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: expect.stringContaining(`but are of other customers, were left: 1 of ${id}.`),
  })
  expect(output).not.toMatch(/jane|firm/i)
})

test('customer erase begins from the start if the customer has come back since an interruption, and says so', async () => {
  const tenant = await newTenant()
  const email = 'jane.doe@example.com'
  await completeOrder(tenant, { email })
  const walk = { command: `erase ${emailHash(email).slice(0, 16)}`, ...tenant }
  const [, position] = /--resume (\S+)/.exec(resumeHint(walk, { object: 'order', shard: 'f', cursor: null }, ''))!
  const line = `${eraseLine(tenant, email)} --confirm ${email} --resume ${position}`
  const { exitCode, output } = await withoutWaiting(onProgress =>
    runStoreCommandLine(line.split(' '), ({ text }) => onProgress(text)),
  )
  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: expect.stringMatching(
      /orders +1\n.*so the position was ignored and everything was erased from the beginning\./s,
    ),
  })
})

test('customer erase asks for the address, and erases nothing if another one is typed, or none', async () => {
  const tenant = await newTenant()
  const email = 'jane.doe@example.com'
  await register(tenant, { email })
  const before = await rawRowsOf(tenant.account)
  for (const typed of ['john.doe@example.com\n', '']) {
    const { exitCode, errors } = await runWith(eraseLine(tenant, email), typed)
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: expect.stringMatching(
        /^This erases the customer jane\.doe@example\.com in mode Test of account \d+, "A test store"\. To confirm, type the address again: .*This is not the address\. Nothing was erased\.\n$/s,
      ),
    })
  }
  expect(await rawRowsOf(tenant.account)).toEqual(before)
  expect((await runStoreCommandLine(`${eraseLine(tenant, email)} --confirm x@example.com`.split(' '))).exitCode).toBe(1)
})

test('customer erase accepts the address in any case, and fails if nothing has it', async () => {
  const tenant = await newTenant()
  expect(await runWith(eraseLine(tenant, 'nobody@example.com'), ' NOBODY@example.com \n')).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('Nothing in mode Test has this address. Check the address and the mode.'),
  })
})

test('says for a stage how long backups and logs are kept', () => {
  const sentences = retentionSentences('prod').join('\n')
  expect(sentences).toContain('for 35 days')
  expect(sentences).toContain('They are kept for 90 days')
  expect(sentences).not.toContain('another account')
  const backupCopies = { vaultArn: 'arn:aws:backup:eu-west-1:1:backup-vault:store-copies', days: 45 }
  expect(stageRetentionSentences({ ...findStage('prod'), backupCopies })).toContain(
    '- Copies of backups in another account have the data for 45 days.',
  )
  expect(() => retentionSentences('unknown')).toThrow('Unknown stage')
})
