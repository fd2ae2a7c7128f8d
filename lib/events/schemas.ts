/** Defines checkout events as callers send them, and the results that callers get. */

import * as z from 'zod'
import { modes } from '../core/tenant.ts'

export const maxEvents = 500

/**
 * This schema describes an event but does not check it, because one invalid event must not affect the others. The
 * schemas in `lib/checkout/events.ts` check the events.
 */
const SentEvent = z
  .unknown()
  .meta({
    id: 'SentEvent',
    description: 'An event of the checkout. The guide about events says which there are.',
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 100, description: 'Any text that no other event has.' },
      eventName: { type: 'string', description: 'The name of the event, such as `order.completed`.' },
      account: { type: 'integer', description: 'The account of the key, which is the default.' },
      mode: { type: 'string', enum: modes, description: 'The mode of the key, which is the default.' },
      createdOn: {
        type: 'string',
        format: 'date-time',
        description: 'When it happened. An older event never overwrites a newer one.',
      },
      content: { type: 'object', description: 'What happened. The fields depend on the name of the event.' },
    },
    required: ['id', 'eventName', 'createdOn', 'content'],
  })

export const SentEvents = z.union([SentEvent, z.array(SentEvent).meta({ minItems: 1, maxItems: maxEvents })])

export const EventResult = z
  .object({
    id: z.string().nullable().describe('The id of the event; null if it has no valid one.'),
    status: z
      .enum(['accepted', 'rejected', 'ignored'])
      .describe(
        '`accepted`: it is in the queue. `ignored`: it is in the queue, but nothing is done for events of its name. `rejected`: it is not in the queue, because it is invalid.',
      ),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('What is wrong with the event, by field, as in a problem. Absent if nothing is.'),
  })
  .meta({ id: 'EventResult' })
export type EventResult = z.output<typeof EventResult>

/** Accepts any text, so that a request to an unknown source gets the same reply as a request with a wrong signature. */
export const SourcePath = z.object({ source: z.string() })
