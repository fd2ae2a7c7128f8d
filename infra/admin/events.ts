/** Reads files of checkout events: one event, an array, or one event a line. */

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { readAs } from '../../lib/http/faults.ts'
import { Problem } from '../../lib/kit/problem.ts'
import { modes } from '../../lib/kit/tenant.ts'
import { choice, filled, startOfTime, whole } from '../../lib/kit/wire.ts'

const Envelope = z.object({
  id: filled(100),
  eventName: filled(100),
  account: whole({ least: 1 }),
  mode: choice(modes),
  createdOn: startOfTime,
  content: z.record(z.string(), z.unknown()),
})

export interface Reading {
  /** As they stand in the files: what is handed over is the checkout's own words. */
  events: unknown[]
  /** One sentence each, with the file and the place in it. */
  faults: string[]
}

const refused = (fault: string): Reading => ({ events: [], faults: [fault] })

const together = (readings: Reading[]): Reading => ({
  events: readings.flatMap(({ events }) => events),
  faults: readings.flatMap(({ faults }) => faults),
})

export const readEvents = (files: readonly string[]): Reading => together(files.map(readFile))

function readFile(file: string): Reading {
  try {
    const reading = readText(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)), file)
    return reading.events.length + reading.faults.length > 0 ? reading : refused(`${file} holds no event.`)
  } catch (fault) {
    return refused(`${file} cannot be read: ${fault instanceof Error ? fault.message : fault}.`)
  }
}

/** An object that ends with the first of several lines tells that each line is an event. */
function readText(text: string, file: string): Reading {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `${file}, line ${index + 1}` }))
    .filter(({ line }) => line !== '')
  if (lines.length === 0) return together([])
  const aLineEach = lines.length > 1 && /^\{.*\}$/.test(lines[0]?.line ?? '')
  return aLineEach ? together(lines.map(({ line, place }) => readJson(line, place))) : readJson(text, file)
}

function readJson(text: string, place: string): Reading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (fault) {
    return refused(`${place} is not valid JSON: ${(fault as SyntaxError).message}.`)
  }
  if (!Array.isArray(value)) return readEnvelope(value, place)
  return together(value.map((event, index) => readEnvelope(event, `${place}, event ${index + 1}`)))
}

function readEnvelope(event: unknown, place: string): Reading {
  try {
    readAs(Envelope, event, 'the event')
    return { events: [event], faults: [] }
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    const faults = Object.entries(fault.errors).map(([field, said]) => `${field} ${said.join(' and ')}`)
    return refused(`${place}: ${faults.join('; ')}.`)
  }
}
