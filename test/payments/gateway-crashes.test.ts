/**
 * Stops the process at each request to the table during an operation at Stripe, and then changes the gateway of the
 * store. Tests that an operation that was reserved at Stripe stays at Stripe.
 * @module-tag long
 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { readOperations } from '../../lib/payments/operations.ts'
import { readSandboxActions } from '../../lib/payments/sandbox.ts'
import { get } from '../subscriptions/calls.ts'
import { change, newSubscription } from '../subscriptions/changes.ts'
import { stopAt } from '../support/fault-injection.ts'
import {
  authorizedOrder,
  capture,
  orderOf,
  paidOrder,
  pendingCount,
  recoverAll,
  refund,
  refundsOf,
} from '../support/payments.ts'
import { newTenant, type Reply } from '../support/store.ts'
import { StripeModel } from './stripe-model.ts'

let stripe: StripeModel
beforeEach(async () => {
  stripe = await new StripeModel().start({ timeout: 1000 })
})
afterEach(() => {
  stripe.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Case {
  create: (ending: string) => Promise<{ tenant: Tenant; id: string }>
  run: (tenant: Tenant, id: string) => Promise<Reply>
  isDone: (tenant: Tenant, id: string) => Promise<boolean>
}

const withTenant = async (create: (tenant: Tenant) => Promise<string>) => {
  const tenant = await newTenant()
  return { tenant, id: await create(tenant) }
}
const payment = (ending: string) => ({ paymentTransactionId: `pi_A_${ending}` })
const headers = { 'Idempotency-Key': 'crash' }

const cases: Record<string, Case> = {
  refund: {
    create: ending => withTenant(tenant => paidOrder(tenant, payment(ending))),
    run: (tenant, id) => refund(tenant, id, { amount: 60 }, { headers }),
    isDone: async (tenant, id) => (await refundsOf(tenant, id)).length === 1,
  },
  capture: {
    create: ending => withTenant(tenant => authorizedOrder(tenant, payment(ending))),
    run: (tenant, id) => capture(tenant, id),
    isDone: async (tenant, id) => (await orderOf(tenant, id)).paymentStatus === 'Paid',
  },
  pause: {
    create: ending => newSubscription({ gatewayId: `sub_A_${ending}` }),
    run: (tenant, id) => change('pause', tenant, id),
    isDone: async (tenant, id) => (await get(tenant, id)).body.status === 'Paused',
  },
}

const keys = { apiKey: 'sk_test_A1', stripeAccount: 'acct_A', webhookSecret: null }
const setGateway = ({ account }: Tenant, gatewayTest: 'sandbox' | 'stripe') => accounts.update(account, { gatewayTest })

describe.each(Object.entries(cases))('%s', (_, { create, run, isDone }) => {
  test.each([
    ['paid', 'before'],
    ['paid', 'after'],
    ['lost', 'after'],
    ['timeout', 'before'],
    ['declined_once', 'after'],
  ] as const)('of a payment %s, stopped %s any request', async (ending, moment) => {
    let n = 0
    for (let isStopped = true; isStopped; n++) {
      stripe.ledger.length = 0
      const { tenant, id } = await create(ending)
      await saveGatewayKeys(tenant, keys)
      await setGateway(tenant, 'stripe')
      isStopped = await stopAt(n, moment, () => run(tenant, id))
      const isAtStripe = stripe.ledger.length + (await readOperations(tenant)).length > 0
      await setGateway(tenant, 'sandbox')
      /** The clock is set an hour ahead, because a stopped refund has locked its Idempotency-Key for 30 seconds. */
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      const { status } = await run(tenant, id)
      vi.useRealTimers()
      await recoverAll(tenant)
      expect(await pendingCount(tenant)).toBe(0)
      const moves = [stripe.ledger.length, (await readSandboxActions(tenant, id)).length]
      const isRefused = status === 402 || (moves[0] === 0 && moves[1] === 0)
      expect(moves, `stopped at ${n}`).toEqual(isRefused ? [0, 0] : isAtStripe ? [1, 0] : [0, 1])
      expect(await isDone(tenant, id)).toBe(!isRefused)
      if (ending !== 'declined_once') expect(isRefused).toBe(false)
    }
    expect(n).toBeGreaterThan(3)
  })
})
