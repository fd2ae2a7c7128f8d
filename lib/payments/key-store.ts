/** The keys of a payment gateway, and what stores them: one set for each account and mode. */

import type { Tenant } from '../core/tenant.ts'

export interface GatewayKeys {
  apiKey: string
  /** Of the gateway's webhook endpoint; null until there is one. */
  webhookSecret: string | null
  /** The account in Stripe that the key is of; null if the key may not read it, and absent in keys of earlier versions. */
  stripeAccount?: string | null
}

export interface KeyStore {
  load: (tenant: Tenant) => Promise<GatewayKeys | null>
  save: (tenant: Tenant, keys: GatewayKeys) => Promise<void>
  /** May be repeated. */
  remove: (tenant: Tenant) => Promise<void>
}
