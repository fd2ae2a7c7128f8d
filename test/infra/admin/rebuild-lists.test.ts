/** Tests the commands that rebuild lists. test/maintenance tests the rebuilds themselves. */

import { expect, test } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { toJson } from '../../../lib/core/json.ts'
import { fullRange, readEntries } from '../../../lib/lists/entries.ts'
import { readTally } from '../../../lib/lists/tally.ts'
import { orderDefinition } from '../../../lib/orders/stored-object.ts'
import { EntryRow } from '../../../lib/store/list-entry.ts'
import { completeOrder } from '../../support/checkout.ts'
import { damageRow } from '../../support/damaged-rows.ts'
import { around, throttled } from '../../support/fault-injection.ts'
import { newTenant } from '../../support/store.ts'

const run = (line: string) => runStoreCommandLine(line.split(' '))

test('relist writes all entries again, and recount counts them', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  for (let n = 0; n < 3; n++) await completeOrder(tenant)
  const orders = { ...tenant, list: 'orders' }
  await EntryRow.delete(await readEntries(orders, { range: fullRange })).go()
  const options = `--account ${tenant.account} --mode test --json`

  const relistResult = await run(`lists relist ${options}`)
  expect(relistResult).toMatchObject({ exitCode: 0, errors: '' })
  expect(JSON.parse(relistResult.output)).toEqual({ order: 3, customer: 1, product: 1, cart: 0, subscription: 0 })
  expect(await readEntries(orders, { range: fullRange })).toHaveLength(3)

  const progress: string[] = []
  const recount = `lists recount ${options}`
  const recountResult = await runStoreCommandLine(recount.split(' '), ({ text }) => progress.push(text))
  expect(progress.at(-1)).toMatch(/^lists: \d+ rebuilt$/)
  expect(JSON.parse(recountResult.output)).toEqual({ lists: expect.any(Number) })
  expect((await readTally(orders, '', true)).count).toBe(3)
})

test.each(['recount', 'relist'])('%s of an account that does not exist fails', async verb => {
  expect(await run(`lists ${verb} --account 99 --mode test`)).toEqual({
    exitCode: 1,
    output: '',
    errors: 'There is no account 99.',
  })
})

test('prints the number of rebuilt entities, and meanwhile how many are done', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  const progress: string[] = []
  const line = `lists relist --account ${tenant.account} --mode Test`
  const { output } = await runStoreCommandLine(line.split(' '), ({ text }) => progress.push(text))
  expect(progress).toEqual(expect.arrayContaining(['Reading the lists', 'order: 1 rebuilt', 'cart: 0 rebuilt']))
  expect(output).toBe('rebuilt\norder         1\ncustomer      1\nproduct       1\ncart          0\nsubscription  0')
})

test('prints lists that could not be rebuilt and fails, but rebuilds all others', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  const restore = around((command, send, input) =>
    command === 'PutItemCommand' && toJson(input).includes('tally#orders/status=processed')
      ? Promise.reject(throttled())
      : send(),
  )
  const recountResult = await run(`lists recount --account ${tenant.account} --mode Test`)
  restore()
  expect(recountResult).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/lists +\d+/),
    errors: expect.stringMatching(/^The list orders\/status=processed could not be rebuilt: .*Throttling/),
  })
  expect((await readTally({ ...tenant, list: 'orders' }, '', true)).count).toBe(1)
})

test.each(['recount', 'relist'])('%s names a damaged order and fails, but rebuilds all others', async verb => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  const name = await damageRow(orderDefinition, tenant, await completeOrder(tenant))
  const { exitCode, output, errors } = await run(`lists ${verb} --account ${tenant.account} --mode Test`)
  expect({ exitCode, output, errors }).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^rebuilt\n/),
    errors: expect.stringMatching(new RegExp(`^The ${name} cannot be read: .+$`)),
  })
})

test('a relist that fails says how to go on, and goes on there', async () => {
  const tenant = await newTenant()
  for (let n = 0; n < 3; n++) await completeOrder(tenant)
  const line = `lists relist --account ${tenant.account} --mode Test`
  const restore = around((command, send, input) =>
    command === 'QueryCommand' && toJson(input).includes('#customers#') ? Promise.reject(throttled()) : send(),
  )
  const { exitCode, errors } = await run(line)
  restore()
  expect(exitCode).toBe(1)
  const [, position] =
    /^Stopped: order: 3 rebuilt\. To go on, add --resume (\S+) to the same command\.$/m.exec(errors) ?? []
  const rest = await run(`${line} --resume ${position} --json`)
  expect(JSON.parse(rest.output)).toEqual({ customer: 1, product: 1, cart: 0, subscription: 0 })
  expect(await run(`${line} --resume x`)).toMatchObject({
    exitCode: 1,
    errors: 'The value of --resume is not a position that the same command has printed.',
  })
})

test('goes on in one store only, and all-stores goes on after a store', async () => {
  const { exitCode, errors } = await run('lists relist --all-stores --resume x')
  expect({ exitCode, errors }).toEqual({
    exitCode: 2,
    errors: expect.stringContaining('--all-stores must not be given'),
  })
})

test.each(['0/2', '3/2', '1/17', '2'])('rejects the part %s', async part => {
  const { exitCode, errors } = await run(`lists recount --account 1 --mode Test --segment ${part}`)
  expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: expect.stringContaining('must be a part such as 2/8') })
})

test('requires an account and a mode', async () => {
  expect(await run('lists recount')).toMatchObject({ exitCode: 2, output: '' })
})
