/**
 * Random sequences of refunds, captures, events, crashes, faults of the gateway and repetitions.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { sendEvent } from '../support/checkout.ts'
import { stopAt } from '../support/fault-injection.ts'
import {
  authorizedOrder,
  capture,
  expectLedgerMatches,
  moved,
  orderOf,
  paidOrder,
  recoverAll,
  refund,
} from '../support/payments.ts'
import { printSeed } from '../support/seed.ts'
import { newTenant } from '../support/store.ts'

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const endings = ['paid', 'declined', 'declined_once', 'unreachable', 'timeout', 'lost'] as const
const currencies = ['EUR', 'JPY', 'KWD'] as const

const orders = fc.record({
  ending: fc.constantFrom(...endings),
  currency: fc.constantFrom(...currencies),
  isAuthorized: fc.boolean(),
})
const order = fc.nat({ max: 1 })
/** At which request to the table the process stops; most do not. */
const stop = fc.option(
  fc.record({ at: fc.nat({ max: 25 }), moment: fc.constantFrom('before' as const, 'after' as const) }),
  { freq: 2 },
)

const steps = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('refund' as const), order, stop },
    amount: fc.constantFrom(100, 250, 333.33, 500.5, 1000),
    key: fc.option(fc.constantFrom('one', 'two')),
  }),
  fc.record({ kind: fc.constant('capture' as const), order, stop }),
  fc.record({ kind: fc.constant('event' as const), order, id: fc.constantFrom('re_1', 're_2') }),
  fc.record({ kind: fc.constant('recovery' as const), stop }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** Runs a step, and lets the process stop in the middle of it. */
async function runStep(step: Step, world: World): Promise<void> {
  const { at, moment } = step.kind === 'event' ? never : (step.stop ?? never)
  await stopAt(at, moment, () => run(step, world))
  vi.useRealTimers()
}
const never = { at: Number.POSITIVE_INFINITY, moment: 'before' as const }

interface World {
  tenant: Awaited<ReturnType<typeof newTenant>>
  tokens: string[]
}

function run(step: Step, { tenant, tokens }: World): Promise<unknown> {
  if (step.kind === 'recovery') return recoverAll(tenant, 1)
  const token = tokens[step.order]!
  if (step.kind === 'capture') return capture(tenant, token)
  if (step.kind === 'event')
    return sendEvent(tenant, 'order.refund.created', {
      ...{ id: `${step.id}-${token}`, orderToken: token, amount: 100 },
      refundedByPaymentGateway: false,
    })
  const headers: Record<string, string> = step.key ? { 'Idempotency-Key': step.key } : {}
  return refund(tenant, token, { amount: step.amount, comment: step.key }, { headers })
}

async function newWorld(
  specs: { ending: string; currency: string; isAuthorized: boolean }[],
): Promise<World> {
  const tenant = await newTenant()
  const tokens: string[] = []
  for (const { ending, currency, isAuthorized } of specs) {
    const amounts = { finalGrandTotal: 1000, grandTotal: 1000 }
    const newOrder = isAuthorized ? authorizedOrder : paidOrder
    tokens.push(await newOrder(tenant, { paymentTransactionId: `pi_${ending}`, currency, ...amounts }))
  }
  return { tenant, tokens }
}

test('the refunds and captures of the API are those of the sandbox', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const sequences = fc.array(steps, { minLength: 1, maxLength: 12 })
  const details = await fc.check(
    fc.asyncProperty(fc.tuple(orders, orders), sequences, async (specs, sequence) => {
      const world = await newWorld(specs)
      for (const step of sequence) await runStep(step, world)
      await recoverAll(world.tenant)
      await expectLedgerMatches(world.tenant, world.tokens)
      for (const [n, token] of world.tokens.entries()) {
        const captures = await moved(world.tenant, token, 'capture')
        const isCaptured =
          specs[n]!.isAuthorized && (await orderOf(world.tenant, token)).paymentStatus !== 'Authorized'
        expect(captures).toHaveLength(isCaptured ? 1 : 0)
      }
    }),
    { numRuns: 100, endOnFailure: true },
  )
  printSeed(details)
})
