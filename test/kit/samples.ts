/** The sample events: what the documentation shows, what `npm run invoke` sends, and what the tests begin with. */

import { readFileSync } from 'node:fs'
import type { APIGatewayProxyEvent } from 'aws-lambda'

export const sampleFile = (name: string) => `events/${name.replace('.', '/')}.json`

export const sampleEvent = (name: string): APIGatewayProxyEvent =>
  JSON.parse(readFileSync(sampleFile(name), 'utf8'))

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
