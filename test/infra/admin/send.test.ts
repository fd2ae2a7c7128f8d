import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { pathsIn } from '../../../infra/local/data-directory.ts'
import { readEventDeadLetters } from '../../../infra/local/event-dead-letters.ts'
import { toJson } from '../../../lib/core/json.ts'
import { log } from '../../../lib/core/log.ts'
import type { AccountId, Tenant } from '../../../lib/core/tenant.ts'
import { event, order } from '../../support/checkout.ts'
import { around } from '../../support/fault-injection.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

const directory = newDirectory()

let files = 0
function fileOf(...events: unknown[]): string {
  const file = join(directory, `${++files}.json`)
  writeFileSync(file, JSON.stringify(events))
  return file
}

/** Returns an order without an e-mail address and with its own product, so that orders share no row. */
const independentOrder = (number: number) =>
  order({ email: undefined, items: [{ id: `P${number}`, name: 'Tee', price: 20, quantity: 1, url: '/' }] })
const ordersOf = (tenant: Tenant, count: number) =>
  Array.from({ length: count }, (_, number) => event(tenant, 'order.completed', independentOrder(number)))
const unknown = (tenant: Tenant) => event(tenant, 'cart.unknown', {})
const totalIn = async (tenant: Tenant) =>
  (await call('orders.list', tenant, { query: { limit: '100' } })).body.totalItems

/** The Lambda logs the events that it rejects. The tests do not print these errors. */
beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
const restores: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const restore of restores.splice(0)) restore()
})

const isWrite = (command: string) => /Write|Put|Update/.test(command)

/** Fails all writes to the table while `isFailing` returns true. */
function failWrites(isFailing: () => boolean): void {
  restores.push(
    around((command, send) => {
      if (isWrite(command) && isFailing()) throw new Error('The connection is lost.')
      return send()
    }),
  )
}

test('sends the events of all files to the Lambda in batches, and counts them by name', async () => {
  const tenant = await newTenant()
  const file = fileOf(...ordersOf(tenant, 23), unknown(tenant))
  const { exitCode, output, errors } = await runStoreCommandLine(['send', '--json', file, fileOf(unknown(tenant))])
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(JSON.parse(output)).toEqual({ sent: 25, byName: { 'order.completed': 23, 'cart.unknown': 2 } })
  expect(await totalIn(tenant)).toBe(23)
})

test('prints a table, which names are ignored, and that totals wait until an API runs', async () => {
  const tenant = await newTenant()
  const { exitCode, output } = await runStoreCommandLine(['send', fileOf(...ordersOf(tenant, 2), unknown(tenant))])
  expect(exitCode).toBe(0)
  expect(output).toBe(
    'event            sent\norder.completed  2\ncart.unknown     1\n\n' +
      'The API knows no events with these names and ignores them: cart.unknown.\n\n' +
      'No API is running on this table: totals are counted when one starts.',
  )
})

test('says which orders are not there yet, and that what was sent about them is kept', async () => {
  const tenant = await newTenant()
  const [completed] = ordersOf(tenant, 1)
  const { token } = completed!.content as { token: string }
  const status = event(tenant, 'order.status.changed', { token, status: 'Shipped' })
  const early = await runStoreCommandLine(['send', fileOf(status)])
  expect(early.exitCode).toBe(0)
  expect(early.output).toContain(
    `These orders are not there yet: ${token}. What was sent about them is kept, and applies when their order.completed arrives.`,
  )
  const together = await runStoreCommandLine(['send', fileOf(status, completed)])
  expect(together.output).not.toContain('not there yet')
  expect((await call('orders.get', tenant, { params: { token } })).body.status).toBe('Shipped')
  expect((await runStoreCommandLine(['send', fileOf(status)])).output).not.toContain('not there yet')
})

test('changes nothing when the same events are sent again', async () => {
  const tenant = await newTenant()
  const file = fileOf(...ordersOf(tenant, 3))
  const first = await runStoreCommandLine(['send', '--json', file])
  expect(await runStoreCommandLine(['send', '--json', file])).toEqual(first)
  expect(await totalIn(tenant)).toBe(3)
})

test('retries an event that failed, as the queue does', async () => {
  const tenant = await newTenant()
  let failures = 3
  failWrites(() => failures-- > 0)
  const { exitCode, output } = await runStoreCommandLine(['send', '--json', fileOf(...ordersOf(tenant, 1))])
  expect({ exitCode, ...JSON.parse(output) }).toMatchObject({ exitCode: 0, sent: 1 })
  expect(failures).toBeLessThan(0)
  expect(await totalIn(tenant)).toBe(1)
})

test('prints how many events are sent, and continues after those that an interrupted command has sent', async () => {
  const tenant = await newTenant()
  const file = fileOf(...ordersOf(tenant, 23))
  const progress: string[] = []
  const { output } = await runStoreCommandLine(['send', '--json', '--resume', '3', file], ({ text }) =>
    progress.push(text),
  )
  expect(JSON.parse(output)).toMatchObject({ sent: 20 })
  expect(progress).toEqual([3, 13, 23].map(count => `${count} of 23 events sent`))
  expect(await totalIn(tenant)).toBe(20)
  expect(await runStoreCommandLine(['send', '--resume', '24', file])).toMatchObject({
    exitCode: 1,
    errors: '--resume is 24, but there are 23 events.',
  })
})

