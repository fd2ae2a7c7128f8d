/**
 * Stops the process that refunds or captures a payment before each of its requests to the table. Tests that the
 * recovery worker or a repeated call completes its work: the API shows what the sandbox did, and money moves at most
 * once.
 * @module-tag long
 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { readSandboxLedger, sandbox } from '../../lib/payments/sandbox.ts'
import { event, send } from '../support/checkout.ts'
import { lostReply, type Moment, stopAt } from '../support/fault-injection.ts'
import {
  authorizedOrder,
  captureBody,
  captureElsewhere,
  expectLedgerMatches,
  failedRefundsOf,
  failureOf,
  moved,
  orderOf,
  paidOrder,
  pendingCount,
  recoverAll,
  refundsOf,
  reverseInSandbox,
} from '../support/payments.ts'
import { call, newTenant, type Reply } from '../support/store.ts'

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const headers = { 'Idempotency-Key': 'crash' }
const hour = 3_600_000

interface Operation {
  newOrder: (tenant: Tenant, fields: Record<string, unknown>) => Promise<string>
  run: (tenant: Tenant, token: string) => Promise<Reply>
  /** Returns the amounts that the gateway has refunded or captured, in minor units. */
  amounts: (tenant: Tenant, token: string) => Promise<number[]>
  isDone: (tenant: Tenant, token: string) => Promise<boolean>
}

const refundBody = { amount: 60, comment: 'Broken', autoRefundTaxes: true, notifyCustomer: true }
const operations: Record<string, Operation> = {
  refund: {
    newOrder: paidOrder,
    run: (tenant, token) => call('refunds.create', tenant, { params: { token }, headers, body: refundBody }),
    amounts: (tenant, token) => moved(tenant, token, 'refund'),
    isDone: async (tenant, token) => (await refundsOf(tenant, token)).length === 1,
  },
  capture: {
    newOrder: authorizedOrder,
    run: (tenant, token) => call('orders.update', tenant, { params: { token }, body: captureBody }),
    amounts: (tenant, token) => moved(tenant, token, 'capture'),
    isDone: async (tenant, token) => (await orderOf(tenant, token)).paymentStatus === 'Paid',
  },
}

/** An event reports that a refund failed. The queue or Stripe sends this event again if it was not applied. */
describe('a refund that fails, stopped before any request', () => {
  test.each(['paid', 'lost'])('and reported again, of a payment %s', async ending => {
    let n = 0
    for (let isStopped = true; isStopped; n++) {
      const { tenant, token } = await newOrder(operations.refund!, `pi_${ending}`)
      await operations.refund!.run(tenant, token)
      const id = (await readSandboxLedger(tenant, token))[0]!.idempotencyKey
      await reverseInSandbox(tenant, token, id)
      const failed = event(tenant, 'order.refund.failed', failureOf(token, id))
      isStopped = await stopAt(n, 'before', () => send(failed))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
      expect(await send(failed)).toEqual([])
      vi.useRealTimers()
      await recoverAll(tenant)
      await expectLedgerMatches(tenant, [token])
      expect(await failedRefundsOf(tenant, token), `stopped at ${n}`).toMatchObject([{ id, amount: 60 }])
      expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 0, paymentStatus: 'Paid' })
    }
    expect(n).toBeGreaterThan(2)
  })
})

describe('a capture of what was captured in part, stopped before any request', () => {
  test.each(['paid', 'timeout'])('then recovered, of a payment %s', async ending => {
    let n = 0
    for (let isStopped = true; isStopped; n++) {
      const { tenant, token } = await newOrder(operations.capture!, `pi_${ending}`)
      await captureElsewhere(tenant, token, 1000)
      isStopped = await stopAt(n, 'before', () => operations.capture!.run(tenant, token))
      await recoverAll(tenant)
      expect(await pendingCount(tenant)).toBe(0)
      expect(await moved(tenant, token, 'capture'), `stopped at ${n}`).toEqual([1000])
      const { paymentStatus, capturedAmount } = await orderOf(tenant, token)
      expect(paymentStatus).toBe('Authorized')
      expect([null, 10]).toContain(capturedAmount)
      const { status } = await operations.capture!.run(tenant, token)
      expect([402, 504]).toContain(status)
      await recoverAll(tenant)
      expect(await orderOf(tenant, token)).toMatchObject({ capturedAmount: 10, paymentStatus: 'Authorized' })
    }
    expect(n).toBeGreaterThan(4)
  })
})

async function newOrder({ newOrder }: Operation, paymentTransactionId: string) {
  const tenant = await newTenant()
  await accounts.update(tenant.account, { mailFrom: 'shop@tea.example' })
  return { tenant, token: await newOrder(tenant, { paymentTransactionId }) }
}

const endings = ['paid', 'lost', 'timeout', 'declined', 'declined_once', 'unreachable']

describe.each(Object.entries(operations))('%s', (_, operation) => {
  describe.each(endings)('of a payment %s', ending => {
    test('stopped before any request, then recovered', async () => {
      let n = 0
      for (let isStopped = true; isStopped; n++) {
        const { tenant, token } = await newOrder(operation, `pi_${ending}`)
        isStopped = await stopAt(n, 'before', () => operation.run(tenant, token))
        await recoverAll(tenant)
        await expectLedgerMatches(tenant, [token])
        const amounts = await operation.amounts(tenant, token)
        expect(await operation.isDone(tenant, token), `stopped at ${n}`).toBe(amounts.length === 1)
      }
      expect(n).toBeGreaterThan(4)
    })

    test('stopped before any request, then repeated', async () => {
      let n = 0
      for (let isStopped = true; isStopped; n++) {
        const { tenant, token } = await newOrder(operation, `pi_${ending}`)
        isStopped = await stopAt(n, 'before', () => operation.run(tenant, token))
        /** The clock is set an hour ahead, because a stopped refund has locked its Idempotency-Key for 30 seconds. */
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
        await operation.run(tenant, token)
        vi.useRealTimers()
        await recoverAll(tenant)
        await expectLedgerMatches(tenant, [token])
        const isDone = await operation.isDone(tenant, token)
        expect(isDone).toBe((await operation.amounts(tenant, token)).length === 1)
        if (['paid', 'lost', 'timeout'].includes(ending)) expect(isDone, `stopped at ${n}`).toBe(true)
      }
    })
  })

  test.each<Moment>(['before', 'after'])('stopped %s the request to the gateway', async moment => {
    const { tenant, token } = await newOrder(operation, 'pi_paid')
    const send = sandbox.send
    const stopped = vi.spyOn(sandbox, 'send').mockImplementation(async request => {
      if (moment === 'after') await send(request)
      throw lostReply()
    })
    await operation.run(tenant, token)
    stopped.mockRestore()
    await recoverAll(tenant)
    await expectLedgerMatches(tenant, [token])
    expect(await operation.amounts(tenant, token)).toHaveLength(1)
    expect(await operation.isDone(tenant, token)).toBe(true)
  })

  test('the recovery worker is stopped before any request', async () => {
    let n = 0
    for (let isStopped = true; isStopped; n++) {
      const { tenant, token } = await newOrder(operation, 'pi_lost')
      expect((await operation.run(tenant, token)).status).toBe(504)
      isStopped = await stopAt(n, 'before', () => recoverAll(tenant, 1))
      vi.useRealTimers()
      await recoverAll(tenant)
      await expectLedgerMatches(tenant, [token])
      expect(await operation.amounts(tenant, token)).toHaveLength(1)
      expect(await operation.isDone(tenant, token)).toBe(true)
    }
    expect(n).toBeGreaterThan(3)
  })
})
