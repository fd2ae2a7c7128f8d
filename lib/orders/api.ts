/** The endpoints of orders. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { DigitalGood } from './nested-schemas.ts'
import { Refund, RefundId, RefundRequest, RefundRequestV1 } from './refund-schemas.ts'
import { Order, OrderChange, OrderPage, OrderQuery, OrderToken } from './schemas.ts'

const invalidIdMessage =
  'No order has this token. GET /orders?invoiceNumber={token} finds an order by its invoice number.'

const refundDetails = `The refund is sent to the payment gateway that took the payment. An order without a \`paymentTransactionId\`, such as
one paid by bank transfer, has its refund recorded only. A refund can be at most what earlier ones leave of the
\`finalGrandTotal\`, or of the \`capturedAmount\` if that is less. Refunds made elsewhere are recorded even if they exceed it.

Send an \`Idempotency-Key\`, and repeat the request with the same key if you get no reply or a 504: it is never refunded
twice. A 504 has the \`refundId\` of the refund. It is under way and is completed or dropped by itself; \`GET
/orders/{token}/refunds\` lists it once it is completed.

The gateway may report later that a refund which it had accepted has failed. The refund is then taken back: it counts no
longer, is on no list, and \`GET /orders/{token}/refunds/{id}\` shows it with the status \`Failed\` or \`Cancelled\`.`

const captureDetails = `\`Processed\` with \`Paid\` captures the payment of an order that is \`Pending\` and \`Authorized\`. After a 504 the capture is
under way: repeat the request, which captures nothing twice. After a 402 the order is not paid. If a part was captured
outside of this API, and the gateway captures no more, the order then shows it as \`capturedAmount\`, and this amount can
be refunded; nothing else of the order changes.`

/** Both forms of the refund endpoints share these. */
const listOfRefunds = {
  method: 'GET',
  access: 'read',
  params: OrderToken,
  invalidIdMessage,
  reply: z.array(Refund),
  problems: ['not_found'],
} as const
const singleRefund = {
  method: 'GET',
  access: 'read',
  params: RefundId,
  reply: Refund,
  problems: ['not_found'],
} as const
const newRefund = {
  method: 'POST',
  details: refundDetails,
  access: 'write',
  usesGateway: true,
  params: OrderToken,
  invalidIdMessage,
  reply: Refund,
  hasLocation: true,
  problems: ['not_found', 'conflict', 'not_paid', 'refund_under_way'],
} as const

export const api = defineEndpoints(
  'orders',
  'Completed orders, their status, their refunds and their digital goods.',
  {
    list: {
      method: 'GET',
      path: '/orders',
      purpose: 'Lists completed orders. The newest come first. Filters can be combined.',
      access: 'read',
      query: OrderQuery,
      reply: OrderPage,
      paging: 'offset',
    },
    get: {
      method: 'GET',
      path: '/orders/{token}',
      purpose: 'Retrieves an order.',
      access: 'read',
      params: OrderToken,
      invalidIdMessage,
      reply: Order,
      problems: ['not_found'],
    },
    update: {
      method: 'PUT',
      path: '/orders/{token}',
      purpose:
        'Updates an order. `status` is required; other fields that are not sent stay unchanged. `metadata` replaces the stored metadata.',
      details: captureDetails,
      access: 'write',
      usesGateway: true,
      params: OrderToken,
      invalidIdMessage,
      body: OrderChange,
      reply: Order,
      problems: ['not_found', 'precondition_failed', 'conflict', 'capture_under_way'],
    },
    digital: {
      method: 'GET',
      path: '/orders/{token}/digital',
      purpose: 'Lists the downloads of an order. These are the files that the buyer can download.',
      access: 'read',
      params: OrderToken,
      invalidIdMessage,
      reply: z.array(DigitalGood),
      problems: ['not_found'],
    },
    refunds: {
      ...listOfRefunds,
      path: '/orders/{token}/refunds',
      purpose:
        'Lists the refunds of an order. The oldest come first. Refunds under way, and those that have failed, are not included.',
    },
    getRefund: {
      ...singleRefund,
      path: '/orders/{token}/refunds/{id}',
      purpose: 'Retrieves a refund, also one that has failed.',
    },
    refund: {
      ...newRefund,
      path: '/orders/{token}/refunds',
      purpose: 'Refunds an order, in part or completely. This cannot be undone.',
      body: RefundRequest,
    },
    refundsV1: {
      ...listOfRefunds,
      path: '/v1/orders/{token}/refunds',
      purpose: 'Lists the refunds of an order, in the earlier form.',
      successor: '/orders/{token}/refunds',
    },
    getRefundV1: {
      ...singleRefund,
      path: '/v1/orders/{token}/refunds/{id}',
      purpose: 'Retrieves a refund, in the earlier form.',
      successor: '/orders/{token}/refunds/{id}',
    },
    refundV1: {
      ...newRefund,
      path: '/v1/orders/{token}/refunds',
      purpose: 'Refunds an order, in the earlier form. This cannot be undone.',
      body: RefundRequestV1,
      successor: '/orders/{token}/refunds',
    },
  },
)
