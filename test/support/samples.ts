/** The sample events, which the documentation shows and `npm run invoke` sends, as input of tests. */

import { readFileSync } from 'node:fs'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import Stripe from 'stripe'
import { inject } from 'vitest'

export const sampleFile = (name: string) => `events/${name.replace('.', '/')}.json`

export function sampleEvent(name: string): APIGatewayProxyEvent {
  const event: APIGatewayProxyEvent = JSON.parse(readFileSync(sampleFile(name), 'utf8'))
  return withSignature({ ...event, body: event.body && withLocalShop(event.body) })
}

/** The secret with which the samples of Stripe's events are signed. */
export const sampleWebhookSecret = 'whsec_sample'

/** Stripe's signatures are valid for five minutes only. */
function withSignature(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  if (!event.headers?.['Stripe-Signature']) return event
  const signature = signatureOf(event.body ?? '', sampleWebhookSecret)
  return { ...event, headers: { ...event.headers, 'Stripe-Signature': signature } }
}

export const signatureOf = (payload: string, secret: string, timestamp?: number) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) })

/** Replaces the host in a sample by that of the local shop, as tests do not use the network. */
const withLocalShop = (body: string) =>
  body.replace(/("fetchUrl": *)"[^"]*"/, `$1"http://${inject('shopHost')}/"`)

/** The parameters, query and body of a sample, as `call` takes them. */
export function sampleCall(name: string) {
  const { pathParameters, body, queryStringParameters } = sampleEvent(name)
  const params = Object.entries(pathParameters ?? {}).map(([key, value]) => [
    key,
    decodeURIComponent(value ?? ''),
  ])
  return {
    params: Object.fromEntries(params) as Record<string, string>,
    query: (queryStringParameters ?? {}) as Record<string, string>,
    body: body ? JSON.parse(body) : undefined,
  }
}
