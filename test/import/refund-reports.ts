/**
 * Reports refunds of an order by Stripe and by the source of an import. Each report is a step, so that tests can take
 * the steps in any sequence.
 */

import { randomUUID } from 'node:crypto'
import { type OrderToken, refundIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import type { Refunds } from '../../lib/orders/stored-refunds.ts'
import { changeByKey } from '../../lib/store/change.ts'
import { newStripeTenant, receive, refund as refundInStripe, stripeEvent, time } from '../stripe-events/samples.ts'
import { order, sendEvent } from '../support/checkout.ts'
import { orderOf, refundsOf } from '../support/payments.ts'

type Fields = Record<string, unknown>
export type Step = () => Promise<unknown>

/** The store in which the steps are taken. */
export let tenant: Tenant

export async function useNewStore(): Promise<void> {
  tenant = await newStripeTenant()
}

export const token = randomUUID() as OrderToken
export const isoDate = (seconds: number) => new Date(seconds * 1000).toISOString()
export const refundedAt = time + 3000

/** The source has recorded the refund some seconds after it was made in Stripe. */
export const refunded = (fields: Fields = {}) => ({
  id: randomUUID(),
  amount: 5,
  comment: 'Stain',
  refundedByPaymentGateway: true,
  creationDate: isoDate(refundedAt + 4),
  modificationDate: isoDate(refundedAt + 5),
  ...fields,
})

export const sold = order({
  token,
  paymentTransactionId: 'pi_1',
  finalGrandTotal: 20,
  grandTotal: 20,
  creationDate: isoDate(time),
  completionDate: isoDate(time),
  modificationDate: isoDate(refundedAt + 5),
})

export const imported =
  (...refunds: Fields[]): Step =>
  () =>
    importObject('orders', tenant, { order: sold, refunds, digitalGoods: [] })

export const importedBefore: Step = () =>
  importObject('orders', tenant, { order: { ...sold, modificationDate: isoDate(time) }, refunds: [], digitalGoods: [] })

export const inStripe =
  (fields: Fields = {}, type = 'refund.updated'): Step =>
  () =>
    receive(tenant, stripeEvent(type, refundInStripe({ amount: 500, balance_transaction: 'txn_1', ...fields })))

export const failedInStripe = (fields: Fields = {}) =>
  inStripe({ status: 'failed', failure_reason: 'expired_or_canceled_card', ...fields }, 'refund.failed')

export const webhookOf =
  (refund: Fields, name = 'order.refund.created', id = `${name} ${refund.id}`): Step =>
  () =>
    sendEvent(tenant, name, { orderToken: token, ...refund }, { id })

export const failedAtSource = (refund: Fields) => webhookOf(refund, 'order.refund.failed')

/** Stores refunds of the order as an earlier release did. */
export const storedEarlier =
  (refunds: Record<string, Fields>): Step =>
  () =>
    changeByKey(orderDefinition, { ...tenant, token }, found => ({
      ...found!,
      refunds: { ...found!.refunds, ...(refunds as unknown as Refunds) },
    }))

/** The failure of a refund that was pending in Stripe, so that it was not recorded before. */
export const failureAlone = (id: string): [string, Fields] => [
  refundIdOf(tenant, token, id),
  {
    ...{ amount: 0, comment: null, status: null, taxes: [], notifyCustomer: false, refundedByPaymentGateway: true },
    creationDate: isoDate(time + 60),
    failure: { status: 'Failed', reason: null, stamp: `${isoDate(time + 60)} evt_1` },
  },
]

function* sequencesOf<T>(steps: readonly T[]): Generator<T[]> {
  if (steps.length === 0) yield []
  for (const [n, step] of steps.entries())
    for (const others of sequencesOf(steps.toSpliced(n, 1))) yield [step, ...others]
}

/** Takes the steps in each sequence, each time in a new store that has imported the order before its refunds. */
export async function inAnySequence(steps: readonly Step[], check: Step) {
  for (const sequence of sequencesOf(steps)) {
    await useNewStore()
    for (const step of [importedBefore, ...sequence]) await step()
    await check()
  }
}

export const shown = () => refundsOf(tenant, token)
export const refundedAmount = async () => (await orderOf(tenant, token)).refundsAmount
