/** Defines which changes are not logged. */

/** Entities that only the implementation uses, and whose rows change all the time. */
export const unloggedEntities = new Set([
  'account-counter',
  'event-delivery',
  'idempotency-key',
  'processed-event',
  'rate-limit',
  'stock-movement',
  'stored-reply',
  'subscription-order',
  'tally',
])

/** Fields that change whenever an object is used. A change of only these fields is not logged. */
export const unloggedFields = new Set(['lastUsedOn'])
