/**
 * Receives webhooks, which have no API key. Webhooks must be signed, or be confirmed by the hosted service, which is
 * another server with the same API contract.
 */

import { hash } from 'node:crypto'
import * as accounts from '../accounts/index.ts'
import { eventSchemas } from '../checkout/events.ts'
import type { RawRequest } from '../core/http-messages.ts'
import { countMetric, log } from '../core/log.ts'
import { convertRejectedValues } from '../core/parse-with-conversions.ts'
import { type FieldErrors, Problem, statusOf, validationProblem } from '../core/problem.ts'
import { parseInput } from '../core/validation.ts'
import { consumeRateLimit } from '../store/rate-limit.ts'
import { busEntryBytes, maxPutEventsBytes } from './checkout-bus.ts'
import { enqueueCheckoutEvents } from './enqueue-checkout-events.ts'
import type { EventSource } from './entity.ts'
import { askIfSentByService, fetchRefunds } from './hosted-service.ts'
import {
  asksForRates,
  findHostedConversion,
  HostedServiceWebhook,
  isIgnoredOnPurpose,
} from './hosted-service-webhooks.ts'
import { findReceivedWebhook, storeReceivedWebhook } from './received-webhooks.ts'
import type { EventResult } from './schemas.ts'
import { findSource, loadSourceSecrets } from './sources.ts'
import { webhookIdIfSigned } from './standard-webhook.ts'
import { validateSentEvents } from './validate-sent-events.ts'

/** Each source has its own rate limit, because even a forged request can cause a request to the hosted service. */
const rateLimit = { name: 'event-source', burst: 100, requests: 20, period: 'second' } as const

interface Received {
  body: unknown
  raw: RawRequest
}

/**
 * Receives a webhook at the URL of an event source; `urlEnding` is the last segment of the path of this URL. Returns
 * undefined if the webhook asks for shipping rates or taxes, which this API does not calculate.
 */
export async function receive(urlEnding: string, received: Received): Promise<EventResult[] | undefined> {
  const source = await findSource(urlEnding)
  const account = source && (await accounts.find(source.account))
  if (!source || !account) throw notVerified()
  await consumeRateLimit(source.account, { ...rateLimit, subject: source.id })
  if (!account.enabled) throw new Problem('account_disabled')
  return source.kind === 'signed' ? receiveSigned(source, received) : receiveHosted(source, received)
}

/** Unknown sources and forged webhooks get the same problem, so that the reply does not reveal which sources exist. */
const notVerified = () => new Problem('unauthorized', { message: 'The request could not be verified.' })

/**
 * The time for which a received webhook is stored. Senders repeat a webhook for about a day. A webhook that is repeated
 * later is queued again, but its events change nothing.
 */
const storedSeconds = 24 * 3600

/**
 * Stores the webhook only after its events are in the queue. After a crash between the two steps, the sender repeats
 * the webhook, and the events are queued again.
 */
async function receiveSigned(source: EventSource, { body, raw }: Received): Promise<EventResult[]> {
  const id = webhookIdIfSigned(raw, await loadSourceSecrets(source))
  if (id === null) throw notVerified()
  const { account, mode } = source
  const { results, queued } = validateSentEvents(body, { account, mode })
  const webhook = { source, id, bodyHash: hash('sha256', raw.body) }
  const known = await findReceivedWebhook(webhook)
  if (known && known.bodyHash !== webhook.bodyHash) throw reusedId()
  if (known) return results
  if (queued.length === 0) throw rejected(source, results)
  await enqueueCheckoutEvents(queued)
  await storeReceivedWebhook(webhook, { isForged: false, seconds: storedSeconds })
  return results
}

const reusedId = () =>
  new Problem('state_conflict', { message: 'A request with this webhook-id was received with another body.' })

/**
 * Returns the problem for a webhook whose events were all rejected. The reply must have an error status, because
 * senders show only the status of a reply.
 */
function rejected(source: EventSource, results: readonly EventResult[]): Problem {
  const errors = results[0]?.errors ?? {}
  logRejected(source, errors)
  return validationProblem(errors)
}

