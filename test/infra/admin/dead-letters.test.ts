/**
 * Tests the commands that show the dead letters on this machine, process them again, or drop them. These dead letters
 * are checkout events and changes of the table that failed.
 */

import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { pathsIn } from '../../../infra/local/data-directory.ts'
import { createTable } from '../../../infra/local/database/create-table.ts'
import { addFailedChange, readFailedChanges } from '../../../infra/local/stream/failed-changes.ts'
import { openLocalStream, readBatch, readShardIterator, readShards } from '../../../infra/table-stream.ts'
import { writeLocalDeadLetter } from '../../../lib/checkout/local-dead-letters.ts'
import { log } from '../../../lib/core/log.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { client } from '../../../lib/store/client.ts'
import { event, order } from '../../support/checkout.ts'
import { around, throttled } from '../../support/fault-injection.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

/** A table with a stream, which the table of the other tests does not have. */
const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `letters-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
const endpoint = inject('dynamodbEndpoint')
beforeAll(() => createTable(endpoint, table))

const restores: (() => void)[] = []
let data: string
beforeEach(() => {
  data = newDirectory()
  vi.spyOn(log, 'error').mockImplementation(() => {})
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const restore of restores.splice(0)) restore()
})

const letters = (...args: string[]) => runStoreCommandLine(['letters', ...args, '--data', data])
const listed = async (...args: string[]) => JSON.parse((await letters('list', '--json', ...args)).output)

let count = 0
async function addLetter(detail: unknown, reason = 'ThrottlingException: Too fast.'): Promise<string> {
  const id = `letter-${String(++count).padStart(3, '0')}`
  const body = typeof detail === 'string' ? detail : JSON.stringify({ detail })
  await writeLocalDeadLetter(pathsIn(data).deadLetters, { id, reason, body })
  return id
}

async function addOrder(tenant: Tenant) {
  const content = order()
  const id = await addLetter(event(tenant, 'order.completed', content))
  const status = async () => (await call('orders.get', tenant, { params: { token: content.token } })).status
  return { id, status }
}

test('lists letters with what they are about and why they failed, without their content', async () => {
  const tenant = await newTenant()
  const { id } = await addOrder(tenant)
  const other = await addLetter('Jane {', 'The message is not valid JSON.')
  const subject = `order.completed of ${tenant.account} Test`
  expect(await listed()).toEqual([
    { id, time: expect.any(String), subject, reason: 'ThrottlingException: Too fast.' },
    { id: other, time: expect.any(String), subject: 'no event', reason: 'The message is not valid JSON.' },
  ])
  const { output } = await letters('list')
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^id +time +what +reason$/),
    expect.stringMatching(new RegExp(`^${id} .* UTC  ${subject}  ThrottlingException: Too fast\\.$`)),
    expect.stringContaining(other),
  ])
  expect(output).not.toContain('Jane')
})

test('shows the content of one letter, whatever it is', async () => {
  const id = await addLetter({ eventName: 'cart.updated', account: 7 }, 'account is not an existing account.')
  const { output } = await letters('show', '--id', id)
  expect(output).toContain('subject  cart.updated of 7 -')
  expect(output).toContain('"eventName": "cart.updated"')
  const text = await addLetter('Jane {')
  expect((await letters('show', '--id', text)).output).toContain('\n\nJane {')
})

test('redrives an event, which is applied then', async () => {
  const { id, status } = await addOrder(await newTenant())
  expect(await status()).toBe(404)
  expect(await letters('redrive', '--id', id)).toEqual({
    exitCode: 0,
    output: '1 of 1 dead letters redriven.',
    errors: '',
  })
  expect(await status()).toBe(200)
  expect(await listed()).toEqual([])
})

test('redrives all events; those that fail again are letters again, with their new reasons', async () => {
  const tenant = await newTenant()
  const good = await addOrder(tenant)
  const bad = await addLetter('{', 'Something else.')
  const { exitCode, output, errors } = await letters('redrive', '--all')
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '1 of 2 dead letters redriven.' })
  expect(await good.status()).toBe(200)
  const [letter, ...others] = await listed()
  expect(others).toEqual([])
  expect(letter).toMatchObject({ id: expect.not.stringMatching(bad), reason: 'The message is not valid JSON.' })
  expect(errors).toBe(`${bad}: It failed again, and is ${letter.id} now: ${letter.reason}`)
})

test('an event that fails for a while is a letter after five tries, and is applied by a redrive', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const { id, status } = await addOrder(tenant)
  let requests = 0
  restores.push(
    around(async () => {
      requests++
      throw throttled()
    }),
  )
  const { errors } = await letters('redrive', '--id', id)
  expect(errors).toContain('ThrottlingException: Injected: ThrottlingException')
  expect(requests).toBeGreaterThanOrEqual(5)
  restores.pop()?.()
  const [{ id: newId }] = await listed()
  expect(await letters('redrive', '--id', newId)).toMatchObject({ exitCode: 0 })
  expect(await status()).toBe(200)
})

test('drops one letter or all of them, and no others', async () => {
  const ids = [await addLetter('a'), await addLetter('b'), await addLetter('c')]
  expect((await letters('drop', '--id', ids[1]!)).output).toBe('1 of 1 dead letters dropped.')
  expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]])
  expect(JSON.parse((await letters('drop', '--all', '--json')).output)).toEqual({ done: 2, failed: [] })
  expect((await letters('list')).output).toBe('There are no dead letters.')
})

test.each([['redrive'], ['drop']])('%s needs either an id or --all', async verb => {
  const id = await addLetter('a')
  for (const options of [[], ['--id', id, '--all']])
    expect(await letters(verb, ...options)).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('--id or --all is required.'),
    })
  expect(await listed()).toHaveLength(1)
})

test('fails for a letter that does not exist, and for an unknown queue', async () => {
  expect(await letters('drop', '--id', 'x')).toMatchObject({
    exitCode: 1,
    errors: 'There is no dead letter x in this queue: "letters list" shows their ids.',
  })
  expect((await letters('list', '--queue', 'x')).errors).toContain('--queue must be one of')
  expect((await letters('list', '--queue', 'mail')).errors).toContain('/mail')
})

/** Puts a list entry into the table, and records this change as a dead letter of `worker`. */
async function giveUp(tenant: Tenant, worker: string) {
  const pk = `${tenant.account}#${tenant.mode}#list#orders#all`
  const Item = { pk: { S: pk }, sk: { S: `letter-${++count}` } }
  await client.send(new PutItemCommand({ TableName: table, Item }))
  const stream = await openLocalStream(endpoint, table)
  for (const { ShardId: shard = '' } of await readShards(stream)) {
    const { records } = await readBatch(stream, (await readShardIterator(stream, shard)) ?? '')
    const change = records.find(({ dynamodb }) => dynamodb?.Keys?.sk?.S === Item.sk.S)
    const sequenceNumber = change?.dynamodb?.SequenceNumber ?? ''
    const letter = { worker, time: new Date().toISOString(), reason: 'Error: slow', shard, sequenceNumber }
    if (change) addFailedChange(data, letter)
    if (change) return letter
  }
  throw new Error('The stream does not have the change.')
}

