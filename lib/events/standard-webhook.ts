/** Checks the signature of a Standard Webhook: https://www.standardwebhooks.com. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { epochSeconds } from '../core/clock.ts'
import type { RawRequest } from '../core/http-messages.ts'

/** The sender's clock and ours may differ by this much in either direction. */
const toleranceSeconds = 300

const secretPrefix = 'whsec_'

const signatureOf = (signed: Buffer, secret: string) =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(signed)
    .digest()

/**
 * Returns the id of the webhook, or null if no signature is valid, or if the webhook was not sent within the tolerance.
 * One valid signature is enough, because a sender that changes its secret signs with the old secret and with the new
 * secret.
 */
export function webhookIdIfSigned({ headers, body }: RawRequest, secrets: readonly string[]): string | null {
  const { 'webhook-id': id = '', 'webhook-timestamp': sentAt = '', 'webhook-signature': signatures = '' } = headers
  const isRecent = /^\d{1,12}$/.test(sentAt) && Math.abs(epochSeconds() - Number(sentAt)) <= toleranceSeconds
  if (id === '' || !isRecent) return null
  const signed = Buffer.concat([Buffer.from(`${id}.${sentAt}.`), body])
  const expected = secrets.map(secret => signatureOf(signed, secret))
  const isSigned = signaturesIn(signatures).some(signature => expected.some(one => isEqual(one, signature)))
  return isSigned ? id : null
}

/** Returns the signatures of version `v1`. Signatures of other versions are ignored. */
const signaturesIn = (header: string) =>
  header
    .split(' ')
    .filter(part => part.startsWith('v1,'))
    .map(part => Buffer.from(part.slice(3), 'base64'))

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
