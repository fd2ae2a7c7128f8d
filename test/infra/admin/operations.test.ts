/** Tests the commands that show unfinished operations at payment gateways, and decide their results by hand. */

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import type { OrderToken, SubscriptionId } from '../../../lib/core/ids.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import type { Finding } from '../../../lib/maintenance/index.ts'
import { OrderRow, keyOf as orderKey } from '../../../lib/orders/entity.ts'
import { OperationRow } from '../../../lib/payments/entity.ts'
import { saveGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { readOperations, takeOverOperation } from '../../../lib/payments/operations.ts'
import { SubscriptionRow, keyOf as subscriptionKey } from '../../../lib/subscriptions/entity.ts'
import { StripeModel } from '../../payments/stripe-model.ts'
import { createV1, get } from '../../subscriptions/calls.ts'
import { change, newSubscription } from '../../subscriptions/changes.ts'
import { check } from '../../support/check.ts'
import { completeOrder } from '../../support/checkout.ts'
import { interruptOnce } from '../../support/fault-injection.ts'
import { authorizedOrder, capture, orderOf, paidOrder, refund, refundsOf } from '../../support/payments.ts'
import { type } from '../../support/standard-input.ts'
import { call, newTenant, type Reply } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'
import { newDirectory } from '../../support/temporary.ts'

const directory = newDirectory()
const operations = ({ account, mode }: Tenant, command: string, options = '') =>
  runStoreCommandLine(
    `operations ${command} --account ${account} --mode ${mode} --data ${directory} ${options}`.trim().split(' '),
  )

const drop = (tenant: Tenant, options: string, answer = /--id (\S+)/.exec(options)?.[1] ?? '') => {
  type(answer)
  return operations(tenant, 'drop', options)
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

async function kindsIn(tenant: Tenant) {
  await updateTallies(tenant)
  return (await check(tenant, { wait: async () => {} })).map(({ kind }: Finding) => kind)
}

const reserved = {
  amount: 20,
  comment: null,
  status: null,
  taxes: [],
  notifyCustomer: false,
  refundedByPaymentGateway: true,
  creationDate: '2026-09-01T00:00:00.000Z',
}

test('frees the amount of a refund whose operation is missing', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant, { paymentTransactionId: null })) as OrderToken
  const id = randomUUID()
  await OrderRow.patch(orderKey(tenant, token))
    .set({ refunds: { [id]: reserved } })
    .go()
  expect(await kindsIn(tenant)).toEqual(['missing-operation'])
  expect(await drop(tenant, `--order ${token} --id ${id}`)).toEqual({
    exitCode: 0,
    output: `The order ${token} no longer waits for operation ${id}. What it had reserved is free again.`,
    errors: '',
  })
  expect(await kindsIn(tenant)).toEqual([])
  const refund = { params: { token }, body: { amount: 20 } }
  expect((await call('refunds.create', tenant, refund)).status).toBe(200)
  expect((await drop(tenant, `--order ${token} --id ${id}`)).errors).toBe(
    `The order ${token} does not wait for operation ${id}.`,
  )
})

test('ends the wait for a capture, and for the change of a subscription', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant)) as OrderToken
  const subscription = (await createV1(tenant)) as SubscriptionId
  await OrderRow.patch(orderKey(tenant, token)).set({ captureId: 'capture-1' }).go()
  await SubscriptionRow.patch(subscriptionKey(tenant, subscription)).set({ changeId: 'change-1' }).go()
  expect(await kindsIn(tenant)).toEqual(['missing-operation', 'missing-operation'])
  await drop(tenant, `--order ${token} --id capture-1`)
  await drop(tenant, `--subscription ${subscription} --id change-1`)
  expect(await kindsIn(tenant)).toEqual([])
})

