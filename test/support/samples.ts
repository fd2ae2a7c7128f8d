/** Reads the sample events for tests. The documentation shows the same events, and `npm run invoke` sends them. */

import { readFileSync } from 'node:fs'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import Stripe from 'stripe'
import { inject } from 'vitest'
import { fillInSample } from '../../infra/local/sample-event.ts'

export const sampleFile = (name: string) => `events/${name.replace('.', '/')}.json`

/**
 * Returns the path of the file with the reply that the documentation shows for an endpoint. An endpoint that shares the
 * sample of another one has no such file.
 */
export const sampleReplyFile = (name: string) => sampleFile(name).replace('.json', '.reply.json')

/**
 * Returns the sample event, filled in as `npm run invoke` does it, but with the local shop, because tests use no
 * network.
 */
export function sampleEvent(name: string): APIGatewayProxyEvent {
  const event: APIGatewayProxyEvent = JSON.parse(readFileSync(sampleFile(name), 'utf8'))
  const pageUrl = `http://${inject('shopHost')}/`
  return fillInSample(event, { pageUrl, webhookSecret: sampleWebhookSecret, source: sampleSource })
}

/** The secret with which the samples of Stripe's events are signed. */
export const sampleWebhookSecret = 'whsec_sample'

/**
 * The event source whose secret signs the sample of `events.receive`. A test must add this source to the demo store
 * before it sends the sample.
 */
export const sampleSource = { end: 'sample-source', secret: 'whsec_c2FtcGxlLXNlY3JldA==' }

export const signatureOf = (payload: string, secret: string, timestamp?: number) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) })

/** Returns the parameters, query and body of a sample, as `call` expects them. */
export function sampleCall(name: string) {
  const { pathParameters, body, queryStringParameters } = sampleEvent(name)
  const params = Object.entries(pathParameters ?? {}).map(([key, value]) => [key, decodeURIComponent(value ?? '')])
  return {
    params: Object.fromEntries(params) as Record<string, string>,
    query: (queryStringParameters ?? {}) as Record<string, string>,
    body: body ? JSON.parse(body) : undefined,
  }
}
