/** Defines which changes are not logged. */

/** Entities that only the implementation uses, and whose rows change all the time. */
export const unloggedEntities = new Set([
  'account-counter',
  'event-delivery',
  'idempotency-key',
  'lists-version',
  'processed-event',
  'rate-limit',
  'search-word',
  'stock-movement',
  'stored-reply',
  'subscription-order',
  'tally',
])

/** These fields change at every use of an object. A change of only these fields is not logged. */
export const usageFields = new Set(['lastUsedOn'])
