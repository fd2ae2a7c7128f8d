/** Completes a sample event with what differs on each machine and in each run: a key, a signature, a page and a code. */

import Stripe from 'stripe'

export interface SampleEvent {
  body?: string | null
  headers?: Record<string, string | undefined> | null
  authorizationToken?: string
}

export interface SampleValues {
  /** The API key of a request to the authorizer. */
  key?: string
  /** Signs the events of Stripe: signatures are valid for five minutes only. */
  webhookSecret?: string
  /** A page of products that can be fetched from this machine. */
  pageUrl?: string | undefined
  /** No two discounts have the same code, so each run of a sample creates a discount with another one. */
  codeSuffix?: string
}

export function completeSample<T extends SampleEvent>(sample: T, values: SampleValues): T {
  const { key, webhookSecret } = values
  if (sample.authorizationToken && key) return { ...sample, authorizationToken: `Basic ${btoa(`${key}:`)}` }
  if (!sample.body) return sample
  const body = completeBody(sample.body, values)
  if (!webhookSecret || !isSigned(sample)) return { ...sample, body }
  return { ...sample, body, headers: signedHeaders(sample, body, webhookSecret) }
}

export const isSigned = ({ headers }: SampleEvent) => headers?.['Stripe-Signature'] !== undefined

function completeBody(body: string, { pageUrl, codeSuffix }: SampleValues): string {
  const onPage = pageUrl ? body.replace(/("fetchUrl": *)"[^"]*"/, `$1"${pageUrl}"`) : body
  return codeSuffix ? onPage.replace(/(?<="code": ")([^"]+)(?=")/, `$1-${codeSuffix}`) : onPage
}

const signedHeaders = ({ headers }: SampleEvent, payload: string, secret: string) => ({
  ...headers,
  'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
})
