/**
 * Tests random sequences of refunds, captures, events, crashes and repetitions, while the gateway of the store changes.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { loadGatewayKeys, saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { readOperations } from '../../lib/payments/operations.ts'
import { readSandboxLedger } from '../../lib/payments/sandbox.ts'
import { StripeModel } from '../payments/stripe-model.ts'
import { around } from '../support/fault-injection.ts'
import { expectLedgerMatches, orderOf, recoverAll } from '../support/payments.ts'
import { printSeed } from '../support/seed.ts'
import { newTenant } from '../support/store.ts'
import { paymentSteps, placeOrders, runPaymentStep, runUntilStop, type Spec, twoSpecs } from './payment-steps.ts'

beforeEach(async () => {
  stripe = await new StripeModel().start({ timeout: 60 })
})
afterEach(() => {
  stripe.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The settings of each gateway as `account set` and `gateway set` save them, and the name of its ledger. */
const gatewaysBySetting = {
  sandbox: { gatewayTest: 'sandbox', keys: null, ledger: 'sandbox' },
  none: { gatewayTest: 'none', keys: null, ledger: 'none' },
  own: { gatewayTest: 'stripe', keys: { apiKey: 'sk_test_A1', stripeAccount: 'acct_A' }, ledger: 'acct_A' },
  rotated: { gatewayTest: 'stripe', keys: { apiKey: 'sk_test_A2', stripeAccount: 'acct_A' }, ledger: 'acct_A' },
  restricted: { gatewayTest: 'stripe', keys: { apiKey: 'rk_test_A3', stripeAccount: null }, ledger: 'acct_A' },
  other: { gatewayTest: 'stripe', keys: { apiKey: 'sk_test_B1', stripeAccount: 'acct_B' }, ledger: 'acct_B' },
} as const
type Setting = keyof typeof gatewaysBySetting
const settings = Object.keys(gatewaysBySetting) as Setting[]

let stripe: StripeModel

const steps = fc.oneof(
  paymentSteps,
  fc.record({ kind: fc.constant('gateway' as const), to: fc.constantFrom(...settings) }),
)
/** A change of the store's gateway in the middle of a step, before the request number `at` to the table. */
const changes = fc.option(fc.record({ at: fc.nat({ max: 12 }), to: fc.constantFrom(...settings) }), { freq: 3 })
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

async function runStep(step: Step, world: World, change: Change | null): Promise<void> {
  const restore = change ? changeInside(change, world) : () => {}
  await runUntilStop(step, () => run(step, world)).finally(restore)
}

type Change = { at: number; to: Setting }

function changeInside({ at, to }: Change, world: World): () => void {
  let count = 0
  return around(async (_, send) => {
    if (count++ === at) await changeGateway(world, to)
    return send()
  })
}

interface World {
  tenant: Tenant
  tokens: string[]
  /** The gateways that the store has had since the current step began. */
  gateways: Set<string>
  /**
   * The gateways at which each operation may run, by the id of the operation: those of the step that reserved the
   * operation, and the one that a restricted key may reach.
   */
  mayRunAt: Map<string, Set<string>>
}

/**
 * Changes the gateway of the store. If the process stops during the change, the keys are saved, but the account may
 * keep its previous gateway.
 */
async function changeGateway({ tenant, gateways, mayRunAt }: World, to: Setting): Promise<void> {
  const { gatewayTest, keys, ledger } = gatewaysBySetting[to]
  gateways.add(ledger)
  if (to === 'restricted') [...mayRunAt.values()].forEach(allowAccountOfPayments)
  if (keys) await saveGatewayKeys(tenant, { ...keys, webhookSecret: null })
  await accounts.update(tenant.account, { gatewayTest })
}

/**
 * Allows operations of `acct_B` to run at `acct_A`, which has all payments of this test. The account of a restricted
 * key is unknown, so operations of every Stripe account are tried with it. If the key finds the payment of an
 * operation, the operation is done there. No other account can have done it, because only one account has the payment.
 */
