/** Checks a checkout event before it is put into the queue, so that its sender gets all faults at once. */

import { CheckoutEvent, eventNameWithoutTypo, isKnownEventName, parseEvent } from '../checkout/events.ts'
import { isObject } from '../core/json.ts'
import { type FieldErrors, Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { type BusEvent, busEntryBytes, maxPutEventsBytes } from './bus.ts'
import type { EventResult } from './schemas.ts'

interface CheckedEvent {
  result: EventResult
  /** Absent if the event is rejected. */
  queued?: BusEvent
}

/** The event must be of this tenant, which is also the default. It is undefined if it was not valid JSON. */
export function checkEvent(event: unknown, tenant: Tenant): CheckedEvent {
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

/** Returns the id as it was sent. */
const idOf = (event: unknown) =>
  isObject(event) && CheckoutEvent.shape.id.safeParse(event.id).success ? String(event.id) : null

function faultsOf(json: unknown, tenant: Tenant): FieldErrors | null {
  try {
    return faultsOfParsed(parseEvent(json), json, tenant)
  } catch (error) {
    if (error instanceof Problem) return error.errors
    /** zod and JSON call themselves for each level of an object. */
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
  const name = eventNameWithoutTypo(eventName)
  return { eventName: [name ? `is unknown. Did you mean ${name}?` : 'is unknown'] }
}
