/** How endpoints reply to conflicts that DynamoDB Local never produces. */

import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { code } from '../discounts/samples.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'

let calm = () => {}
afterEach(() => {
  calm()
  vi.restoreAllMocks()
})

/** The first so many commands of a kind fail, with nothing done. */
function failing(command: string, times: number, failure: () => Error) {
  let left = times
  calm = around(async (sent, send) => {
    if (sent === command && left-- > 0) throw failure()
    return send()
  })
}

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'a transaction that meets %s is tried again, and a code is not taken for given away',
  async reason => {
    const tenant = await newTenant()
    failing('TransactWriteItemsCommand', 3, () => cancelled(reason, 'None'))
    expect((await call('discounts.create', tenant, { body: code('A') })).status).toBe(200)
    calm()
    expect((await call('discounts.list', tenant)).body).toHaveLength(1)
  },
)

test('a change that never gets through is a conflict, and nothing of it is done', async () => {
  const tenant = await newTenant()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  failing('TransactWriteItemsCommand', 1000, () => cancelled('TransactionConflict', 'None'))
  const reply = await call('discounts.create', tenant, { body: code('A') })
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
  calm()
  expect((await call('discounts.list', tenant)).body).toEqual([])
})

test('a single write that meets a transaction on its row is tried again', async () => {
  const tenant = await newTenant()
  failing('PutItemCommand', 2, metTransaction)
  const body = [{ domain: 'shop.example.com' }]
  expect(await call('domains.allow', tenant, { body })).toMatchObject({ status: 200, body })
})

test('a transaction that can never succeed is an internal error, without retries', async () => {
  const tenant = await newTenant()
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  failing('TransactWriteItemsCommand', 1000, () => cancelled('None', 'ValidationError'))
  expect((await call('discounts.create', tenant, { body: code('A') })).status).toBe(500)
  expect(JSON.stringify(logged.mock.calls)).toContain('ValidationError')
})
