/** Tests the command for the maintenance of a stage, with a fake AWS in front of DynamoDB Local. */

import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { createTable } from '../../../infra/local/database/create-table.ts'
import * as maintenanceMode from '../../../lib/maintenance-mode/index.ts'
import { startFakeAws } from './fake-aws.ts'

const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `maintenance-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
let aws: Awaited<ReturnType<typeof startFakeAws>>
beforeAll(async () => {
  await createTable(inject('dynamodbEndpoint'), table, false)
  aws = await startFakeAws(inject('dynamodbEndpoint'), table)
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(() => {
  aws.close()
  vi.unstubAllEnvs()
})

const run = (line: string) => runStoreCommandLine(`--json maintenance ${line} --stage prod`.split(' '))
const deliveries = () => aws.callsOf('UpdateEventSourceMapping').map(({ Enabled }) => Enabled)

test('disables the delivery of the queue, enables it for a replay, and afterwards', async () => {
  const { output } = await run('on')
  expect(JSON.parse(output)).toMatchObject({ isOn: true, events: 'delivery is disabled' })
  expect(deliveries()).toEqual([false])
  await run('on --apply-events')
  expect(deliveries()).toEqual([false, true])
  expect(JSON.parse((await run('off')).output)).toEqual({ isOn: false, events: 'delivery is enabled' })
  expect(deliveries()).toEqual([false, true, true])
})

test('changes nothing if the delivery cannot be disabled', async () => {
  aws.next.UpdateEventSourceMapping = [{ status: 403, body: { message: 'You may not do this.' } }]
  expect(await run('on')).toMatchObject({ exitCode: 1, errors: 'You may not do this.' })
  expect(await maintenanceMode.find()).toBeNull()
})
