/**
 * The embedded gateway of Test mode: no network, always the same results, and a ledger of its own. The ending of a
 * payment's id decides what goes wrong.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../core/env.ts'
import { decimalsOf } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict, runTransaction } from '../store/conflict.ts'
import { type Condition, type ExtraWrite, writeTransaction } from '../store/transaction.ts'
import { SandboxAttempts, SandboxMovement, SandboxPayment } from './entity.ts'
import type { Gateway, PaymentRequest, PaymentResult } from './gateway.ts'

type Behavior = (request: PaymentRequest) => Promise<PaymentResult>

const slowMilliseconds = 3000
const refused = (reason: string): PaymentResult => ({ state: 'refused', reason })

/** By the ending of the payment's id; any other ending does what was asked. */
const behaviors: [ending: string, Behavior][] = [
  ['_declined', async () => refused('The card issuer declined the request.')],
  ['_declined_once', declineFirst],
  ['_unreachable', async () => ({ state: 'unreachable' })],
  ['_timeout', async request => ((await isFirst(request)) ? giveNoAnswer() : execute(request))],
  ['_lost', loseFirstAnswer],
  ['_slow', request => sleep(slowMilliseconds).then(() => execute(request))],
]

export const sandbox: Gateway = {
  /** 0.50, and 50 where the currency has no decimals. */
  minAmount: currency => 50 * 10 ** Math.max(decimalsOf(currency) - 2, 0),
  send: request => {
    const behavior = behaviors.find(([ending]) => request.transactionId.endsWith(ending))
    return (behavior?.[1] ?? execute)(request)
  },
  hasDone: async request => (await findMovement(request)) !== null,
}

/** A caller who repeats a declined request does so with a new id, so the amount tells what is repeated. */
async function declineFirst(request: PaymentRequest): Promise<PaymentResult> {
  const { kind, order, amount } = request
  return (await isFirst(request, `${kind} ${order} ${amount}`))
    ? refused('The card issuer declined the request this time.')
    : execute(request)
}

async function loseFirstAnswer(request: PaymentRequest): Promise<PaymentResult> {
  const result = await execute(request)
  return (await isFirst(request)) ? giveNoAnswer() : result
}

/** As long as a caller waits for a real gateway. */
async function giveNoAnswer(): Promise<PaymentResult> {
  await sleep(env.gatewayTimeout)
  return { state: 'unknown' }
}

async function isFirst({ tenant, id }: PaymentRequest, name = id): Promise<boolean> {
  const { account, mode } = tenant
  const attempts = SandboxAttempts.upsert({ account, mode, name }).add({ count: 1 })
  const { data } = await attempts.go({ response: 'all_new' })
  return data.count === 1
}

const paymentKey = ({ tenant, order }: PaymentRequest) => ({
  ...{ account: tenant.account, mode: tenant.mode },
  subject: order,
})
const movementKey = (request: PaymentRequest) => ({ ...paymentKey(request), idempotencyKey: request.id })

async function findMovement(request: PaymentRequest) {
  const { data } = await SandboxMovement.get(movementKey(request)).go({ consistent: true })
  return data
}

/** Moves the money once: the same request again succeeds without a second movement. */
function execute(request: PaymentRequest): Promise<PaymentResult> {
  return retryOnConflict(async () => {
    if (await findMovement(request)) return { state: 'succeeded' }
    const { data } = await SandboxPayment.get(paymentKey(request)).go({ consistent: true })
    const before = data ?? { capture: 0, refund: 0 }
    const sum = before[request.kind] + request.amount
    if (sum > request.paymentAmount) return refused('The amount is greater than what is left of the payment.')
    const isUnchanged: Condition = ({ capture, refund }, { eq, notExists }) =>
      data ? `${eq(capture, data.capture)} AND ${eq(refund, data.refund)}` : notExists(capture)
    const after = { ...paymentKey(request), ...before, [request.kind]: sum }
    await runTransaction(
      writeTransaction({
        entity: SandboxPayment,
        first: Row => Row.put(after).where(isUnchanged),
        ...{ puts: [], deletes: [], extraWrites: [movementOf(request)] },
      }),
    )
    return { state: 'succeeded' }
  })
}

const movementOf = (request: PaymentRequest): ExtraWrite => ({
  entity: SandboxMovement,
  write: Row => {
    const { kind, amount, currency } = request
    const movement = { ...movementKey(request), kind, amount, currency }
    return Row.put(movement).where(({ time }, { notExists }) => notExists(time))
  },
})

/** The movements of a store, or of one order, oldest first. */
export async function sandboxLedger({ account, mode }: Tenant, order = ''): Promise<SandboxMovement[]> {
  const rows = SandboxMovement.query.bySubject({ account, mode })
  const { data } = await (order ? rows.begins({ subject: order }) : rows).go({
    pages: 'all',
    consistent: true,
  })
  return data.toSorted((one, other) => (one.time < other.time ? -1 : 1))
}