function allowAccountOfPayments(ledgers: Set<string>): void {
  if (ledgers.has('acct_B')) ledgers.add('acct_A')
}

const run = (step: Step, world: World): Promise<unknown> =>
  step.kind === 'gateway' ? changeGateway(world, step.to) : runPaymentStep(step, world.tenant, world.tokens)

async function newWorld(specs: readonly Spec[]): Promise<World> {
  const tenant = await newTenant()
  const tokens = await placeOrders(tenant, specs, ({ ending, currency }, n) => {
    const paymentTransactionId = `pi_A_${tenant.account}_${n}_${ending}`
    stripe.currencies.set(paymentTransactionId, currency)
    return paymentTransactionId
  })
  return { tenant, tokens, gateways: new Set(['sandbox']), mayRunAt: new Map() }
}

/** Returns the refunds and captures that the gateways have made, each with the name of its ledger. */
async function movementsOf({ tenant }: World) {
  const ofTenant = stripe.ledger.filter(({ subject }) => subject.startsWith(`pi_A_${tenant.account}_`))
  const inSandbox = (await readSandboxLedger(tenant)).map(movement => ({ ...movement, ledger: 'sandbox' }))
  return [...inSandbox, ...ofTenant.map(movement => ({ ...movement, ledger: movement.stripeAccount }))]
}

/**
 * Records the gateways at which each new operation may run: all gateways that the store had during the last step, at
 * one of which the operation was reserved. Then starts the set of the next step with the store's current gateway.
 */
async function noteOperations(world: World): Promise<void> {
  const underWay = (await readOperations(world.tenant)).map(({ request }) => request.id)
  const moved = (await movementsOf(world)).map(({ idempotencyKey }) => idempotencyKey)
  for (const id of [...underWay, ...moved]) if (!world.mayRunAt.has(id)) world.mayRunAt.set(id, world.gateways)
  const account = await accounts.get(world.tenant.account)
  const keys = await loadGatewayKeys(world.tenant)
  const ledger = keys?.apiKey.includes('_B') ? 'acct_B' : 'acct_A'
  world.gateways = new Set([account.gatewayTest === 'stripe' ? ledger : account.gatewayTest])
}

/**
 * Sets the keys of both Stripe accounts again, one after the other. With each key, the recovery worker completes what
 * is left.
 */
async function completeAll(world: World): Promise<void> {
  for (const setting of ['other', 'own'] as const) {
    await changeGateway(world, setting)
    await recoverAll(world.tenant)
  }
}

test('the refunds and captures of the API are those of the gateways that they were reserved with', async () => {
  const sequences = fc.array(fc.tuple(steps, changes), { minLength: 1, maxLength: 12 })
  const details = await fc.check(
    fc.asyncProperty(twoSpecs, sequences, async (specs, sequence) => {
      const world = await newWorld(specs)
      for (const [step, change] of sequence) {
        await runStep(step, world, change)
        await noteOperations(world)
      }
      await completeAll(world)
      await expectGatewaysMatch(world, specs)
    }),
    { numRuns: 50, endOnFailure: true },
  )
  printSeed(details)
})

async function expectGatewaysMatch(world: World, specs: readonly { isAuthorized: boolean }[]) {
  const { tenant, tokens, mayRunAt } = world
  const movements = await movementsOf(world)
  for (const { idempotencyKey, ledger } of movements) expect(mayRunAt.get(idempotencyKey)).toContain(ledger)
  const elsewhere = movements.filter(({ ledger }) => ledger !== 'sandbox')
  await expectLedgerMatches(tenant, tokens, elsewhere)
  for (const [n, token] of tokens.entries()) {
    const { paymentStatus, paymentTransactionId } = await orderOf(tenant, token)
    const captures = movements.filter(
      ({ kind, subject }) => kind === 'capture' && [token, paymentTransactionId].includes(subject),
    )
    const isCaptured = specs[n]!.isAuthorized && paymentStatus !== 'Authorized'
    expect(captures).toHaveLength(isCaptured ? 1 : 0)
  }
}
