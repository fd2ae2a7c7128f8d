/**
 * Decides what an error means for an operation at a payment gateway. A table contains the meaning of each type of
 * error.
 */

import type Stripe from 'stripe'

export type FaultMeaning =
  /** The gateway has rejected the request, so the operation is dropped. */
  | 'refused'
  /**
   * The gateway did not accept the key, and did not carry out the request. If no other attempt can have succeeded, the
   * operation is dropped. Otherwise, the operation stays under way until the store has a valid key.
   */
  | 'key rejected'
  /**
   * Our code or the SDK has a fault that would occur again at each attempt. If the request was certainly not sent, the
   * operation is dropped as refused. Otherwise, the operation stays under way.
   */
  | 'local'
  /** The gateway may have carried out the request, or may still do so. The operation stays under way and is resumed. */
  | 'unknown'

/** Maps the `type` of an error of Stripe's SDK, or the `name` of another error, to the meaning. Default: `unknown`. */
const meanings: Record<string, FaultMeaning> = {
  /** The card issuer has declined the request. */
  StripeCardError: 'refused',
  /** The payment does not exist or is in the wrong state, or a parameter is invalid. */
  StripeInvalidRequestError: 'refused',
  /** The key was revoked or has expired. */
  StripeAuthenticationError: 'key rejected',
  /** The key is restricted, and lacks the permission for the request. */
  StripePermissionError: 'key rejected',
  /** Stripe failed after it had begun to process the request. */
  StripeAPIError: 'unknown',
  /** There was no connection, the connection was lost, or no answer came in time. */
  StripeConnectionError: 'unknown',
  StripeRateLimitError: 'unknown',
  /**
   * An earlier request with the same idempotency key is still under way, or had other parameters. The error may recur
   * for a day, until Stripe deletes the key.
   */
  StripeIdempotencyError: 'unknown',
  /** Errors of JavaScript are faults in our code or the SDK, such as a number that the database cannot store. */
  Error: 'local',
  TypeError: 'local',
  RangeError: 'local',
  ReferenceError: 'local',
  SyntaxError: 'local',
  URIError: 'local',
}

export function meaningOfFault(fault: unknown): FaultMeaning {
  const cause = firstCauseOf(fault)
  if (!(cause instanceof Error)) return 'unknown'
  const meaning = meanings[stripeTypeOf(cause) ?? cause.name] ?? 'unknown'
  return meaning === 'local' && wasSent(cause) ? 'unknown' : meaning
}

/**
 * Returns the innermost cause of an error, such as the database error that an error of ElectroDB wraps. An error of
 * Stripe's SDK is returned as it is, because its `type` is needed.
 */
function firstCauseOf(fault: unknown): unknown {
  const cause = fault instanceof Error && !stripeTypeOf(fault) ? fault.cause : undefined
  return cause === undefined ? fault : firstCauseOf(cause)
}

const stripeTypeOf = (error: object) => (error as Partial<Stripe.errors.StripeError>).type

/**
 * Returns whether the error comes from a request that may have been sent. Errors of connections have a `code`, and
 * errors of the AWS SDK have `$metadata`.
 */
const wasSent = (error: Error) => 'code' in error || '$metadata' in error

/** Returns true if Stripe did not find an object. The object may belong to another Stripe account than the key. */
export function isMissingInStripe(fault: unknown): boolean {
  const { statusCode, code } = fault as Partial<Stripe.errors.StripeError>
  return meaningOfFault(fault) === 'refused' && (statusCode === 404 || code === 'resource_missing')
}

/**
 * Returns words to add to a message about a rejected key. They are empty unless the key lacks a permission, and contain
 * only its name, because Stripe's message also contains a part of the key.
 */
export function missingPermissionIn(fault: unknown): string {
  const [permission] = /\brak_\w+/.exec((fault as Partial<Error>).message ?? '') ?? []
  const { type } = fault as Partial<Stripe.errors.StripeError>
  if (type !== 'StripePermissionError') return ''
  return permission ? ` for lack of the permission ${permission}` : ' for lack of a permission'
}
