/** Operations under way, payments of orders, early refunds, and the rows of the sandbox, which only the sandbox writes. */

import { Entity, type EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { idAttribute, jsonAttribute, shardOfText, tenantAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key, secondaryKey } from '../store/key.ts'
import type { GatewayIdentity, GatewayRequest } from './gateway.ts'

/** What a gateway was asked for, until it is settled or dropped. */
export const OperationRow = new Entity(
  {
    model: { entity: 'payment-operation', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      id: { type: 'string', required: true },
      request: { ...jsonAttribute<Omit<GatewayRequest, 'tenant' | 'id'>>(), required: true },
      details: jsonAttribute<unknown>(),
      /** Where it belongs. Absent in rows of earlier versions: they are at the gateway that is set. */
      gateway: jsonAttribute<GatewayIdentity>(),
      createdAt: { type: 'string', required: true },
      /** When the recovery worker takes it over. */
      dueAt: { type: 'string', required: true },
      /** How many processes have sent the request; each of them may still wait for its answer. */
      attempts: { type: 'number', required: true },
    },
    indexes: {
      byId: key({ pk: ['account', 'mode', '#payment-operations'], sk: ['id'] }),
      pending: secondaryKey({ pk: ['#payment-operations'], sk: ['createdAt', 'id'] }),
    },
  },
  tableConfig,
)
export type OperationRow = EntityItem<typeof OperationRow>

const sandboxKinds = ['capture', 'refund', 'charge', 'pause', 'resume', 'cancel', 'change'] as const

/** What the sandbox has done: movements of money, and changes of subscriptions. */
export const SandboxAction = new Entity(
  {
    model: { entity: 'sandbox-action', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      /** The order or the subscription. */
      subject: { type: 'string', required: true },
      idempotencyKey: { type: 'string', required: true },
      kind: { type: sandboxKinds, required: true },
      /** In the currency's minor unit; absent if no money was moved. */
      amount: { type: 'number' },
      currency: { type: 'string' },
      time: { type: 'string', required: true, default: timestamp },
    },
    indexes: {
      bySubject: key({ pk: ['account', 'mode', '#sandbox-actions'], sk: ['subject', 'idempotencyKey'] }),
    },
  },
  tableConfig,
)
export type SandboxAction = EntityItem<typeof SandboxAction>

/** How much of a payment has been captured and refunded. */
export const SandboxPayment = new Entity(
  {
    model: { entity: 'sandbox-payment', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      subject: { type: 'string', required: true },
      capture: { type: 'number', required: true, default: 0 },
      refund: { type: 'number', required: true, default: 0 },
    },
    indexes: { bySubject: key({ pk: ['account', 'mode', '#sandbox-payments'], sk: ['subject'] }) },
  },
  tableConfig,
)

/** How often something was asked: some endings of a payment's id change only the first answer. */
export const SandboxAttempts = new Entity(
  {
    model: { entity: 'sandbox-attempts', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      name: { type: 'string', required: true },
      count: { type: 'number', required: true },
    },
    indexes: { byName: key({ pk: ['account', 'mode', '#sandbox-attempts'], sk: ['name'] }) },
  },
  tableConfig,
)

/** Which order a payment is for. */
export const PaymentRow = new Entity(
  {
    model: { entity: 'payment', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      transactionId: { type: 'string', required: true },
      shard: { type: 'string', required: true },
      orderToken: idAttribute<OrderToken>(),
    },
    indexes: { byTransaction: key({ pk: ['account', 'mode', '#payments', 'shard'], sk: ['transactionId'] }) },
  },
  tableConfig,
)

export const paymentKeyOf = ({ account, mode }: Tenant, transactionId: string) => ({
  account,
  mode,
  transactionId,
  shard: shardOfText(transactionId),
})

/** A refund, or its failure, that was reported before the order of its payment arrived. */
export const EarlyRefundRow = new Entity(
  {
    model: { entity: 'early-refund', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      transactionId: { type: 'string', required: true },
      shard: { type: 'string', required: true },
      refundId: { type: 'string', required: true },
      /** The checkout event of the refund or of its failure, without the order. */
      event: {
        ...jsonAttribute<{ id: string; eventName: string; createdOn: string; content: { id: string } }>(),
        required: true,
      },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byTransaction: key({
        pk: ['account', 'mode', '#early-refunds', 'shard'],
        sk: ['transactionId', 'refundId'],
      }),
    },
  },
  tableConfig,
)
export type EarlyRefund = EntityItem<typeof EarlyRefundRow>['event']
