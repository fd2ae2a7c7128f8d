/** Reads the event for a Lambda, and completes a sample with a key, a signature, a page URL and a unique code. */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { isObject } from '../../lib/core/json.ts'
import { workers } from '../../lib/workers.ts'

const sampleFile = (name: string) => join('events', `${name.replace('.', '/')}.json`)

export function readLambdaEvent(name: string, file: string | undefined): object {
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

/** Returns the name of a field that exists in every event for this kind of Lambda, and in no other event. */
function requiredField(name: string): string {
  if (name === 'authorizer') return 'authorizationToken'
  const worker = workers.find(worker => worker.name === name)
  if (!worker) return 'requestContext'
  return worker.source === 'schedule' ? 'detail-type' : 'Records'
}

const isCheckoutEvent = (event: unknown) => isObject(event) && 'eventName' in event && 'content' in event

export interface SampleEvent {
  body?: string | null
  headers?: Record<string, string | undefined> | null
  path?: string
  pathParameters?: Record<string, string | undefined> | null
  authorizationToken?: string
}

export interface SampleValues {
  /** The API key for the sample event of the authorizer. */
  key?: string
  /**
   * The secret that signs a sample event of Stripe. Each run signs anew, because signatures expire after five minutes.
   */
  webhookSecret?: string
  /** The event source that signs a sample as a Standard Webhook. `end` is the last segment of the source's path. */
  source?: { end: string; secret: string }
  /** The URL of a page of products on this machine. */
  pageUrl?: string | undefined
  /** This suffix makes the code of a new discount unique, so that the sample can run several times. */
  codeSuffix?: string
}

export function fillInSample<T extends SampleEvent>(sample: T, values: SampleValues): T {
  const { key, webhookSecret, source } = values
  if (sample.authorizationToken && key) return { ...sample, authorizationToken: `Basic ${btoa(`${key}:`)}` }
  if (!sample.body) return sample
  const body = completeBody(sample.body, values)
  if (source && needsEventSource(sample)) return { ...sample, body, ...signedBySource(sample, body, source) }
  if (!webhookSecret || !needsStripeSignature(sample)) return { ...sample, body }
  return { ...sample, body, headers: signedHeaders(sample, body, webhookSecret) }
}

export const needsEventSource = ({ headers }: SampleEvent) => headers?.['webhook-signature'] !== undefined

/** Each run creates and signs a new message id, because a source may not send two different bodies with the same id. */
function signedBySource({ headers }: SampleEvent, body: string, { end, secret }: Required<SampleValues>['source']) {
  const [id, at] = [`msg_${randomUUID()}`, new Date()]
  const signature = new Webhook(secret).sign(id, at, body)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    path: `/checkout/events/${end}`,
    pathParameters: { source: end },
    headers: { ...headers, 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
  }
}

export const needsStripeSignature = ({ headers }: SampleEvent) => headers?.['Stripe-Signature'] !== undefined

function completeBody(body: string, { pageUrl, codeSuffix }: SampleValues): string {
  const onPage = pageUrl ? body.replace(/("fetchUrl": *)"[^"]*"/, `$1"${pageUrl}"`) : body
  return codeSuffix ? onPage.replace(/(?<="code": ")([^"]+)(?=")/, `$1-${codeSuffix}`) : onPage
}

const signedHeaders = ({ headers }: SampleEvent, payload: string, secret: string) => ({
  ...headers,
  'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
})
