/**
 * Asks the hosted service (another server with the same API contract) whether it has sent a webhook, and for the
 * refunds of an order.
 */

import * as z from 'zod'
import { isObject, parseJsonOr } from '../core/json.ts'
import { log } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import { fetchTextWithoutRedirects } from '../crawler/index.ts'
import type { EventSource } from './entity.ts'
import { findReceivedWebhook, type ReceivedWebhook, storeReceivedWebhook } from './received-webhooks.ts'
import { loadSourceSecrets } from './sources.ts'

/** The timeout is short, because the service itself waits only some seconds for the reply to its webhook. */
const timeoutMilliseconds = 4000

/**
 * The time for which the service's answer about a webhook is stored. It is an hour, because the token of a webhook is
 * valid for an hour.
 */
const storedSeconds = 3600

/**
 * Returns whether the service has sent the webhook. The answer is stored, because the service may confirm a token only
 * once.
 */
export async function askIfSentByService(webhook: ReceivedWebhook): Promise<boolean> {
  const known = await findReceivedWebhook(webhook)
  const row = known ?? (await askAndStore(webhook))
  return !row.isForged && row.bodyHash === webhook.bodyHash
}

async function askAndStore(webhook: ReceivedWebhook) {
  const isConfirmed = await askService(webhook)
  return storeReceivedWebhook(webhook, { isForged: !isConfirmed, seconds: storedSeconds })
}

/** Throws `unavailable` if the service does not answer, so that the webhook is not accepted. */
async function askService({ source, id: token }: ReceivedWebhook): Promise<boolean> {
  const { status, text } = await get(source, `requestvalidation/${encodeURIComponent(token)}`)
  if (status === 404) return false
  if (status !== 200) throw noAnswer(source, `It replied ${status}.`)
  const reply = parseJsonOr(text, undefined)
  return isObject(reply) && reply.token === token
}

const ListedRefunds = z.array(z.looseObject({ id: z.string().min(1).max(90) })).min(1)

/**
 * Returns an empty list if the service has no list of refunds for the order. An import then finds none either, so it
 * does not store the refund again with another id. Throws `unavailable` after all other replies without a refund, also
 * after an empty list, so that the service can send the webhook again when its list has the refund.
 */
export async function fetchRefunds(source: EventSource, orderToken: unknown): Promise<z.output<typeof ListedRefunds>> {
  const { status, text } = await get(source, `orders/${encodeURIComponent(String(orderToken))}/refunds`)
  if (status === 404) return []
  if (status !== 200) throw noAnswer(source, `It replied ${status}.`)
  const { data } = ListedRefunds.safeParse(parseJsonOr(text, undefined))
  if (!data) throw noAnswer(source, 'It did not list the refund.')
  return data
}

async function get(source: EventSource, path: string): Promise<{ status: number; text: string }> {
  const [apiKey = ''] = await loadSourceSecrets(source)
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`, accept: 'application/json' }
  return fetchTextWithoutRedirects(`${source.api}/${path}`, { headers, timeoutMilliseconds }).catch(fault => {
    throw noAnswer(source, fault instanceof Problem ? fault.message : String(fault))
  })
}

function noAnswer({ account, mode, id }: EventSource, reason: string): Problem {
  log.error('The hosted service does not answer a question about a webhook.', { account, mode, source: id, reason })
  const message = 'The service that should confirm the request does not answer. Send the request again.'
  return new Problem('unavailable', { message, headers: { 'Retry-After': '30' } })
}
