/**
 * Tests the command that invokes one Lambda. Each call runs in a separate process.
 * @module-tag long
 */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { pathsIn } from '../../../infra/local/data-directory.ts'
import { createTable } from '../../../infra/local/database/create-table.ts'
import type { RunningApi } from '../../../infra/local/process/running-api.ts'
import { env } from '../../../lib/core/env.ts'
import { newDirectory } from '../../support/temporary.ts'
import { terminalEnvironment } from './start-process.ts'

const directory = newDirectory()

/**
 * Creates a separate table in the database of the tests. The command finds this table, as if an API were running on the
 * data directory.
 */
beforeAll(async () => {
  const endpoint = inject('dynamodbEndpoint')
  const table = `invoke-${randomUUID()}`
  await createTable(endpoint, table)
  const api: RunningApi = { pid: process.pid, endpoint, accessKey: env.dynamodbAccessKey, table, directory, url: null }
  writeFileSync(pathsIn(directory).runningApi, JSON.stringify(api))
})

/** Runs `npm run invoke` as in a terminal. */
function invoke(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { env: terminalEnvironment }
  return new Promise(resolve => {
    execFile(
      process.execPath,
      ['infra/local/invoke-command-line.ts', '--data', directory, ...args],
      options,
      (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), out, err }),
    )
  })
}

function eventFile(changed: object): string {
  const file = join(directory, `${randomUUID()}.json`)
  const sample = JSON.parse(readFileSync('events/discounts/create.json', 'utf8'))
  writeFileSync(file, JSON.stringify({ ...sample, ...changed }))
  return file
}

test('runs a Lambda with its sample event and prints status, headers and body, and nothing else', async () => {
  const { code, out, err } = await invoke('discounts.get')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [head, body] = out.split('\n\n')
  expect(head).toMatch(/^200\n(.+: .+\n)*X-Request-Id: sample-discounts-get$/)
  expect(JSON.parse(body!)).toMatchObject({ id: '01980000-0000-7000-8000-00000d15c001' })
})

test('runs a Lambda with another event, and prints an error reply like any other', async () => {
  const { code, out } = await invoke('discounts.create', eventFile({ body: '{}' }))
  expect(code).toBe(1)
  expect(out).toMatch(/^400\n/)
})

test.each(['discounts.create', 'shipping.create'])('runs the sample event of %s twice', async name => {
  for (const run of [1, 2]) {
    const { code, out, err } = await invoke(name)
    expect({ run, code, err }).toEqual({ run, code: 0, err: '' })
    expect(out).toMatch(/^200\n/)
  }
})

test('prints what to do if the object of a sample event has changed', async () => {
  expect(await invoke('discounts.remove')).toMatchObject({ code: 0, err: '' })
  const { code, out, err } = await invoke('discounts.remove')
  expect({ code, status: out.slice(0, 3) }).toEqual({ code: 1, status: '404' })
  expect(err).toContain('npm start -- --memory')
  expect(err).toContain('npm run invoke -- discounts.remove FILE')
})

test('prints the result of a worker', async () => {
  const { code, out } = await invoke('audit.record')
  expect({ code, result: JSON.parse(out) }).toEqual({ code: 0, result: { batchItemFailures: [] } })
})

test('prints why a message is a dead letter now', async () => {
  const file = eventFile({ Records: [{ messageId: randomUUID(), body: '{' }] })
  const { code, out, err } = await invoke('checkout.intake', file)
  expect({ code, result: JSON.parse(out) }).toEqual({ code: 0, result: { batchItemFailures: [] } })
  expect(err).toMatch(/^[0-9a-f-]{36} is a dead letter now: The message is not valid JSON\.$/m)
})

test('prints the length of a binary reply', async () => {
  expect((await invoke('docs.script')).out).toMatch(/\n\(\d{6,} bytes\)\n$/)
})

test('fails if the data directory does not exist, and creates none', async () => {
  const missing = join(directory, 'missing')
  const { code, out, err } = await invoke('discounts.get', '--data', missing)
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: `There is no directory ${missing}. This creates one: npm start -- --data ${missing}\n`,
  })
  expect(existsSync(missing)).toBe(false)
})

test('fails if the Lambda fails', async () => {
  const { code, out, err } = await invoke('discounts.create', eventFile({ requestContext: { requestId: 'x' } }))
  expect(code).toBe(1)
  expect(out).toMatch(/^500\n/)
  expect(err).toContain('The event has no authorizer context')
})

test.each([
  ['discounts.create', { name: 'Tea' }, 'it has no requestContext. events/discounts/create.json is a sample.'],
  ['checkout.intake', [], 'it has no Records. events/checkout/intake.json is a sample.'],
  ['authorizer', null, 'it has no authorizationToken. events/authorizer.json is a sample.'],
  ['checkout.intake', { eventName: 'cart.updated', content: {} }, 'this sends it: npm run store -- send '],
])('prints in one sentence that the event of %s is another document: %j', async (name, document, sentence) => {
  const file = join(directory, `${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(document))
  const { code, out, err } = await invoke(name, file)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(`${file} is not an event of the Lambda ${name}: `)
  expect(err).toContain(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})

test.each([
  [
    ['discounts.find'],
    /^There is no Lambda discounts\.find\. Did you mean:\n( {2}discounts\.\w+\n)* {2}discounts\.get\n/,
  ],
  [['no.such'], /^There is no Lambda no\.such\. Did you mean:\n(.*\n)* {2}authorizer\n(.*\n)* {2}carts\.get\n/],
  [['discounts.get', 'nothing.json'], /^Cannot read the event from nothing\.json: /],
  [[], /^error: missing required argument 'name'\n\nUsage: npm run invoke/],
  [['--bilt'], /^error: unknown option '--bilt'\n\(Did you mean --built\?\)/],
])('prints the error of %j', async (args, sentence) => {
  const { code, out, err } = await invoke(...args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(sentence)
})
