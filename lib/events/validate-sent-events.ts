/** Checks checkout events before they are put into the queue, so that their sender gets the faults in the reply. */

import { CheckoutEvent, isKnownEventName, parseEvent, suggestEventName } from '../checkout/events.ts'
import { isObject } from '../core/json.ts'
import { type FieldErrors, Problem, validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { busEntryBytes, type CheckoutBusEvent, maxPutEventsBytes } from './checkout-bus.ts'
import { type EventResult, maxEvents } from './schemas.ts'

interface CheckedEvent {
  result: EventResult
  /** The event to put into the queue. It is absent if the event is rejected. */
  queued?: CheckoutBusEvent
}

/**
 * Returns one result for each event, in the sequence of the events. `queued` contains the events to put into the queue.
 */
export function validateSentEvents(
  body: unknown,
  tenant: Tenant,
): { results: EventResult[]; queued: CheckoutBusEvent[] } {
  const checked = eventsIn(body).map(event => checkEvent(event, tenant))
  return { results: checked.map(({ result }) => result), queued: checked.flatMap(({ queued }) => queued ?? []) }
}

function eventsIn(body: unknown): unknown[] {
  const events = Array.isArray(body) ? body : [body]
  if (!events.some(isObject)) throw validationProblem({ body: ['must be an event, or an array of events'] })
  if (events.length > maxEvents) throw validationProblem({ body: [`must have at most ${maxEvents} events`] })
  return events
}

/**
 * Checks an event. If it contains an account or a mode, they must be those of `tenant`. `event` is undefined if the
 * sent text was not JSON.
 */
function checkEvent(event: unknown, tenant: Tenant): CheckedEvent {
  const id = idOf(event)
  const json = isObject(event) ? { ...tenant, ...event } : event
  const errors = event === undefined ? { 'the event': ['is not valid JSON'] } : faultsOf(json, tenant)
  if (errors) return { result: { id, status: 'rejected', errors } }
  const { eventName } = json as CheckoutEvent
  const queued = { eventName, json }
  return isKnownEventName(eventName)
    ? { result: { id, status: 'accepted' }, queued }
    : { result: { id, status: 'ignored', errors: unknownName(eventName) }, queued }
}

/** Returns the id of the event as a text, or null if the event has no valid id. */
const idOf = (event: unknown) =>
  isObject(event) && CheckoutEvent.shape.id.safeParse(event.id).success ? String(event.id) : null

function faultsOf(json: unknown, tenant: Tenant): FieldErrors | null {
  try {
    return faultsOfParsed(parseEvent(json), json, tenant)
  } catch (error) {
    if (error instanceof Problem) return error.errors
    /** zod and JSON are recursive, so an object that is nested too deeply exceeds the call stack. */
    if (error instanceof RangeError) return { 'the event': ['is nested too deeply'] }
    throw error
  }
}

function faultsOfParsed({ account, mode, eventName }: CheckoutEvent, json: unknown, tenant: Tenant) {
  const errors: FieldErrors = {
    ...(account !== tenant.account && { account: [`must be ${tenant.account}`] }),
    ...(mode !== tenant.mode && { mode: [`must be ${tenant.mode}`] }),
    ...(busEntryBytes({ eventName, json }) > maxPutEventsBytes && { 'the event': ['must not exceed 256 KB'] }),
  }
  return Object.keys(errors).length > 0 ? errors : null
}

function unknownName(eventName: string): FieldErrors {
  const name = suggestEventName(eventName)
  return { eventName: [name ? `is unknown. Did you mean ${name}?` : 'is unknown'] }
}
