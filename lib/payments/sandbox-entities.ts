/** The sandbox's own rows: nothing else writes them, so that they can contradict what orders say. */

import { Entity, type EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'

/** One movement of money. */
export const SandboxMovement = new Entity(
  {
    model: { entity: 'sandbox-movement', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      /** The order. */
      subject: { type: 'string', required: true },
      idempotencyKey: { type: 'string', required: true },
      kind: { type: ['capture', 'refund'] as const, required: true },
      /** In the currency's minor unit. */
      amount: { type: 'number', required: true },
      currency: { type: 'string', required: true },
      time: { type: 'string', required: true, default: timestamp },
    },
    indexes: {
      bySubject: key({ pk: ['account', 'mode', '#sandbox-movements'], sk: ['subject', 'idempotencyKey'] }),
    },
  },
  tableConfig,
)
export type SandboxMovement = EntityItem<typeof SandboxMovement>

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
    indexes: {
      bySubject: key({ pk: ['account', 'mode', '#sandbox-payments', 'subject'], sk: ['#sandbox-payment'] }),
    },
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
    indexes: {
      byName: key({ pk: ['account', 'mode', '#sandbox-attempts', 'name'], sk: ['#sandbox-attempts'] }),
    },
  },
  tableConfig,
)
