/** Decides what an error means for the operation at the gateway. One table contains all known errors. */

import type Stripe from 'stripe'

export type FaultMeaning =
  /** The gateway has rejected the request, so the operation is dropped. */
  | 'refused'
  /**
   * The gateway did not accept the key, so it has not carried out this request. If no other request was sent, the
   * operation is dropped. Otherwise it stays under way until the store has a valid key.
   */
  | 'key rejected'
  /**
   * Our own code or the SDK has a fault, which would occur again each time. If it is certain that nothing was
   * requested, the operation is dropped as refused. Otherwise it stays under way.
   */
  | 'local'
  /** The gateway may have carried out the request, or may still do so. The operation stays under way and is resumed. */
  | 'unknown'

/**
 * The keys are the `type` of an error of Stripe's SDK, or the name of any other error. An error that is not in the
 * table is unknown.
 */
const meanings: Record<string, FaultMeaning> = {
  /** The card issuer has declined the request. */
  StripeCardError: 'refused',
  /** The payment does not exist or is in the wrong state, or a parameter is invalid. */
  StripeInvalidRequestError: 'refused',
  /** The key was revoked or has expired. */
  StripeAuthenticationError: 'key rejected',
  /** The key is restricted and does not have this permission. */
  StripePermissionError: 'key rejected',
  /** Stripe failed after it had begun to process the request. */
  StripeAPIError: 'unknown',
  /** There was no connection, the connection was lost, or no answer came in time. */
  StripeConnectionError: 'unknown',
  StripeRateLimitError: 'unknown',
  /**
   * An earlier request with the same idempotency key is still under way, or had other parameters. Stripe deletes the
   * key after a day.
   */
  StripeIdempotencyError: 'unknown',
  /** These errors are faults in our code or the SDK, for example a number that the database cannot store. */
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

/** Returns the root cause, because ElectroDB wraps errors of the database. Errors of Stripe's SDK are not unwrapped. */
function firstCauseOf(fault: unknown): unknown {
  const cause = fault instanceof Error && !stripeTypeOf(fault) ? fault.cause : undefined
  return cause === undefined ? fault : firstCauseOf(cause)
}

const stripeTypeOf = (error: object) => (error as Partial<Stripe.errors.StripeError>).type

/**
 * Returns whether the error comes from sending a request, so that the request may have arrived. Such an error has a
 * `code`, because the connection failed, or `$metadata`, which the AWS SDK adds. A fault in our code has neither.
 */
const wasSent = (error: Error) => 'code' in error || '$metadata' in error

/**
 * Returns whether Stripe did not find the payment or the subscription. This also happens if the key belongs to another
 * Stripe account.
 */
export function isMissingInStripe(fault: unknown): boolean {
  const { statusCode, code } = fault as Partial<Stripe.errors.StripeError>
  return meaningOfFault(fault) === 'refused' && (statusCode === 404 || code === 'resource_missing')
}
