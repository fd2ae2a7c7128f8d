/** Receives checkout events by HTTPS, checks them, and puts them into the queue of the checkout worker. */

import { isObject } from '../core/json.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { checkEvent } from './check-event.ts'
import { enqueueEvents } from './queue.ts'
import { type EventResult, maxEvents } from './schemas.ts'

export async function send(tenant: Tenant, body: unknown): Promise<EventResult[]> {
  const checked = eventsIn(body).map(event => checkEvent(event, tenant))
  await enqueueEvents(checked.flatMap(({ queued }) => queued ?? []))
  return checked.map(({ result }) => result)
}

/** Returns the events of a body. Throws a problem if there is none, or if there are too many. */
function eventsIn(body: unknown): unknown[] {
  const events = Array.isArray(body) ? body : [body]
  if (!events.some(isObject)) throw validationProblem({ body: ['must be an event, or an array of events'] })
  if (events.length > maxEvents) throw validationProblem({ body: [`must have at most ${maxEvents} events`] })
  return events
}
