/** What an error that a gateway's adapter throws means for the operation: the one table of all such errors. */

import type Stripe from 'stripe'

export type FaultMeaning =
  /** The gateway has answered that it will not do this: the operation is dropped. */
  | 'refused'
  /**
   * The gateway does not accept the key, and has not read the request. The operation is dropped if this was the only
   * request; otherwise it stays under way until there is another key.
   */
  | 'key rejected'
  /**
   * A fault of our own code or of the SDK, which would come again each time. The operation is dropped as refused if it
   * is certain that nothing was asked; otherwise it stays under way.
   */
  | 'local'
  /** The gateway may have done it, or may still do it: the operation stays under way and is resumed. */
  | 'unknown'

/** By the `type` of an error of Stripe's SDK, or by the name of another error. Errors that are not here are unknown. */
const meanings: Record<string, FaultMeaning> = {
  /** The card issuer declines it. */
  StripeCardError: 'refused',
  /** The payment does not exist, is in the wrong state, or a parameter is invalid. */
  StripeInvalidRequestError: 'refused',
  /** The key was revoked or has expired. */
  StripeAuthenticationError: 'key rejected',
  /** A restricted key without this permission. */
  StripePermissionError: 'key rejected',
  /** Stripe has failed after it began. */
  StripeAPIError: 'unknown',
  /** No connection, a lost one, or no answer in time. */
  StripeConnectionError: 'unknown',
  StripeRateLimitError: 'unknown',
  /** An earlier request with the same key is still under way, or had other parameters. Stripe forgets it after a day. */
  StripeIdempotencyError: 'unknown',
  /** An error of JavaScript, such as that of a number that the database cannot store. */
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

/** ElectroDB wraps the errors of the database; an error of Stripe's SDK is what it says, whatever its cause. */
function firstCauseOf(fault: unknown): unknown {
  const cause = fault instanceof Error && !stripeTypeOf(fault) ? fault.cause : undefined
  return cause === undefined ? fault : firstCauseOf(cause)
}

const stripeTypeOf = (error: object) => (error as Partial<Stripe.errors.StripeError>).type

/** Errors of connections have a code, and those of a request of AWS's SDK have its metadata. */
const wasSent = (error: Error) => 'code' in error || '$metadata' in error

/** Whether Stripe does not find the payment or the subscription: with the key of another account it finds none. */
export function isMissing(fault: unknown): boolean {
  const { statusCode, code } = fault as Partial<Stripe.errors.StripeError>
  return meaningOf(fault) === 'refused' && (statusCode === 404 || code === 'resource_missing')
}