const logRejected = (source: EventSource, faults: FieldErrors) =>
  log.warn('All events of a webhook were rejected.', { ...identityOf(source), faults })

const identityOf = ({ account, mode, id }: EventSource) => ({ account, mode, source: id })

const tokenHeader = 'x-snipcart-requesttoken'
const tokenForm = /^[\w.~-]{1,200}$/

async function receiveHosted(source: EventSource, { body, raw }: Received): Promise<EventResult[] | undefined> {
  const token = raw.headers[tokenHeader] ?? ''
  const bodyHash = hash('sha256', raw.body)
  const isGenuine = tokenForm.test(token) && (await askIfSentByService({ source, id: token, bodyHash }))
  if (!isGenuine) throw notVerified()
  return acceptGenuine(source, body, bodyHash).catch(fault => {
    if (fault instanceof Problem && statusOf(fault.code) < 500) logRejected(source, fault.errors)
    throw fault
  })
}

async function acceptGenuine(source: EventSource, body: unknown, bodyHash: string): Promise<EventResult[] | undefined> {
  const { eventName } = parseInput(HostedServiceWebhook.pick({ eventName: true }), body, 'the event')
  if (asksForRates(eventName)) return undefined
  return [await acceptHosted(source, body, { eventName, hash: bodyHash })]
}

interface HostedIdentity {
  eventName: string
  hash: string
}

/**
 * The hosted service sends no id of the event, so the hash of the body is the id. The values that an import converts
 * are converted here too, so that a webhook is accepted if an import accepts the same object.
 */
async function acceptHosted(
  source: EventSource,
  body: unknown,
  { eventName, hash: id }: HostedIdentity,
): Promise<EventResult> {
  const conversion = findHostedConversion(eventName)
  if (!conversion) return ignore(source, { eventName, hash: id })
  const event = parseInput(HostedServiceWebhook, body, 'the event')
  const { account, mode } = source
  if (event.mode !== mode) throw validationProblem({ mode: [`must be ${mode}`] })
  const { eventName: name } = conversion
  const envelope = { eventName: name, account, mode, createdOn: event.createdOn }
  const reports = await identifyRefunds(source, name, { id, content: conversion.contentOf(event, id) })
  const queued = reports.map(report => {
    const content = convertRejectedValues(eventSchemas[name], report.content)
    return { eventName: name, json: { ...envelope, ...report, content } }
  })
  if (queued.some(one => busEntryBytes(one) > maxPutEventsBytes))
    throw new Problem('body_too_large', {
      message: 'The event must not exceed 256 KB.',
      errors: { 'the event': ['must not exceed 256 KB'] },
    })
  await enqueueCheckoutEvents(queued)
  return { id, status: 'accepted' }
}

interface Report {
  id: string
  content: Record<string, unknown>
}

/**
 * If the webhook is about a refund, returns a report for each refund of the order, because the webhook does not
 * identify its refund. The reports have the refund ids of the hosted service, so that a refund that was already
 * imported is not stored twice. Only the refund of the webhook gets the date of the webhook, if no other refund has the
 * same amount and comment.
 */
async function identifyRefunds(source: EventSource, name: string, report: Report): Promise<Report[]> {
  if (name !== 'order.refund.created') return [report]
  const { orderToken, amount, comment, creationDate } = report.content
  const refunds = await fetchRefunds(source, orderToken)
  if (refunds.length === 0) return [report]
  const alike = refunds.filter(refund => refund.amount === amount && (refund.comment || null) === (comment || null))
  return refunds.map(refund => ({
    id: `refund ${refund.id}`,
    content: {
      ...report.content,
      creationDate: alike.length === 1 && alike[0] === refund ? creationDate : null,
      ...refund,
      orderToken,
    },
  }))
}

function ignore(source: EventSource, { eventName, hash: id }: HostedIdentity): EventResult {
  log.info('A webhook of the hosted service was ignored.', { ...identityOf(source), eventName })
  if (!isIgnoredOnPurpose(eventName)) countMetric('UnknownEvents')
  return { id, status: 'ignored' }
}
