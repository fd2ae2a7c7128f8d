/** Stores which webhooks were received, so that a webhook is not accepted a second time with another body. */

import { hash } from 'node:crypto'
import { epochSeconds } from '../core/clock.ts'
import { shardOf } from '../store/attributes.ts'
import { tryWrite } from '../store/conditional-write.ts'
import type { EventSource } from './entity.ts'
import { ReceivedWebhookRow } from './entity.ts'

export interface ReceivedWebhook {
  source: EventSource
  /** The id or the token by which the sender identifies the webhook. */
  id: string
  bodyHash: string
}

interface StoredFields {
  isForged: boolean
  seconds: number
}

function keyOf({ source: { account, mode, id: source }, id }: ReceivedWebhook) {
  const deliveryHash = hash('sha256', `${source} ${id}`)
  return { account, mode, deliveryHash, shard: shardOf(deliveryHash) }
}

export async function findReceivedWebhook(webhook: ReceivedWebhook): Promise<ReceivedWebhookRow | null> {
  const { data } = await ReceivedWebhookRow.get(keyOf(webhook)).go({ consistent: true })
  return data && data.expiresAt > epochSeconds() ? data : null
}

/**
 * Stores the webhook and returns its row. If another request has already stored the webhook, the existing row is kept
 * and returned. But a confirmed webhook replaces an unconfirmed webhook with the same body. Otherwise, a genuine
 * webhook could be lost, because the hosted service may confirm only one of two concurrent requests.
 */
export async function storeReceivedWebhook(
  webhook: ReceivedWebhook,
  { isForged, seconds }: StoredFields,
): Promise<ReceivedWebhookRow> {
  const row = { ...keyOf(webhook), bodyHash: webhook.bodyHash, isForged, expiresAt: epochSeconds() + seconds }
  const isStored = await tryWrite(() =>
    ReceivedWebhookRow.put(row)
      .where(({ bodyHash, isForged: wasForged, expiresAt }, { eq, notExists, lte }) => {
        const isNew = `${notExists(expiresAt)} OR ${lte(expiresAt, epochSeconds())}`
        return isForged ? isNew : `${isNew} OR (${eq(wasForged, true)} AND ${eq(bodyHash, webhook.bodyHash)})`
      })
      .go(),
  )
  return (isStored ? null : await findReceivedWebhook(webhook)) ?? row
}
