/**
 * Sends requests to Stripe until a common timeout. Records whether a request may have reached Stripe, or may have
 * changed anything there.
 */

import type Stripe from 'stripe'
import { now } from '../core/clock.ts'
import { millisecondsLeft } from '../core/deadline.ts'
import { env } from '../core/env.ts'

/**
 * Stripe's SDK is large, so it is loaded only when it is used. Our own files are never imported dynamically, because
 * esbuild would then bundle everything that they import.
 */
export const loadStripeSdk = async () => (await import('stripe')).default

/** The fixed version of Stripe's API. Otherwise, an update of the SDK would also change the version. */
const apiVersion = '2026-10-28.endive'

/** The SDK repeats requests after lost connections, conflicts and internal errors, with the same idempotency key. */
const maxNetworkRetries = 2

/** These errors mean that there was no connection, so no request was sent. */
const connectionFaults = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

function isConnectionFault(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && connectionFaults.has(String(cause.code))
}

export class TrackedStripeCall {
  mayHaveReachedStripe = false
  /**
   * True if a request other than a GET was sent, and Stripe did not reject it. Stripe may then have changed something.
   */
  mayHaveActed = false
  private readonly milliseconds = Math.max(Math.min(env.gatewayTimeout, millisecondsLeft()), 0)
  private readonly endsAt = now().getTime() + this.milliseconds
  private readonly signal = AbortSignal.timeout(this.milliseconds)
  private readonly apiKey: string

  constructor(apiKey: string) {
    this.apiKey = apiKey
  }

  /** Runs `work`. Throws when the time has run out, even if the SDK is waiting to repeat a request. */
  run<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    this.signal.addEventListener('abort', () => reject(this.signal.reason))
    return Promise.race([this.connect().then(work), timeout])
  }

  private async connect(): Promise<Stripe> {
    const Stripe = await loadStripeSdk()
    return new Stripe(this.apiKey, {
      ...addressOf(env.stripeUrl),
      apiVersion,
      maxNetworkRetries,
      timeout: env.gatewayTimeout,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient(this.fetchInTime),
    })
  }

  /** Checks the time before each request, because the timeout of `signal` may fire late if the Lambda was frozen. */
  private readonly fetchInTime: typeof fetch = async (url, init = {}) => {
    if (now().getTime() >= this.endsAt) throw new Error('There is no time left for another request to Stripe.')
    const signals = init.signal ? [init.signal, this.signal] : [this.signal]
    const { mayHaveReachedStripe, mayHaveActed } = this
    this.mayHaveReachedStripe = true
    if (init.method !== 'GET') this.mayHaveActed = true
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
      if (response.status >= 400 && response.status < 500) this.mayHaveActed = mayHaveActed
      return response
    } catch (error) {
      if (isConnectionFault(error)) Object.assign(this, { mayHaveReachedStripe, mayHaveActed })
      throw error
    }
  }
}

/** Returns the address as options of the SDK. If no address is configured, the SDK uses Stripe's own address. */
function addressOf(address: string | undefined) {
  if (!address) return {}
  const { protocol, hostname, port } = new URL(address)
  return { protocol: protocol === 'http:' ? ('http' as const) : ('https' as const), host: hostname, port }
}
