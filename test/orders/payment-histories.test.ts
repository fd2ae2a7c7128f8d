/**
 * Tests random sequences of refunds, captures, events, crashes, faults of the gateway and repetitions. A refund may
 * fail later, and a part of a payment may be captured at the gateway itself, without this API.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { toMinorUnits } from '../../lib/core/money.ts'
import { readSandboxLedger } from '../../lib/payments/sandbox.ts'
import { sendEvent } from '../support/checkout.ts'
import {
  captureElsewhere,
  expectLedgerMatches,
  failRefund,
  failureOf,
  moved,
  orderOf,
  recoverAll,
} from '../support/payments.ts'
import { printSeed } from '../support/seed.ts'
import { newTenant } from '../support/store.ts'
import {
  order,
  paymentSteps,
  placeOrders,
  refundElsewhere,
  runPaymentStep,
  runUntilStop,
  type Spec,
  stop,
  total,
  twoSpecs,
} from './payment-steps.ts'

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const steps = fc.oneof(
  paymentSteps,
  fc.record({ kind: fc.constant('partialCapture' as const), order }),
  fc.record({ kind: fc.constant('failure' as const), order, n: fc.nat({ max: 3 }), stop }),
  fc.record({ kind: fc.constant('failureElsewhere' as const), order, id: refundElsewhere }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

interface World {
  tenant: Awaited<ReturnType<typeof newTenant>>
  tokens: string[]
  specs: readonly Spec[]
  /**
   * A function for each refund that a step makes fail: it reverses the refund in the sandbox, and sends the event.
   * After the last step, each function is called again to complete its work, because its step may have been stopped
   * midway.
   */
  failures: (() => Promise<unknown>)[]
}

/** Returns the amount that is captured at the gateway itself, without this API, in minor units. */
const partOf = ({ currency }: Spec) => toMinorUnits(total / 4, currency)

function run(step: Step, world: World): Promise<unknown> {
  const { tenant, tokens } = world
  switch (step.kind) {
    case 'partialCapture':
      return capturePart(world, step.order)
    case 'failure':
      return failOne(world, tokens[step.order]!, step.n)
    case 'failureElsewhere': {
      const token = tokens[step.order]!
      return sendEvent(tenant, 'order.refund.failed', failureOf(token, `${step.id}-${token}`))
    }
    default:
      return runPaymentStep(step, tenant, tokens)
  }
}

async function capturePart({ tenant, tokens, specs }: World, n: number): Promise<void> {
  const [token, spec] = [tokens[n]!, specs[n]!]
  const captures = await moved(tenant, token, 'capture')
  if (spec.isAuthorized && captures.length === 0) await captureElsewhere(tenant, token, partOf(spec))
}

/** Fails one of the refunds that the sandbox has made, whether or not the order already has this refund. */
async function failOne({ tenant, failures }: World, token: string, n: number): Promise<void> {
  const made = (await readSandboxLedger(tenant, token)).filter(({ kind, amount }) => kind === 'refund' && amount > 0)
  const { idempotencyKey: id } = made[n % made.length] ?? {}
  if (!id) return
  failures.push(() => failRefund(tenant, token, id))
  await failRefund(tenant, token, id)
}

async function newWorld(specs: readonly Spec[]): Promise<World> {
  const tenant = await newTenant()
  const tokens = await placeOrders(tenant, specs, ({ ending }) => `pi_${ending}`)
  return { tenant, tokens, specs, failures: [] }
}

/**
 * Expects that the order shows the captured amount, which it may not know after a partial capture, and that it is paid
 * only if the whole amount is captured.
 */
async function expectCaptureMatches({ tenant, tokens, specs }: World, n: number): Promise<void> {
  const [token, spec] = [tokens[n]!, specs[n]!]
  const captures = await moved(tenant, token, 'capture')
  const { paymentStatus, capturedAmount } = await orderOf(tenant, token)
  if (captures[0] === partOf(spec)) {
    expect(captures).toHaveLength(1)
    expect(['Authorized', 'Refunded']).toContain(paymentStatus)
    expect([null, total / 4]).toContain(capturedAmount)
  } else {
    const isCaptured = spec.isAuthorized && paymentStatus !== 'Authorized'
    expect(captures).toHaveLength(isCaptured ? 1 : 0)
    expect(capturedAmount).toBe(isCaptured ? total : null)
  }
}

test('the refunds and captures of the API are those of the sandbox', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const sequences = fc.array(steps, { minLength: 1, maxLength: 12 })
  const details = await fc.check(
    fc.asyncProperty(twoSpecs, sequences, async (specs, sequence) => {
      const world = await newWorld(specs)
      for (const step of sequence) await runUntilStop(step, () => run(step, world))
      for (const fail of world.failures) await fail()
      await recoverAll(world.tenant)
      await expectLedgerMatches(world.tenant, world.tokens)
      for (const n of world.tokens.keys()) await expectCaptureMatches(world, n)
    }),
    { numRuns: 50, endOnFailure: true },
  )
  printSeed(details)
})
