/** Defines which changes are not logged. */

/**
 * Changes of these entities are not logged, because the entities are internal and most of their rows change all the
 * time. Changes of secrets are not logged, because CloudTrail already logs each encryption and decryption of a secret.
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
