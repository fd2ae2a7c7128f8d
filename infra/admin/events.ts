/** Reads files of checkout events: one event, an array, or one event a line. */

import { readFileSync } from 'node:fs'
import type { CheckoutEvent } from '../../lib/checkout/events.ts'
import { isObject } from '../../lib/core/json.ts'
import { Problem } from '../../lib/core/problem.ts'
import { bytesOf, largestCall } from './bus-entry.ts'

type Known = Pick<CheckoutEvent, 'id' | 'eventName' | 'account'>

export interface WrittenEvent extends Known {
  /** What is handed over is the checkout's own words. */
  asWritten: unknown
  /** The file, and where in it. */
  place: string
}

/** How an event is understood; refuses one that is malformed with all of its faults. */
type Understand = (event: unknown) => { envelope: Known }

interface Reading {
  events: WrittenEvent[]
  /** One sentence for each event that is none, with its place. */
  faults: string[]
}

/** What stands in a file, before anybody knows whether it is an event. */
type Piece = Found | Fault
type Found = Pick<WrittenEvent, 'asWritten' | 'place'>
interface Fault {
  fault: string
}

export function readEvents(files: readonly string[], understand: Understand): Reading {
  const read = files
    .flatMap(piecesOf)
    .map(piece => ('fault' in piece ? piece : understood(piece, understand)))
  return {
    events: read.filter(one => 'asWritten' in one),
    faults: read.flatMap(one => ('fault' in one ? [one.fault] : [])),
  }
}

function piecesOf(file: string): Piece[] {
  try {
    const pieces = inText(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)), file)
    return pieces.length > 0 ? pieces : [{ fault: `${file} holds no event.` }]
  } catch (fault) {
    return [{ fault: `${file} cannot be read: ${fault instanceof Error ? fault.message : fault}.` }]
  }
}

/** An object that ends with the first of several lines tells that each line is an event. */
function inText(text: string, file: string): Piece[] {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `${file}, line ${index + 1}` }))
    .filter(({ line }) => line !== '')
  if (lines.length === 0) return []
  const aLineEach = lines.length > 1 && /^\{.*\}$/.test(lines[0]?.line ?? '')
  return aLineEach ? lines.flatMap(({ line, place }) => inJson(line, place)) : inJson(text, file)
}

function inJson(text: string, place: string): Piece[] {
  let events: unknown
  try {
    events = unpacked(JSON.parse(text))
  } catch (fault) {
    return [{ fault: `${place} is not valid JSON: ${(fault as SyntaxError).message}.` }]
  }
  if (!Array.isArray(events)) return [{ asWritten: events, place }]
  return events.map((asWritten, index) => ({ asWritten, place: `${place}, event ${index + 1}` }))
}

/** Of what the queue hands to the Lambda, as samples and dead letters have it, the events in it. */
const unpacked = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value.Records)
    ? value.Records.map(({ body }) => JSON.parse(body).detail)
    : value

function understood({ asWritten, place }: Found, understand: Understand): WrittenEvent | Fault {
  try {
    const { id, eventName, account } = understand(asWritten).envelope
    if (bytesOf({ asWritten, eventName }) <= largestCall) return { id, eventName, account, asWritten, place }
    return { fault: `${place}: the event is larger than ${largestCall / 1024} KB, which no bus takes.` }
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    const faults = Object.entries(fault.errors).map(([field, said]) => `${field} ${said.join(' and ')}`)
    return { fault: `${place}: ${faults.join('; ')}.` }
  }
}
