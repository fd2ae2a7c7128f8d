/** Loads Stripe's SDK only when it is used, as it is large. */

/**
 * esbuild includes everything that a dynamic import reaches. Only the SDK is imported dynamically, since our own files
 * would bring the AWS SDK with them.
 */
export const loadStripe = async () => (await import('stripe')).default
