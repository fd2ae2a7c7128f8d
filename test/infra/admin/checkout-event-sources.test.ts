/** Tests the commands of event sources, and sends requests of the sources that these commands add. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { hostedKey, signedHeaders, startHostedService } from '../../support/event-sources.ts'
import { type } from '../../support/standard-input.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

let tenant: Tenant
let data: string
beforeEach(async () => {
  tenant = await newTenant()
  data = newDirectory()
  vi.stubEnv('EVENT_SECRETS_DIR', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const run = (line: string) =>
  runStoreCommandLine([...`event-source ${line} --account ${tenant.account} --data ${data}`.split(' '), '--json'])

async function runSuccessfully(line: string) {
  const { exitCode, output, errors } = await run(line)
  expect(errors).toBe('')
  expect(exitCode).toBe(0)
  return JSON.parse(output)
}

const body = JSON.stringify({
  id: 'stock-1',
  eventName: 'stock.counted',
  createdOn: '2026-09-01T10:00:00Z',
  content: {},
})

function post(url: string, headers: Record<string, string>) {
  vi.stubEnv('CHECKOUT_QUEUE_DIR', newDirectory())
  return call('events.receive', tenant, { params: { source: url.split('/').at(-1) ?? '' }, body, headers })
}

describe('a signed source', () => {
  test('can send with the URL and the secret that are printed once', async () => {
    const { url, secret, ...source } = await runSuccessfully('add --mode test --signed')
    expect(url).toMatch(/^…\/checkout\/events\/[\w-]{43}$/)
    expect(secret).toMatch(/^whsec_/)
    expect((await post(url, signedHeaders(body, { secret }))).status).toBe(200)
    const listed = await runSuccessfully('list')
    expect(listed).toEqual([{ ...source, kind: 'signed', api: null, ending: url.slice(-4) }])
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(JSON.stringify(listed)).not.toContain(url.split('/').at(-1))
  })

  test('has its secret in a file that only its owner can read', async () => {
    const { id } = await runSuccessfully('add --mode test --signed')
    const file = join(data, 'event-secrets', `${tenant.account}-${id}.json`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('gets another secret, and can be removed', async () => {
    const { id, url, secret } = await runSuccessfully('add --mode test --signed')
    const rotated = await runSuccessfully(`rotate --source ${id}`)
    expect(rotated.secret).not.toBe(secret)
    expect((await post(url, signedHeaders(body, { ...rotated, id: 'new' }))).status).toBe(200)
    expect((await post(url, signedHeaders(body, { secret, id: 'old' }))).status).toBe(200)
    await runSuccessfully(`remove --source ${id}`)
    expect((await post(url, signedHeaders(body, { ...rotated, id: 'later' }))).status).toBe(401)
    expect(await runSuccessfully('list')).toEqual([])
    expect(() => statSync(join(data, 'event-secrets', `${tenant.account}-${id}.json`))).toThrow('ENOENT')
  })

  test('is named by its own account', async () => {
    const { id } = await runSuccessfully('add --mode test --signed')
    const { account } = tenant
    tenant = await newTenant()
    expect(await run(`remove --source ${id}`)).toMatchObject({
      exitCode: 1,
      errors: `Account ${tenant.account} has no event source ${id}.`,
    })
    tenant = { ...tenant, account }
    expect(await runSuccessfully('list')).toHaveLength(1)
  })
})

test('the hosted service confirms with the key from standard input, which is never printed', async () => {
  const service = await startHostedService()
  vi.stubEnv('CRAWLER_ALLOW_HOSTS', service.host)
  type(hostedKey)
  const added = await runSuccessfully(`add --mode test --hosted --api ${service.api}/ --key-stdin`)
  expect(added).toMatchObject({ kind: 'hosted', api: service.api, secret: null })
  const webhook = { 'X-Snipcart-RequestToken': 'token-1' }
  expect(await post(added.url, webhook)).toMatchObject({ status: 200, body: [{ status: 'ignored' }] })
  expect(service.requests[0]?.authorization).toBe(`Basic ${btoa(`${hostedKey}:`)}`)
  const { output } = await runStoreCommandLine(['event-source', 'list', String(tenant.account), '--data', data])
  expect(output).toContain(service.api)
  expect(output + JSON.stringify(added)).not.toContain(hostedKey)
  const rotation = await run(`rotate --source ${added.id}`)
  expect(rotation.errors).toBe('Only the secret of a signed source can be rotated.')
  service.close()
})

test.each([
  ['', '--signed or --hosted is required, and not both.'],
  ['--signed --hosted --api https://hosted.example --key-stdin', '--signed or --hosted is required, and not both.'],
  ['--signed --api https://hosted.example', '--api is required with --hosted only.'],
  ['--hosted --key-stdin', '--api is required with --hosted only.'],
  ['--hosted --api https://hosted.example', '--key-stdin is required with --hosted only.'],
  ['--hosted --api ftp://hosted.example --key-stdin', '--api must be an http or https URL.'],
])('the options %j are rejected', async (options, fault) => {
  const { exitCode, errors } = await run(`add --mode test ${options}`.trimEnd())
  expect(exitCode).toBe(2)
  expect(errors).toContain(fault)
})

test('a key that is empty or has several lines is rejected, and not repeated', async () => {
  for (const key of ['', 'ST_one\nST_two']) {
    type(key)
    expect(await run('add --mode test --hosted --api https://hosted.example --key-stdin')).toMatchObject({
      exitCode: 1,
      errors: 'Standard input must have one line: the key.',
    })
  }
  expect(await runSuccessfully('list')).toEqual([])
})
