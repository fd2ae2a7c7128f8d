/** What the checkout has told of subscriptions, as it came. */

import { Entity } from 'electrodb'
import { modes } from '../kit/tenant.ts'
import { json } from '../store/attributes.ts'
import { inTable } from '../store/client.ts'

export const SubscriptionEvent = new Entity(
  {
    model: { entity: 'subscription-event', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      stamp: { type: 'string', required: true },
      eventName: { type: 'string', required: true },
      content: { ...json<Record<string, unknown>>(), required: true },
    },
    indexes: {
      inOrder: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode'],
          template: '${account}#${mode}#subscription-events',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['stamp'], template: '${stamp}', casing: 'none' },
      },
    },
  },
  inTable,
)
