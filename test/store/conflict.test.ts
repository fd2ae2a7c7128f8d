/** Tests how endpoints reply to failures of writes that DynamoDB Local does not produce, such as conflicts. */

import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { code } from '../discounts/samples.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'

let restore = () => {}
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

/** Fails the first `times` commands of this name, without executing them. */
function failCommand(command: string, times: number, failure: () => Error) {
  let remaining = times
  restore = around(async (sent, send) => {
    if (sent === command && remaining-- > 0) throw failure()
    return send()
  })
}

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'retries a transaction that fails with %s, and does not report the code as in use',
  async reason => {
    const tenant = await newTenant()
    failCommand('TransactWriteItemsCommand', 3, () => cancelled(reason, 'None'))
    expect((await call('discounts.create', tenant, { body: code('A') })).status).toBe(200)
    restore()
    expect((await call('discounts.list', tenant)).body).toHaveLength(1)
  },
)

test('returns 409 if every attempt conflicts, and changes nothing', async () => {
  const tenant = await newTenant()
  failCommand('TransactWriteItemsCommand', 1000, () => cancelled('TransactionConflict', 'None'))
  const reply = await call('discounts.create', tenant, { body: code('A'), remainingMilliseconds: 4500 })
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
  restore()
  expect((await call('discounts.list', tenant)).body).toEqual([])
})

test('retries a single write that conflicts with a transaction on its row', async () => {
  const tenant = await newTenant()
  failCommand('PutItemCommand', 2, metTransaction)
  const body = [{ domain: 'shop.example.com' }]
  expect(await call('domains.allow', tenant, { body })).toMatchObject({ status: 200, body })
})

test('returns 500 for a transaction that can never succeed, without retries', async () => {
  const tenant = await newTenant()
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  failCommand('TransactWriteItemsCommand', 1000, () => cancelled('None', 'ValidationError'))
  expect((await call('discounts.create', tenant, { body: code('A') })).status).toBe(500)
  expect(JSON.stringify(errorSpy.mock.calls)).toContain('ValidationError')
})