test('lists a change of the table that a worker gave up on, and redrives it', async () => {
  const letter = await giveUp(await newTenant(), 'maintenance.run')
  const id = `maintenance.run-${letter.sequenceNumber}`
  const { time, reason, worker } = letter
  expect(await listed('--queue', 'stream')).toEqual([{ id, time, subject: worker, reason }])
  let requests = 0
  restores.push(
    around((_, send) => {
      requests++
      return send()
    }),
  )
  expect(await letters('redrive', '--queue', 'stream', '--all')).toMatchObject({ exitCode: 0, errors: '' })
  expect(requests).toBeGreaterThan(0)
  expect(readFailedChanges(data)).toEqual([])
})

test('a change that fails again, or is no longer in the stream, stays a letter until it is dropped', async () => {
  const failing = await giveUp(await newTenant(), 'maintenance.run')
  const shard = 'shardId-00000000000000000001-00000000'
  addFailedChange(data, { ...failing, shard, sequenceNumber: '1' })
  restores.push(around(() => Promise.reject(throttled())))
  const { exitCode, errors } = await letters('redrive', '--queue', 'stream', '--all')
  expect({ exitCode, lines: errors.split('\n') }).toEqual({
    exitCode: 1,
    lines: [
      `maintenance.run-${failing.sequenceNumber}: maintenance.run failed again. The next start of the API tries it once more, and api.log says why.`,
      expect.stringMatching(/^maintenance\.run-1: The stream does not have the change any more\. .*recount/),
    ],
  })
  expect(readFailedChanges(data)).toHaveLength(2)
  expect(await letters('drop', '--queue', 'stream', '--all')).toMatchObject({ exitCode: 0 })
  expect(readFailedChanges(data)).toEqual([])
})
