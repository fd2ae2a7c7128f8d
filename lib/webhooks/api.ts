/** The endpoints that payment gateways call. They are public, and not in the OpenAPI document. */

import { defineEndpoints } from '../http/route.ts'
import { GatewayWebhookPath, GatewayWebhookReply } from './schemas.ts'

export const api = defineEndpoints('webhooks', 'What payment gateways report.', {
  stripe: {
    method: 'POST',
    path: '/payments/webhooks/stripe/{account}/{mode}',
    purpose: 'Receives the events of a Stripe account.',
    isPublic: true,
    tableScope: {
      actions: [
        'GetItem',
        'Query',
        'BatchGetItem',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
        'BatchWriteItem',
      ],
      partitions: ['*#Live#*', '*#Test#*'],
      reads: ['maintenance-mode'],
      readsAccounts: true,
    },
    usesGateway: true,
    isWebhook: true,
    params: GatewayWebhookPath,
    reply: GatewayWebhookReply,
    problems: ['maintenance', 'unavailable', 'gateway_timeout'],
  },
})
