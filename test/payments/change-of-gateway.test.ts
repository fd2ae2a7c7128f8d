/**
 * Tests at which gateway, and with which account at Stripe, an operation is completed after the setting or the keys of
 * the store have changed.
 */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { GatewayName, Tenant } from '../../lib/core/tenant.ts'
import { OperationRow } from '../../lib/payments/entity.ts'
import { type GatewayKeys, saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { type Operation, readOperations } from '../../lib/payments/operations.ts'
import { readSandboxActions } from '../../lib/payments/sandbox.ts'
import { get } from '../subscriptions/calls.ts'
import { change, newSubscription } from '../subscriptions/changes.ts'
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
import { newTenant } from '../support/store.ts'
import { StripeModel } from './stripe-model.ts'

let stripe: StripeModel
beforeEach(async () => {
  stripe = await new StripeModel().start()
})
afterEach(() => {
  stripe.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const keyOf = (apiKey: string, stripeAccount: string | null = null): GatewayKeys => ({
  apiKey,
  stripeAccount,
  webhookSecret: null,
})

async function stripeTenant(keys = keyOf('sk_test_A1', 'acct_A')): Promise<Tenant> {
  const tenant = await newTenant()
  await saveGatewayKeys(tenant, keys)
  await setGateway(tenant, 'stripe')
  return tenant
}
const setGateway = ({ account }: Tenant, gatewayTest: GatewayName) => accounts.update(account, { gatewayTest })

const headers = { 'Idempotency-Key': 'same' }
const refundOnce = (tenant: Tenant, token: string) => refund(tenant, token, { amount: 40 }, { headers })

/** Starts a refund at Stripe, which replies 500. Returns the token of the order. */
async function pendingRefund(tenant: Tenant): Promise<string> {
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_A_paid' })
  stripe.isDown = true
  expect((await refundOnce(tenant, token)).status).toBe(504)
  stripe.isDown = false
  return token
}

test.each<GatewayName>(['sandbox', 'none'])(
  'a refund under way at Stripe is made there after the setting is %s',
  async gateway => {
    for (const resume of [refundOnce, (tenant: Tenant) => recoverAll(tenant, 1)]) {
      const tenant = await stripeTenant()
      const token = await pendingRefund(tenant)
      await setGateway(tenant, gateway)
      await resume(tenant, token)
      const [{ id }] = await refundsOf(tenant, token)
      expect(stripe.ledger.filter(movement => movement.idempotencyKey === id)).toMatchObject([{ amount: 4000 }])
      expect(await readSandboxActions(tenant, token)).toEqual([])
      expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 40 })
      expect(await pendingCount(tenant)).toBe(0)
    }
  },
)

test('a capture and a change of a subscription stay at Stripe too', async () => {
  const tenant = await stripeTenant()
  const token = await authorizedOrder(tenant, { paymentTransactionId: 'pi_A_lost' })
  expect((await capture(tenant, token)).status).toBe(504)
  await setGateway(tenant, 'sandbox')
  expect((await capture(tenant, token)).body.paymentStatus).toBe('Paid')
  expect(stripe.movesOf('pi_A_lost', 'capture')).toHaveLength(1)
  expect(await readSandboxActions(tenant, token)).toEqual([])

  const { tenant: other, id } = await newSubscription({ gatewayId: 'sub_A_timeout' })
  await saveGatewayKeys(other, keyOf('sk_test_A1', 'acct_A'))
  await setGateway(other, 'stripe')
  expect((await change('pause', other, id)).status).toBe(504)
  await setGateway(other, 'none')
  await recoverAll(other, 1)
  expect((await get(other, id)).body.status).toBe('Paused')
  expect(stripe.movesOf('sub_A_timeout', 'change')).toHaveLength(1)
})

test('a refund under way at the sandbox is made there after the setting is Stripe', async () => {
  vi.stubEnv('GATEWAY_TIMEOUT', '20')
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_A_lost' })
  expect((await refundOnce(tenant, token)).status).toBe(504)
  await saveGatewayKeys(tenant, keyOf('sk_test_A1', 'acct_A'))
  await setGateway(tenant, 'stripe')
  expect(await refundOnce(tenant, token)).toMatchObject({ status: 200, body: { amount: 40 } })
  expect(await readSandboxActions(tenant, token)).toHaveLength(1)
  expect(stripe.calls).toEqual([])
})

test.each([
  ['a new key of the same account', keyOf('sk_test_A1', 'acct_A'), keyOf('sk_test_A2', 'acct_A')],
  ['a restricted key of it', keyOf('sk_test_A1', 'acct_A'), keyOf('rk_test_A2')],
  ['a key after a restricted one', keyOf('rk_test_A1'), keyOf('sk_test_A2', 'acct_A')],
  ['the same key, whose account is known now', keyOf('sk_test_A1'), keyOf('sk_test_A1', 'acct_A')],
  ['a key that was stored by an earlier version', { apiKey: 'sk_test_A1', webhookSecret: null }, keyOf('sk_test_A2')],
])('a refund goes on with %s', async (_, before, after) => {
  const tenant = await stripeTenant(before)
  const token = await pendingRefund(tenant)
  await saveGatewayKeys(tenant, after)
  expect(await refundOnce(tenant, token)).toMatchObject({ status: 200, body: { amount: 40 } })
  expect(stripe.ledger).toHaveLength(1)
})

test.each([
  ['of another account', keyOf('sk_test_B1', 'acct_B')],
  ['whose account is unknown, and which does not find the payment', keyOf('rk_test_B1')],
  ['that was revoked', keyOf('sk_test_A9', 'acct_A')],
])('a refund stays under way, and is alarmed, with a key %s', async (_, after) => {
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})
  stripe.revokedKeys.add('sk_test_A9')
  const tenant = await stripeTenant()
  const token = await pendingRefund(tenant)
  const before = stripe.calls.length
  await saveGatewayKeys(tenant, after)
  expect(await refundOnce(tenant, token)).toMatchObject({ status: 504, body: { code: 'gateway_timeout' } })
  await recoverAll(tenant, 2)
  expect(await pendingCount(tenant)).toBe(1)
  expect(stripe.calls.slice(before)).not.toContain('POST /v1/refunds')
  expect(logError).toHaveBeenLastCalledWith(
    'A payment operation has lost its gateway. See "An operation has lost its gateway" in infra/RUNBOOK.md.',
    expect.objectContaining({ ...tenant, gateway: 'stripe', kind: 'refund' }),
  )
  await saveGatewayKeys(tenant, keyOf('sk_test_A1', 'acct_A'))
  await recoverAll(tenant, 1)
  expect(await refundsOf(tenant, token)).toHaveLength(1)
  expect(stripe.ledger).toHaveLength(1)
})

