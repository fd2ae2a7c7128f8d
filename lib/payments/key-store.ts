/** Defines the keys of a payment gateway, one set for each account and mode, and the store that keeps them. */

import type { Tenant } from '../core/tenant.ts'

export interface GatewayKeys {
  apiKey: string
  /** The secret of the gateway's webhook endpoint; null until the endpoint exists. */
  webhookSecret: string | null
  /**
   * The account in Stripe that the key belongs to; null if the key may not read it, absent in keys of earlier versions.
   */
  stripeAccount?: string | null
}

export interface KeyStore {
  load: (tenant: Tenant) => Promise<GatewayKeys | null>
  save: (tenant: Tenant, keys: GatewayKeys) => Promise<void>
  /** Removing keys that do not exist has no effect. */
  remove: (tenant: Tenant) => Promise<void>
}
