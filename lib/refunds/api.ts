/** Defines the endpoints of refunds. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { invalidTokenMessage, OrderParams } from '../orders/schemas.ts'
import { Refund, RefundParams, RefundRequest, RefundRequestV1 } from './schemas.ts'

const refundDetails = `The refund is sent to the payment gateway of the store. An order without a
\`paymentTransactionId\`, such as one paid by bank transfer, has its refund recorded only. A refund can be at most what
earlier ones leave of the \`finalGrandTotal\`, or of the \`capturedAmount\` if that is less. Refunds made elsewhere are
recorded even if they exceed it.

Send an \`Idempotency-Key\`, and repeat the request with the same key if you get no reply or a 504: it is never refunded
twice. A 504 with the code \`gateway_timeout\` has the \`refundId\` of the refund, which is completed or dropped by
itself; \`GET /orders/{token}/refunds\` lists it once it is completed.

The gateway may report later that a refund which it had accepted has failed. The refund is then taken back: it counts no
longer, is on no list, and \`GET /orders/{token}/refunds/{id}\` shows it with the status \`Failed\` or \`Cancelled\`.`

const listOfRefunds = {
  method: 'GET',
  params: OrderParams,
  invalidIdMessage: invalidTokenMessage,
  reply: z.array(Refund),
} as const
const singleRefund = { method: 'GET', params: RefundParams, reply: Refund } as const
const newRefund = {
  method: 'POST',
  details: refundDetails,
  usesGateway: true,
  params: OrderParams,
  invalidIdMessage: invalidTokenMessage,
  reply: Refund,
  hasLocation: true,
  problems: ['conflict', 'not_paid', 'refund_under_way'],
} as const

export const api = defineEndpoints('refunds', 'Refunds of orders, made by this API or elsewhere.', {
  list: {
    ...listOfRefunds,
    path: '/orders/{token}/refunds',
    purpose:
      'Lists the refunds of an order, the oldest first. Refunds that are under way, have failed or have another currency are not included.',
  },
  get: {
    ...singleRefund,
    path: '/orders/{token}/refunds/{id}',
    purpose: 'Retrieves a refund, also one that has failed.',
  },
  create: {
    ...newRefund,
    earlierName: 'orders.refund',
    path: '/orders/{token}/refunds',
    purpose: 'Refunds an order, in part or completely. This cannot be undone.',
    body: RefundRequest,
  },
  listV1: {
    ...listOfRefunds,
    path: '/v1/orders/{token}/refunds',
    purpose: 'Lists the refunds of an order, at the earlier path.',
    successor: '/orders/{token}/refunds',
  },
  getV1: {
    ...singleRefund,
    path: '/v1/orders/{token}/refunds/{id}',
    purpose: 'Retrieves a refund, at the earlier path.',
    successor: '/orders/{token}/refunds/{id}',
  },
  createV1: {
    ...newRefund,
    earlierName: 'orders.refundV1',
    path: '/v1/orders/{token}/refunds',
    purpose: 'Refunds an order, in the earlier form. This cannot be undone.',
    body: RefundRequestV1,
    successor: '/orders/{token}/refunds',
  },
})
