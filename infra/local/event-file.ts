/** Reads the event with which a Lambda is invoked, and checks that it is one for this Lambda. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../lib/core/json.ts'
import { workers } from '../../lib/workers.ts'

const sampleFile = (name: string) => join('events', `${name.replace('.', '/')}.json`)

/** The sample event if no file is named. */
export function readEvent(name: string, file: string | undefined): object {
  const path = file ?? join(import.meta.dirname, '../..', sampleFile(name))
  const event = parse(path)
  const field = requiredField(name)
  if (isObject(event) && field in event) return event
  const hint = isCheckoutEvent(event)
    ? `It is a checkout event; this sends it: npm run store -- send ${path}`
    : `${sampleFile(name)} is a sample.`
  throw new Error(`${path} is not an event of the Lambda ${name}: it has no ${field}. ${hint}`)
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`Cannot read the event from ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The field by which the events of API Gateway differ from those of a queue, a stream, a schedule, or the authorizer. */
function requiredField(name: string): string {
  if (name === 'authorizer') return 'authorizationToken'
  const worker = workers.find(worker => worker.name === name)
  if (!worker) return 'requestContext'
  return worker.source === 'schedule' ? 'detail-type' : 'Records'
}

const isCheckoutEvent = (event: unknown) => isObject(event) && 'eventName' in event && 'content' in event