test('an operation belongs to the account whose restricted key has found its payment', async () => {
  const wrong = keyOf('sk_test_B1', 'acct_B')
  const tenant = await stripeTenant(wrong)
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_A_lost' })
  stripe.isDown = true
  expect((await refundOnce(tenant, token)).status).toBe(504)
  stripe.isDown = false
  await saveGatewayKeys(tenant, keyOf('rk_test_A1'))
  expect((await refundOnce(tenant, token)).status).toBe(504)
  expect(stripe.ledger).toMatchObject([{ stripeAccount: 'acct_A', amount: 4000 }])

  await saveGatewayKeys(tenant, wrong)
  expect((await refundOnce(tenant, token)).status).toBe(504)
  await recoverAll(tenant, 2)
  expect(await pendingCount(tenant)).toBe(1)
  await saveGatewayKeys(tenant, keyOf('sk_test_A1', 'acct_A'))
  await recoverAll(tenant, 1)
  expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 40 })
  expect(stripe.ledger).toHaveLength(1)
})

test('a refund whose first request is rejected with the key is dropped, as nothing has happened', async () => {
  const tenant = await stripeTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_A_paid' })
  stripe.revokedKeys.add('sk_test_A1')
  const { status, body } = await refundOnce(tenant, token)
  expect({ status, message: body.message }).toEqual({
    status: 504,
    message:
      'Stripe rejects the API key of this store: set another one with `npm run store -- gateway set`. Nothing was refunded.',
  })
  expect(await pendingCount(tenant)).toBe(0)
})

test('a refund of a payment that Stripe does not find is refused, also after a crash before its request', async () => {
  const tenant = await stripeTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_B_paid' })
  stripe.isDown = true
  expect((await refundOnce(tenant, token)).status).toBe(504)
  stripe.isDown = false
  expect(await refundOnce(tenant, token)).toMatchObject({ status: 402, body: { code: 'gateway_refused' } })
  expect(await pendingCount(tenant)).toBe(0)
})

test('an operation of an earlier version is at the gateway that is set', async () => {
  const tenant = await stripeTenant()
  const token = await pendingRefund(tenant)
  const [{ request }] = (await readOperations(tenant)) as [Operation]
  await OperationRow.patch({ ...tenant, id: request.id })
    .remove(['gateway'])
    .go()
  await setGateway(tenant, 'none')
  await recoverAll(tenant, 1)
  expect(await pendingCount(tenant)).toBe(1)
  await setGateway(tenant, 'stripe')
  await recoverAll(tenant, 1)
  expect(await refundsOf(tenant, token)).toHaveLength(1)
})
