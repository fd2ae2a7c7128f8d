/** Which changes are logged. */

/** Rows that only serve the implementation and change all the time. */
export const unloggedEntities = new Set([
  'account-counter',
  'idempotency-key',
  'processed-event',
  'rate-limit',
  'stock-movement',
  'stored-reply',
  'subscription-order',
  'tally',
])

/** Fields that change while an object is used. */
export const unloggedFields = new Set(['lastUsedOn'])
