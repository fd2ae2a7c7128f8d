/** Loads Stripe's SDK when it is needed, as it is large. */

/**
 * Nothing else here is imported dynamically: esbuild includes whole whatever a dynamic import reaches, which would be
 * the AWS SDK.
 */
export const loadStripe = async () => (await import('stripe')).default
