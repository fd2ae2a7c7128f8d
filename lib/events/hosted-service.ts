/** Asks the hosted service whether it has sent a webhook. */

import { isObject } from '../core/json.ts'
import { log } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import { fetchReply } from '../crawler/index.ts'
import { type Delivery, findDelivery, rememberDelivery } from './deliveries.ts'
import type { EventSource } from './schemas.ts'
import { secretsOfSource } from './sources.ts'

/** This is short, because the service itself waits only some seconds for the reply to its webhook. */
const timeoutMilliseconds = 4000

/** The answer about a token is stored for an hour, because a token is valid for an hour. */
const rememberedSeconds = 3600

/** Asks the service only once about each token, because the service may confirm a token only once. */
export async function isSentByService(delivery: Delivery): Promise<boolean> {
  const known = await findDelivery(delivery)
  const row = known ?? (await askAndRemember(delivery))
  return !row.isForged && row.bodyHash === delivery.bodyHash
}

async function askAndRemember(delivery: Delivery) {
  const isConfirmed = await askService(delivery)
  return rememberDelivery(delivery, { isForged: !isConfirmed, seconds: rememberedSeconds })
}

/** Throws `unavailable` if the service does not answer, because the service then sends the webhook again. */
async function askService({ source, id: token }: Delivery): Promise<boolean> {
  const [apiKey = ''] = await secretsOfSource(source)
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`, accept: 'application/json' }
  const url = `${source.api}/requestvalidation/${encodeURIComponent(token)}`
  const { status, text } = await fetchReply(url, { headers, timeoutMilliseconds }).catch(fault => {
    throw noAnswer(source, fault instanceof Problem ? fault.message : String(fault))
  })
  if (status === 404) return false
  if (status !== 200) throw noAnswer(source, `It replied ${status}.`)
  return tokenIn(text) === token
}

function tokenIn(text: string): unknown {
  try {
    const reply: unknown = JSON.parse(text)
    return isObject(reply) ? reply.token : undefined
  } catch {
    return undefined
  }
}

function noAnswer({ account, mode, id }: EventSource, reason: string): Problem {
  log.error('The hosted service did not say whether a webhook is its own.', { account, mode, source: id, reason })
  const message = 'The service that should confirm the request gives no answer. Send the request again.'
  return new Problem('unavailable', { message, headers: { 'Retry-After': '30' } })
}
