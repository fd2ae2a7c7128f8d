/** Defines which changes are not logged. */

/**
 * Entities that only the implementation uses, and whose rows change all the time. CloudTrail logs who encrypts and
 * decrypts a secret, and of which store, so the audit log does not need changes of secrets.
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
