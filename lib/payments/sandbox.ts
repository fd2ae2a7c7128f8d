/**
 * Implements the built-in gateway, which is the default in Test mode. It calls no other service, gives reproducible
 * results, and has its own ledger. It simulates a fault if the id of a payment or a subscription has a certain ending.
 */

import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../core/env.ts'
import { decimalsOf, type MinorUnits, minorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { type Condition, type RowWrite, writeRows } from '../store/transaction.ts'
import { SandboxAction, SandboxAttempts, SandboxPayment } from './entity.ts'
import {
  type CaptureOrRefundRequest,
  type Gateway,
  type GatewayRequest,
  type GatewayResult,
  isCaptureOrRefund,
  refused,
  type SubscriptionRequest,
  succeeded,
} from './gateway.ts'

type Behavior = (request: GatewayRequest) => Promise<GatewayResult>

const slowMilliseconds = 3000

/** The ending of a payment's or subscription's id selects a behavior. Other ids simulate no fault. */
const behaviors: [ending: string, Behavior][] = [
  ['_declined', async () => refused('The card issuer declined the request.')],
  ['_declined_once', declineFirst],
  ['_unreachable', async () => ({ state: 'unreachable' })],
  ['_timeout', async request => ((await isFirst(request)) ? giveNoAnswer() : execute(request))],
  ['_lost', loseFirstAnswer],
  ['_slow', request => sleep(slowMilliseconds).then(() => execute(request))],
]

const gatewayIdOf = (request: GatewayRequest) =>
  isCaptureOrRefund(request) ? request.transactionId : request.gatewayId

export const sandbox: Gateway = {
  identity: { kind: 'sandbox' },
  /** The minimum is 0.50, or 50 in a currency without decimals. */
  minAmount: currency => minorUnits(50 * 10 ** Math.max(decimalsOf(currency) - 2, 0)),
  send: request => {
    const behavior = behaviors.find(([ending]) => gatewayIdOf(request).endsWith(ending))
    return (behavior?.[1] ?? execute)(request)
  },
  findResult,
}

/**
 * Declines the first of every two requests with the same content. A caller repeats a declined request with a new id, so
 * requests are recognized by their content.
 */
async function declineFirst(request: GatewayRequest): Promise<GatewayResult> {
  const { id, tenant, ...asked } = request
  const known = await findResult(request)
  if (known) return known
  const isFirstOfTwo = (await countAttempt(request, hashOf(asked))) % 2 === 1
  return isFirstOfTwo ? refused('The card issuer declined the request this time.') : execute(request)
}

async function loseFirstAnswer(request: GatewayRequest): Promise<GatewayResult> {
  const result = await execute(request)
  return (await isFirst(request)) ? giveNoAnswer() : result
}

/** Waits until a request to a real gateway would time out, and then returns an unknown result. */
async function giveNoAnswer(): Promise<GatewayResult> {
  await sleep(env.gatewayTimeout)
  return { state: 'unknown' }
}

const isFirst = async (request: GatewayRequest) => (await countAttempt(request, request.id)) === 1

async function countAttempt({ tenant }: GatewayRequest, name: string): Promise<number> {
  const { account, mode } = tenant
  const attempts = SandboxAttempts.upsert({ account, mode, name }).add({ count: 1 })
  return (await attempts.go({ response: 'all_new' })).data.count
}

const hashOf = (value: object) => hash('sha256', JSON.stringify(value), 'base64url')

/** Executes a request once. After it has succeeded, a repetition gets the same result, and has no further effect. */
const execute = (request: GatewayRequest): Promise<GatewayResult> =>
  retryOnConflict(async () => {
    const known = await findResult(request)
    return known ?? (isCaptureOrRefund(request) ? movePayment(request) : changeSubscription(request))
  })

async function movePayment(request: CaptureOrRefundRequest): Promise<GatewayResult> {
  const { tenant, kind, amount, currency } = request
  const payment = { account: tenant.account, mode: tenant.mode, subject: request.order }
  const { data } = await SandboxPayment.get(payment).go({ consistent: true })
  const before = data ?? { capture: 0, refund: 0 }
  /**
   * A payment can be captured only once, and the amount that is not captured is released. Payments by card work in the
   * same way.
   */
  if (kind === 'capture' && before.capture > 0) return { state: 'succeeded', captured: minorUnits(before.capture) }
  const sum = before[kind] + amount
  if (sum > (before.capture || request.paymentAmount))
    return refused('The amount is greater than what is left of the payment.')
  const isUnchanged: Condition = ({ capture, refund }, { eq, notExists }) =>
    data ? `${eq(capture, data.capture)} AND ${eq(refund, data.refund)}` : notExists(capture)
  const put: RowWrite = {
    entity: SandboxPayment,
    write: Row => Row.put({ ...payment, ...before, [kind]: sum }).where(isUnchanged),
  }
  await writeRows([put, record(request, { kind, amount, currency })])
  return succeeded
}

async function changeSubscription(request: SubscriptionRequest): Promise<GatewayResult> {
  const action = actionFor(request)
  await writeRows([record(request, action)])
  return resultOf(action)
}

/**
 * Returns the action to record. A change of a subscription is recorded as a charge if it charges the new amount
 * immediately.
 */
function actionFor(request: SubscriptionRequest): Action {
  if (request.kind !== 'change') return { kind: request.kind }
  const { amount, quantity, currency, chargesNow, isPaused } = request.terms
  const charged = chargesNow && !isPaused ? amount * quantity : 0
  return charged > 0 ? { kind: 'charge', amount: charged, currency } : { kind: 'change' }
}

const resultOf = ({ kind, amount }: Action): GatewayResult =>
  kind === 'charge' && amount !== undefined ? { state: 'succeeded', charged: minorUnits(amount) } : succeeded

const actionKey = (request: GatewayRequest) => ({
  account: request.tenant.account,
  mode: request.tenant.mode,
  subject: isCaptureOrRefund(request) ? request.order : request.subscription,
  idempotencyKey: request.id,
})

async function findResult(request: GatewayRequest): Promise<GatewayResult | null> {
  const { data } = await SandboxAction.get(actionKey(request)).go({ consistent: true })
  return data && resultOf(data)
}

type Action = Pick<SandboxAction, 'kind' | 'amount' | 'currency'>

const record = (request: GatewayRequest, action: Action): RowWrite => ({
  entity: SandboxAction,
  write: Row => Row.put({ ...actionKey(request), ...action }).where(({ time }, { notExists }) => notExists(time)),
})

export type SandboxTransaction = SandboxAction & { amount: MinorUnits; currency: string }

const isTransaction = (action: SandboxAction): action is SandboxTransaction => action.amount !== undefined

/** Returns the transactions of one order or subscription, or of the whole store, oldest first. */
export async function readSandboxLedger(tenant: Tenant, subject = ''): Promise<SandboxTransaction[]> {
  const actions = await readSandboxActions(tenant, subject)
  return actions.filter(isTransaction)
}

/** Returns all actions, including changes of subscriptions that move no money. */
export async function readSandboxActions({ account, mode }: Tenant, subject = ''): Promise<SandboxAction[]> {
  const rows = SandboxAction.query.bySubject({ account, mode })
  const found = subject ? rows.begins({ subject }) : rows
  const { data } = await found.go({ pages: 'all', consistent: true })
  return data.toSorted((one, other) => (one.time < other.time ? -1 : 1))
}
