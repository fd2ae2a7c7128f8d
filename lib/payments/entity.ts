/**
 * Defines the rows of operations under way, of payments, of reports that arrived before their order, and of the
 * sandbox.
 */

import type { EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { idAttribute, jsonAttribute, shardedAttributes, shardOfText, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key-definitions.ts'
import type { GatewayIdentity, GatewayRequest } from './gateway.ts'

/** An operation under way at a payment gateway. The row is deleted when the operation is settled or dropped. */
export const OperationRow = defineEntity('payment-operation', {
  attributes: {
    ...tenantAttributes,
    id: { type: 'string', required: true },
    request: { ...jsonAttribute<Omit<GatewayRequest, 'tenant' | 'id'>>(), required: true },
    details: jsonAttribute<unknown>(),
    /**
     * The gateway of the operation. It is absent in rows that an earlier release has written. Their operations belong
     * to the store's present gateway.
     */
    gateway: jsonAttribute<GatewayIdentity>(),
    createdAt: { type: 'string', required: true },
    /** From this time on, the recovery worker may resume the operation. */
    dueAt: { type: 'string', required: true },
    /** The number of times that a process has reserved or taken over the operation in order to send its request. */
    attempts: { type: 'number', required: true },
  },
  indexes: {
    byId: key({ pk: ['account', 'mode', '#payment-operations'], sk: ['id'] }),
    pending: secondaryKey({ pk: ['#payment-operations'], sk: ['createdAt', 'id'] }),
  },
})
export type OperationRow = EntityItem<typeof OperationRow>

const sandboxKinds = ['capture', 'refund', 'charge', 'pause', 'resume', 'cancel', 'change'] as const

/** An action of the sandbox: a movement of money, or a change of a subscription. */
export const SandboxAction = defineEntity('sandbox-action', {
  attributes: {
    ...tenantAttributes,
    /** The token of the order, or the id of the subscription. */
    subject: { type: 'string', required: true },
    idempotencyKey: { type: 'string', required: true },
    kind: { type: sandboxKinds, required: true },
    /** The amount in the currency's minor unit. It is absent if no money was moved. */
    amount: { type: 'number' },
    currency: { type: 'string' },
    time: { type: 'string', required: true, default: timestamp },
  },
  indexes: { bySubject: key({ pk: ['account', 'mode', '#sandbox-actions'], sk: ['subject', 'idempotencyKey'] }) },
})
export type SandboxAction = EntityItem<typeof SandboxAction>

/** A payment in the sandbox, with the total amounts that were captured and refunded. */
export const SandboxPayment = defineEntity('sandbox-payment', {
  attributes: {
    ...tenantAttributes,
    subject: { type: 'string', required: true },
    capture: { type: 'number', required: true, default: 0 },
    refund: { type: 'number', required: true, default: 0 },
  },
  indexes: { bySubject: key({ pk: ['account', 'mode', '#sandbox-payments'], sk: ['subject'] }) },
})

/** Counts the attempts of a request, because some simulated faults do not occur at every attempt. */
export const SandboxAttempts = defineEntity('sandbox-attempts', {
  attributes: {
    ...tenantAttributes,
    name: { type: 'string', required: true },
    count: { type: 'number', required: true },
  },
  indexes: { byName: key({ pk: ['account', 'mode', '#sandbox-attempts'], sk: ['name'] }) },
})

/** Maps the gateway's id of a payment to the order that was paid. */
export const PaymentRow = defineEntity('payment', {
  attributes: {
    ...shardedAttributes,
    transactionId: { type: 'string', required: true },
    orderToken: idAttribute<OrderToken>(),
  },
  indexes: { byTransaction: key({ pk: ['account', 'mode', '#payments', 'shard'], sk: ['transactionId'] }) },
})

export const paymentKeyOf = ({ account, mode }: Tenant, transactionId: string) => ({
  account,
  mode,
  transactionId,
  shard: shardOfText(transactionId),
})

/** A report of a refund, a failed refund or a dispute that arrived before its order. */
export const ReportAwaitingOrderRow = defineEntity('early-refund', {
  attributes: {
    ...shardedAttributes,
    transactionId: { type: 'string', required: true },
    /**
     * If the report is about a new refund, this is the id of the refund. Otherwise, it is the id in `content`, followed
     * by the name of the event.
     */
    refundId: { type: 'string', required: true },
    /** The report as a checkout event. Its content has no order token yet. */
    event: {
      ...jsonAttribute<{ id: string; eventName: string; createdOn: string; content: { id: string } }>(),
      required: true,
    },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byTransaction: key({ pk: ['account', 'mode', '#early-refunds', 'shard'], sk: ['transactionId', 'refundId'] }),
  },
})
export type ReportAwaitingOrder = EntityItem<typeof ReportAwaitingOrderRow>['event']
