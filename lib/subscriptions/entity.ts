/** Checkout events of subscriptions in the table, as they were received. */

import { Entity } from 'electrodb'
import { jsonAttribute, tenantAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'

export const SubscriptionEvent = new Entity(
  {
    model: { entity: 'subscription-event', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      stamp: { type: 'string', required: true },
      eventName: { type: 'string', required: true },
      content: { ...jsonAttribute<Record<string, unknown>>(), required: true },
    },
    indexes: {
      inOrder: key({ pk: ['account', 'mode', '#subscription-events'], sk: ['stamp'] }),
    },
  },
  tableConfig,
)
