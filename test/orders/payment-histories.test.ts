/**
 * Random sequences of refunds that may fail later, captures also of a part elsewhere, events, crashes, faults of the
 * gateway and repetitions.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { toMinorUnits } from '../../lib/core/money.ts'
import { sandboxLedger } from '../../lib/payments/sandbox-ledger.ts'
import { sendEvent } from '../support/checkout.ts'
import { stopAt } from '../support/fault-injection.ts'
import {
  authorizedOrder,
  capture,
  captureElsewhere,
  expectLedgerMatches,
  failRefund,
  failureOf,
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
    kind: fc.constant('refund' as const),
    order,
    stop,
    amount: fc.constantFrom(100, 250, 333.33, 500.5, 1000),
    key: fc.option(fc.constantFrom('one', 'two')),
  }),
  fc.record({ kind: fc.constant('capture' as const), order, stop }),
  fc.record({ kind: fc.constant('event' as const), order, id: fc.constantFrom('re_1', 're_2') }),
  fc.record({ kind: fc.constant('partialCapture' as const), order }),
  fc.record({ kind: fc.constant('failure' as const), order, n: fc.nat({ max: 3 }), stop }),
  fc.record({ kind: fc.constant('failureElsewhere' as const), order, id: fc.constantFrom('re_1', 're_2') }),
  fc.record({ kind: fc.constant('recovery' as const), stop }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** Runs a step, and lets the process stop in the middle of it. */
async function runStep(step: Step, world: World): Promise<void> {
  const { at, moment } = ('stop' in step && step.stop) || never
  await stopAt(at, moment, () => run(step, world))
  vi.useRealTimers()
}
const never = { at: Number.POSITIVE_INFINITY, moment: 'before' as const }

interface World {
  tenant: Awaited<ReturnType<typeof newTenant>>
  tokens: string[]
  specs: readonly Spec[]
  /** The failures that the gateway has reported; an interrupted event is sent again in the end. */
  failures: (() => Promise<unknown>)[]
}

interface Spec {
  ending: string
  currency: string
  isAuthorized: boolean
}

const total = 1000
/** In minor units, as the sandbox has it. */
const partOf = ({ currency }: Spec) => toMinorUnits(total / 4, currency)

function run(step: Step, world: World): Promise<unknown> {
  const { tenant, tokens } = world
  if (step.kind === 'recovery') return recoverAll(tenant, 1)
  const token = tokens[step.order]!
  switch (step.kind) {
    case 'capture':
      return capture(tenant, token)
    case 'partialCapture':
      return capturePart(world, step.order)
    case 'failure':
      return failOne(world, token, step.n)
    case 'failureElsewhere':
      return sendEvent(tenant, 'order.refund.failed', failureOf(token, `${step.id}-${token}`))
    case 'event':
      return sendEvent(tenant, 'order.refund.created', {
        id: `${step.id}-${token}`,
        orderToken: token,
        amount: 100,
        refundedByPaymentGateway: false,
      })
    case 'refund': {
      const headers: Record<string, string> = step.key ? { 'Idempotency-Key': step.key } : {}
      return refund(tenant, token, { amount: step.amount, comment: step.key }, { headers })
    }
  }
}

async function capturePart({ tenant, tokens, specs }: World, n: number): Promise<void> {
  const [token, spec] = [tokens[n]!, specs[n]!]
  const captures = await moved(tenant, token, 'capture')
  if (spec.isAuthorized && captures.length === 0) await captureElsewhere(tenant, token, partOf(spec))
}

/** One of the refunds that the sandbox has made, whether the order knows of it already or not. */
async function failOne({ tenant, failures }: World, token: string, n: number): Promise<void> {
  const made = (await sandboxLedger(tenant, token)).filter(
    ({ kind, amount }) => kind === 'refund' && amount > 0,
  )
  const { idempotencyKey: id } = made[n % made.length] ?? {}
  if (!id) return
  failures.push(() => failRefund(tenant, token, id))
  await failRefund(tenant, token, id)
}

async function newWorld(specs: readonly Spec[]): Promise<World> {
  const tenant = await newTenant()
  const tokens: string[] = []
  for (const { ending, currency, isAuthorized } of specs) {
    const amounts = { finalGrandTotal: total, grandTotal: total }
    const newOrder = isAuthorized ? authorizedOrder : paidOrder
    tokens.push(await newOrder(tenant, { paymentTransactionId: `pi_${ending}`, currency, ...amounts }))
  }
  return { tenant, tokens, specs, failures: [] }
}

/** The order shows what was captured, and is paid only if that is all. */
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
    fc.asyncProperty(fc.tuple(orders, orders), sequences, async (specs, sequence) => {
      const world = await newWorld(specs)
      for (const step of sequence) await runStep(step, world)
      for (const fail of world.failures) await fail()
      await recoverAll(world.tenant)
      await expectLedgerMatches(world.tenant, world.tokens)
      for (const n of world.tokens.keys()) await expectCaptureMatches(world, n)
    }),
    { numRuns: 100, endOnFailure: true },
  )
  printSeed(details)
})
