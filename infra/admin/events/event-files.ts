/** Reads files of checkout events (one event, an array, or one event per line), and reports all invalid events. */

import { readFileSync } from 'node:fs'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import { isObject } from '../../../lib/core/json.ts'
import { Problem } from '../../../lib/core/problem.ts'
import { busEntryBytes, maxPutEventsBytes } from '../../../lib/events/checkout-bus.ts'

type EventSummary = Pick<CheckoutEvent, 'id' | 'eventName' | 'account'>

export interface FileEvent extends EventSummary {
  /** This value is sent unchanged as the event. */
  json: unknown
  /**
   * A text such as `orders.jsonl, line 3` or `orders.json, event 2`. If the file is a single event, the text is the
   * file name.
   */
  location: string
}

/** Parses an event, or throws a Problem that contains all faults of the event. */
type ParseEvent = (event: unknown) => EventSummary

/** A value from a file is unchecked until `parseEvent` has accepted it. */
type UncheckedEvent = Pick<FileEvent, 'json' | 'location'>
interface InvalidEvent {
  /** A sentence that begins with the location of the event. */
  fault: string
}

export function readEventFiles(files: readonly string[], parseEvent: ParseEvent) {
  const results = files.flatMap(valuesIn).map(value => ('fault' in value ? value : checkedEvent(value, parseEvent)))
  return {
    events: results.filter(result => 'json' in result),
    faults: results.flatMap(result => ('fault' in result ? [result.fault] : [])),
  }
}

function valuesIn(file: string): (UncheckedEvent | InvalidEvent)[] {
  try {
    const values = parseText(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)), file)
    return values.length > 0 ? values : [{ fault: `${file} contains no event.` }]
  } catch (error) {
    return [{ fault: `${file} cannot be read: ${error instanceof Error ? error.message : error}.` }]
  }
}

/**
 * If the first of several lines is a JSON object, each line is an event. Otherwise the whole text is one JSON value.
 */
function parseText(text: string, file: string): (UncheckedEvent | InvalidEvent)[] {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), location: `${file}, line ${index + 1}` }))
    .filter(({ line }) => line !== '')
  if (lines.length === 0) return []
  const isOnePerLine = lines.length > 1 && /^\{.*\}$/.test(lines[0]?.line ?? '')
  return isOnePerLine ? lines.flatMap(({ line, location }) => parseEvents(line, location)) : parseEvents(text, file)
}

function parseEvents(text: string, location: string): (UncheckedEvent | InvalidEvent)[] {
  let json: unknown
  try {
    json = unwrapQueueEvent(JSON.parse(text))
  } catch (error) {
    return [{ fault: `${location} is not valid JSON: ${(error as SyntaxError).message}.` }]
  }
  if (!Array.isArray(json)) return [{ json, location }]
  return json.map((event, index) => ({ json: event, location: `${location}, event ${index + 1}` }))
}

/**
 * Returns the checkout events in an input of the Lambda `checkout.intake`, such as the Lambda's sample event. Returns
 * any other value unchanged.
 */
const unwrapQueueEvent = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value.Records) ? value.Records.map(({ body }) => JSON.parse(body).detail) : value

function checkedEvent({ json, location }: UncheckedEvent, parseEvent: ParseEvent): FileEvent | InvalidEvent {
  try {
    const { id, eventName, account } = parseEvent(json)
    if (busEntryBytes({ json, eventName }) <= maxPutEventsBytes) return { id, eventName, account, json, location }
    return { fault: `${location}: the event exceeds ${maxPutEventsBytes / 1024} KB.` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const faults = Object.entries(error.errors).map(([field, sentences]) => `${field} ${sentences.join(' and ')}`)
    return { fault: `${location}: ${faults.join('; ')}.` }
  }
}
