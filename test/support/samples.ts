/** The sample events: what the documentation shows, what `npm run invoke` sends, and what the tests begin with. */

import { readFileSync } from 'node:fs'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { inject } from 'vitest'

export const sampleFile = (name: string) => `events/${name.replace('.', '/')}.json`

export function sampleEvent(name: string): APIGatewayProxyEvent {
  const event: APIGatewayProxyEvent = JSON.parse(readFileSync(sampleFile(name), 'utf8'))
  return { ...event, body: event.body && withinReach(event.body) }
}

/** No test uses the network: a local shop replaces the one that a sample names. */
const withinReach = (body: string) =>
  body.replace(/("fetchUrl": *)"[^"]*"/, `$1"http://${inject('shopHost')}/"`)

/** What a test sends to do what the sample does. */
export function sampleCall(name: string) {
  const { pathParameters, body, queryStringParameters } = sampleEvent(name)
  const decoded = Object.entries(pathParameters ?? {}).map(([key, value]) => [
    key,
    decodeURIComponent(value ?? ''),
  ])
  return {
    params: Object.fromEntries(decoded) as Record<string, string>,
    query: (queryStringParameters ?? {}) as Record<string, string>,
    body: body ? JSON.parse(body) : undefined,
  }
}
