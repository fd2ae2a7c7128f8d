/** Defines which changes are not logged. */

/**
 * These entities are internal, and most of their rows change all the time. Secrets are among them, because CloudTrail
 * already logs who encrypts or decrypts the secret of which store.
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

/** These fields change at every use of an object. A change of only these fields is not logged. */
export const usageFields = new Set(['lastUsedOn'])