test('refuses an operation that is under way', async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant)) as OrderToken
  const id = randomUUID()
  await OrderRow.patch(orderKey(tenant, token)).set({ captureId: id }).go()
  const request = { kind: 'capture', order: token, transactionId: 'x', amount: 1, paymentAmount: 1 }
  const times = { createdAt: '2026-09-01T00:00:00.000Z', dueAt: '2999-01-01T00:00:00.000Z', attempts: 1 }
  await OperationRow.put({ ...tenant, id, request: { ...request, currency: 'eur' } as never, ...times }).go()
  expect(await drop(tenant, `--order ${token} --id ${id}`)).toMatchObject({
    exitCode: 1,
    errors: `Operation ${id} is under way: recovery.run completes or drops it.`,
  })
  expect((await OrderRow.get(orderKey(tenant, token)).go()).data).toMatchObject({ captureId: id })
  await OperationRow.delete({ ...tenant, id }).go()
})

test('needs an id, and an order or a subscription at most', async () => {
  const tenant = await newTenant()
  for (const options of ['', `--order ${randomUUID()} --subscription ${randomUUID()} --id x`])
    expect(await drop(tenant, options)).toMatchObject({ exitCode: 2 })
})

describe('an operation whose gateway is lost', () => {
  let stripe: StripeModel
  const keys = (name: string) => ({ apiKey: `sk_test_${name}1`, stripeAccount: `acct_${name}`, webhookSecret: null })

  beforeEach(async () => {
    stripe = await new StripeModel().start({ keysDirectory: `${directory}/gateway-keys` })
  })
  afterEach(() => stripe.close())

  /**
   * Starts an operation at Stripe, which replies 500. Then gives the store the key of another Stripe account, and sets
   * the clock forward by an hour.
   */
  async function loseGateway(tenant: Tenant, start: () => Promise<Reply>) {
    await accounts.update(tenant.account, { gatewayTest: 'stripe' })
    await saveGatewayKeys(tenant, keys('A'))
    stripe.isDown = true
    expect((await start()).status).toBe(504)
    stripe.isDown = false
    await saveGatewayKeys(tenant, keys('B'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const [operation] = await readOperations(tenant)
    return operation!.request.id
  }

  async function lostRefund() {
    const tenant = await newTenant()
    const token = await paidOrder(tenant, { paymentTransactionId: 'pi_A_paid' })
    return { tenant, token, id: await loseGateway(tenant, () => refund(tenant, token, { amount: 40 })) }
  }

  const lost = 'The key of the store is of acct_B, not of acct_A.'

  test('is listed and shown, with what deciding it means for the money', async () => {
    const { tenant, token, id } = await lostRefund()
    const listed = await operations(tenant, 'list')
    expect(listed).toMatchObject({ exitCode: 0, errors: '' })
    expect(listed.output).toMatch(`${id}  refund of 40.00 EUR, order ${token}  stripe, acct_A`)
    expect(listed.output).toContain(`${id} cannot be completed: ${lost}`)
    const asJson = await operations(tenant, 'list', '--json')
    const gateway = { kind: 'stripe', stripeAccount: 'acct_A', keyHash: expect.any(String) }
    expect(JSON.parse(asJson.output)).toMatchObject([{ id, order: token, amount: 40, gateway, problem: lost }])
    const { output } = await operations(tenant, 'show', `--id ${id}`)
    for (const part of [
      `cannot be asked: ${lost}`,
      `In Stripe, see whether pi_A_paid has a refund with the refundId ${id} in its metadata.`,
      'settle: The order shows the refund',
      'drop: The amount can be refunded again. If the gateway has made the refund, the buyer can get the money twice.',
    ])
      expect(output).toContain(part)
    expect((await operations(tenant, 'show', '--id x')).errors).toContain('No operation x is under way')
    expect((await operations({ ...tenant, mode: 'Live' }, 'list')).output).toBe('Nothing is under way.')
  })

  test('is settled by hand: the order shows the refund', async () => {
    const { tenant, token, id } = await lostRefund()
    type('yes')
    expect(await operations(tenant, 'settle', `--id ${id}`)).toMatchObject({
      exitCode: 1,
      errors: 'This is not the id of the operation. Nothing was changed.',
    })
    expect(await refundsOf(tenant, token)).toEqual([])
    type(id)
    expect(await operations(tenant, 'settle', `--id ${id}`)).toMatchObject({
      exitCode: 0,
      output: `Settled: refund of 40.00 EUR, order ${token}.`,
    })
    expect(await refundsOf(tenant, token)).toMatchObject([{ id, amount: 40, refundedByPaymentGateway: true }])
    expect(await readOperations(tenant)).toEqual([])
  })

  test('is dropped by hand: the amount can be refunded again', async () => {
    const { tenant, token, id } = await lostRefund()
    expect((await drop(tenant, `--id ${id}`)).output).toBe(`Dropped: refund of 40.00 EUR, order ${token}.`)
    expect(await readOperations(tenant)).toEqual([])
    await accounts.update(tenant.account, { gatewayTest: 'sandbox' })
    expect((await refund(tenant, token, { amount: 100 })).status).toBe(200)
  })

  test('is decided only when its request is over, and if nobody sends it again', async () => {
    const { tenant, id } = await lostRefund()
    await takeOverOperation(tenant, id)
    expect((await drop(tenant, `--id ${id}`)).errors).toMatch(/^The request was sent less than a minute ago\./)
    vi.setSystemTime(Date.now() + 3_600_000)
    const restore = interruptOnce(
      command => command === 'TransactWriteItemsCommand',
      () => takeOverOperation(tenant, id),
    ).restore
    expect((await drop(tenant, `--id ${id}`)).errors).toBe('The request was sent again meanwhile. Nothing was changed.')
    restore()
    expect(await readOperations(tenant)).toHaveLength(1)
  })

  test.each([
    ['settle', 'pi_A_timeout', 'says that it has not done this'],
    ['drop', 'pi_A_lost', 'says that it has done this'],
  ])('cannot %s what the gateway contradicts', async (command, paymentTransactionId, text) => {
    const tenant = await newTenant()
    const token = await paidOrder(tenant, { paymentTransactionId })
    await accounts.update(tenant.account, { gatewayTest: 'stripe' })
    await saveGatewayKeys(tenant, keys('A'))
    const { body } = await refund(tenant, token, { amount: 40 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    type(body.refundId)
    const reply = await operations(tenant, command, `--id ${body.refundId}`)
    expect(reply).toMatchObject({ exitCode: 1, errors: expect.stringContaining(text) })
    expect(await readOperations(tenant)).toHaveLength(1)
  })

  test.each([
    ['', 20],
    ['--charged 17.50', 17.5],
    ['--charged 0', 0],
  ])('of a subscription is settled with what was charged: %j', async (options, charged) => {
    const { tenant, id } = await newSubscription({ gatewayId: 'sub_A_paid' })
    const body = { amount: 10, quantity: 2, schedule: { interval: 'Week' } }
    const operation = await loseGateway(tenant, () => change('update', tenant, id, { body }))
    type(operation)
    await operations(tenant, 'settle', `--id ${operation} ${options}`)
    expect((await get(tenant, id)).body).toMatchObject({ amount: 10, quantity: 2, totalSpent: charged })
  })

  test('of a capture or a pause takes no amount', async () => {
    const tenant = await newTenant()
    const token = await authorizedOrder(tenant, { paymentTransactionId: 'pi_A_paid' })
    const id = await loseGateway(tenant, () => capture(tenant, token))
    type(id)
    const options = `--id ${id} --charged 5`
    expect((await operations(tenant, 'settle', options)).errors).toContain('--charged is for a change')
    await operations(tenant, 'settle', `--id ${id}`)
    expect((await orderOf(tenant, token)).paymentStatus).toBe('Paid')
  })

  test('for which nothing waits any more is dropped', async () => {
    const { tenant, token, id } = await lostRefund()
    await OrderRow.patch(orderKey(tenant, token as OrderToken))
      .set({ refunds: {} })
      .go()
    await drop(tenant, `--id ${id}`)
    expect(await readOperations(tenant)).toEqual([])
  })
})
