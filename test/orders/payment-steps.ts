/** Defines random steps of payments. Some tests run them with one gateway, others while the gateway changes. */

import fc from 'fast-check'
import { vi } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { sendEvent } from '../support/checkout.ts'
import { type Moment, stopAt } from '../support/fault-injection.ts'
import { authorizedOrder, capture, paidOrder, recoverAll, refund } from '../support/payments.ts'

const endings = ['paid', 'declined', 'declined_once', 'unreachable', 'timeout', 'lost'] as const
const currencies = ['EUR', 'JPY', 'KWD'] as const

const spec = fc.record({
  ending: fc.constantFrom(...endings),
  currency: fc.constantFrom(...currencies),
  isAuthorized: fc.boolean(),
})
export type Spec = typeof spec extends fc.Arbitrary<infer S> ? S : never

export const twoSpecs = fc.tuple(spec, spec)
export const order = fc.nat({ max: 1 })
export const refundElsewhere = fc.constantFrom('re_1', 're_2')
/** The request to the table at which the process stops during a step. If it is null, the process does not stop. */
export const stop = fc.option(
  fc.record({ at: fc.nat({ max: 25 }), moment: fc.constantFrom<Moment>('before', 'after') }),
  { freq: 2 },
)

const step = fc.oneof(
  fc.record({
    kind: fc.constant('refund' as const),
    order,
    stop,
    amount: fc.constantFrom(100, 250, 333.33, 500.5, 1000),
    key: fc.option(fc.constantFrom('one', 'two')),
  }),
  fc.record({ kind: fc.constant('capture' as const), order, stop }),
  fc.record({ kind: fc.constant('event' as const), order, id: refundElsewhere }),
  fc.record({ kind: fc.constant('recovery' as const), stop }),
)
type PaymentStep = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The weight is the number of kinds of payment steps, so that each kind is as likely as any other kind of step. */
export const paymentSteps = { arbitrary: step, weight: 4 }

export async function runPaymentStep(step: PaymentStep, tenant: Tenant, tokens: readonly string[]) {
  if (step.kind === 'recovery') return recoverAll(tenant, 1)
  const token = tokens[step.order]!
  if (step.kind === 'capture') return capture(tenant, token)
  if (step.kind === 'event')
    return sendEvent(tenant, 'order.refund.created', {
      id: `${step.id}-${token}`,
      orderToken: token,
      amount: 100,
      refundedByPaymentGateway: false,
    })
  const headers: Record<string, string> = step.key ? { 'Idempotency-Key': step.key } : {}
  return refund(tenant, token, { amount: step.amount, comment: step.key }, { headers })
}

interface AnyStep {
  kind: string
  stop?: { at: number; moment: Moment } | null
}
const never = { at: Number.POSITIVE_INFINITY, moment: 'before' } as const

/** Lets the process stop in the middle of a step, if the step says where. */
export async function runUntilStop({ stop }: AnyStep, run: () => Promise<unknown>): Promise<void> {
  const { at, moment } = stop ?? never
  await stopAt(at, moment, run)
  vi.useRealTimers()
}

export const total = 1000

/** Places one order for each spec, and returns their tokens. */
export async function placeOrders(
  tenant: Tenant,
  specs: readonly Spec[],
  paymentOf: (spec: Spec, n: number) => string,
): Promise<string[]> {
  const amounts = { finalGrandTotal: total, grandTotal: total }
  const tokens: string[] = []
  for (const [n, spec] of specs.entries()) {
    const newOrder = spec.isAuthorized ? authorizedOrder : paidOrder
    const paymentTransactionId = paymentOf(spec, n)
    tokens.push(await newOrder(tenant, { paymentTransactionId, currency: spec.currency, ...amounts }))
  }
  return tokens
}
