/** Decides what an error of a gateway's adapter means for the operation, in one table of all such errors. */

import type Stripe from 'stripe'

export type FaultMeaning =
  /** The gateway has answered that it will not do this, so the operation is dropped. */
  | 'refused'
  /**
   * The gateway does not accept the key, and has not read the request. The operation is dropped if this was the only
   * request; otherwise it stays under way until there is another key.
   */
  | 'key rejected'
  /**
   * Our own code or the SDK has a fault, which would occur again each time. The operation is dropped as refused if it
   * is certain that nothing was requested; otherwise it stays under way.
   */
  | 'local'
  /** The gateway may have done it, or may still do it, so the operation stays under way and is resumed. */
  | 'unknown'

/**
 * The keys are the `type` of an error of Stripe's SDK, or the name of any other error. An error that is not in the
 * table is unknown.
 */
const meanings: Record<string, FaultMeaning> = {
  /** The card issuer has declined the request. */
  StripeCardError: 'refused',
  /** The payment does not exist, is in the wrong state, or a parameter is invalid. */
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
  /** JavaScript itself throws these errors, for example for a number that the database cannot store. */
  Error: 'local',
  TypeError: 'local',
  RangeError: 'local',
  ReferenceError: 'local',
  SyntaxError: 'local',
  URIError: 'local',
}

export function meaningOf(fault: unknown): FaultMeaning {
  const cause = firstCauseOf(fault)
  if (!(cause instanceof Error)) return 'unknown'
  const meaning = meanings[stripeTypeOf(cause) ?? cause.name] ?? 'unknown'
  return meaning === 'local' && wasSent(cause) ? 'unknown' : meaning
}

/**
 * The cause is looked for in errors of ElectroDB, which wrap those of the database. An error of Stripe's SDK is taken
 * as it is.
 */
function firstCauseOf(fault: unknown): unknown {
  const cause = fault instanceof Error && !stripeTypeOf(fault) ? fault.cause : undefined
  return cause === undefined ? fault : firstCauseOf(cause)
}

const stripeTypeOf = (error: object) => (error as Partial<Stripe.errors.StripeError>).type

/** Errors of connections have a code, and errors of the AWS SDK have metadata if their request was sent. */
const wasSent = (error: Error) => 'code' in error || '$metadata' in error

/**
 * Returns whether Stripe does not find the payment or the subscription. A key of another account in Stripe finds none
 * of them.
 */
export function isMissing(fault: unknown): boolean {
  const { statusCode, code } = fault as Partial<Stripe.errors.StripeError>
  return meaningOf(fault) === 'refused' && (statusCode === 404 || code === 'resource_missing')
}