test('stops when no event is accepted any more, and prints how to send the others', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const file = fileOf(...ordersOf(tenant, 31))
  let isLost = false
  failWrites(() => isLost)
  const data = newDirectory()
  const { exitCode, output, errors } = await runStoreCommandLine(
    ['send', '--json', '--data', data, file],
    ({ text }) => {
      isLost = text.startsWith('10 ')
    },
  )
  expect({ exitCode, errors }).toEqual({
    exitCode: 1,
    errors:
      'The connection is lost.\n' +
      'Stopped: 10 of 31 events sent. To send the others, add --resume 10 to the same command.',
  })
  expect(JSON.parse(output)).toMatchObject({ sent: 10 })
  expect(readEventDeadLetters(pathsIn(data).deadLetters)).toEqual([])
})

test('sends one batch after the other, as the local database executes one write at a time', async () => {
  const tenant = await newTenant()
  const orders = ordersOf(tenant, 23)
  let written = ''
  restores.push(
    around((command, send, input) => {
      if (isWrite(command)) written += toJson(input)
      return send()
    }),
  )
  const writtenOrders: number[] = []
  await runStoreCommandLine(['send', fileOf(...orders)], () => {
    writtenOrders.push(orders.filter(({ content }) => written.includes(String(content.token))).length)
  })
  expect(writtenOrders).toEqual([0, 10, 20, 23])
})

test('reports events that were rejected every time, with the reason, and keeps them as dead letters', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const data = newDirectory()
  const [bad] = ordersOf(tenant, 1)
  const file = fileOf(unknown(tenant), bad)
  failWrites(() => true)
  const { exitCode, output, errors } = await runStoreCommandLine(['send', '--json', '--data', data, file])
  expect({ exitCode, errors }).toEqual({
    exitCode: 1,
    errors: `${file}, event 2: order.completed ${bad?.id} was rejected: The connection is lost.`,
  })
  expect(JSON.parse(output)).toEqual({ sent: 1, byName: { 'cart.unknown': 1 } })
  const [letter, ...others] = readEventDeadLetters(pathsIn(data).deadLetters)
  expect(others).toEqual([])
  expect(letter?.reason).toBe('The connection is lost.')
  expect(JSON.parse(letter?.body ?? '')).toMatchObject({ 'detail-type': 'order.completed', detail: { id: bad?.id } })
})

test('sends nothing if one event of several files is invalid, and reports all faults', async () => {
  const tenant = await newTenant()
  const good = fileOf(...ordersOf(tenant, 2))
  const bad = fileOf(
    ...ordersOf(tenant, 1),
    event(tenant, 'order.completed', { ...order(), token: 'x', items: [{ quantity: 'many' }] }),
    event(tenant, 'cart.unknown', {}, { mode: 'Prod' }),
  )
  const { exitCode, output, errors } = await runStoreCommandLine(['send', good, bad])
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  const [second, third, end, ...more] = errors.split('\n')
  expect(second).toMatch(/, event 2: content\.token .+; content\.items\[0\]\.\w+ .+\.$/)
  expect(third).toBe(`${bad}, event 3: mode must be one of Live, Test.`)
  expect([end, ...more]).toEqual(['Nothing was sent.'])
  expect(await totalIn(tenant)).toBe(0)
})

test('sends nothing if the name of an event has a typo, and suggests the right one', async () => {
  const tenant = await newTenant()
  const file = fileOf(
    ...ordersOf(tenant, 1),
    ...['order.complete', 'cart.renamed', 'Subscription.state.paused'].map(name => event(tenant, name, {})),
  )
  const { exitCode, output, errors } = await runStoreCommandLine(['send', file])
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  expect(errors.split('\n')).toEqual([
    `${file}, event 2: there is no event order.complete. Did you mean order.completed?`,
    `${file}, event 4: there is no event Subscription.state.paused. Did you mean v3/subscription.state.paused?`,
    'Nothing was sent.',
  ])
  expect(await totalIn(tenant)).toBe(0)
})

test('sends nothing if an account does not exist, and reports it once', async () => {
  const tenant = await newTenant()
  const unknownStore = { ...tenant, account: 7 as AccountId }
  const file = fileOf(...ordersOf(tenant, 1), ...ordersOf(unknownStore, 3))
  const { exitCode, output, errors } = await runStoreCommandLine(['send', file])
  expect({ exitCode, output, errors }).toEqual({
    exitCode: 1,
    output: '',
    errors: `There is no account 7: ${file}, event 2 and 2 more.\nNothing was sent.`,
  })
  expect(await totalIn(tenant)).toBe(0)
  const single = fileOf(...ordersOf(unknownStore, 1))
  expect((await runStoreCommandLine(['send', single])).errors).toContain(`There is no account 7: ${single}, event 1.`)
})
