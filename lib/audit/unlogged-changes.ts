/** Defines which changes are not logged. */

import type { VersionedRow } from '../store/stored-object.ts'

/**
 * Changes of these entities are not logged. Most of the entities are internal, and their rows change all the time. For
 * secrets, CloudTrail already logs each encryption and decryption.
 */
export const unloggedEntities = new Set([
  'account-counter',
  'event-delivery',
  'idempotency-key',
  'lists-version',
  'mail-relay',
  'processed-event',
  'rate-limit',
  'search-word',
  'secret',
  'stock-movement',
  'stored-reply',
  'subscription-order',
  'tally',
])

/** These fields record when an object was last used. A change of only these fields is not logged. */
export const usageFields = new Set(['lastUsedOn'])

/** `save` marks a row with this field until all list entries of the row are written. */
export const unfinishedField: keyof VersionedRow = 'unfinished'
