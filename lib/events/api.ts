/** The endpoints that receive checkout events. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { EventResult, maxEvents, SentEvents, SourcePath } from './schemas.ts'

/** The largest body in bytes. Lambda accepts 6 MB of base64 text, which is a third longer than the body. */
const maxBodyBytes = 4 * 1024 * 1024

const sendDetails = `An extension of the specification. The body is one event, an array of events, or one event per
line with the media type \`application/x-ndjson\`: at most ${maxEvents} events and 4 MB.

The events are put into the queue, and applied some seconds later. They may be sent in any order, and more than once. The
reply says for each event, in the same order, how it was taken. An invalid event does not affect the others. An event
with an unknown name is put into the queue too, where it is counted and ignored.

If the queue does not accept all events in time, the reply is 503. Send the same request again then: an event that
arrives twice changes nothing.`

export const api = defineEndpoints('events', 'Events by which the checkout reports what happens in it.', {
  send: {
    method: 'POST',
    path: '/checkout/events',
    purpose: 'Sends events of the checkout. They belong to the account and the mode of the key.',
    details: sendDetails,
    tableScope: {
      actions: ['GetItem', 'PutItem', 'UpdateItem'],
      partitions: ['*#rate-limits', '*#idempotency-keys#events.send'],
    },
    putsEvents: true,
    body: SentEvents,
    maxLines: maxEvents,
    maxBodyBytes,
    reply: z.array(EventResult),
    status: 202,
    problems: ['unavailable'],
  },
  receive: {
    method: 'POST',
    path: '/checkout/events/{source}',
    purpose: 'Receives events from a source that signs its requests, or from the hosted service.',
    isPublic: true,
    tableScope: {
      actions: ['GetItem', 'PutItem', 'UpdateItem'],
      partitions: ['*#rate-limits', '*#Live#event-deliveries#*', '*#Test#event-deliveries#*'],
      reads: ['event-source#*'],
      readsAccounts: true,
    },
    putsEvents: true,
    secrets: 'event-sources',
    isWebhook: true,
    params: SourcePath,
    body: SentEvents,
    maxLines: maxEvents,
    maxBodyBytes,
    reply: z.array(EventResult).optional(),
    problems: ['unauthorized', 'account_disabled', 'state_conflict', 'too_many_requests', 'unavailable'],
  },
})
