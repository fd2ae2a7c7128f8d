/** Stores the keys of payment gateways, one set for each account and mode. */

import { env } from '../core/env.ts'
import type { Tenant } from '../core/tenant.ts'
import { openSecretStore } from '../store/secrets.ts'

export interface GatewayKeys {
  apiKey: string
  /** The signing secret of the gateway's webhook endpoint, or null if no secret is stored yet. */
  webhookSecret: string | null
  /**
   * The id of the Stripe account of the key. It is null if the id could not be read, and absent if the key was stored
   * before this field existed.
   */
  stripeAccount?: string | null
}

const secrets = () =>
  openSecretStore<GatewayKeys>({
    kind: 'gateways',
    directory: env.gatewayKeysDirectory,
    nameOf: ({ account, mode }) => `${account}/${mode}`,
  })

const secretOf = ({ account, mode }: Tenant) => ({ account, mode, id: 'stripe' })

export const loadGatewayKeys = (tenant: Tenant): Promise<GatewayKeys | null> => secrets().load(secretOf(tenant))

export const saveGatewayKeys = (tenant: Tenant, keys: GatewayKeys): Promise<void> =>
  secrets().save(secretOf(tenant), keys)

export const removeGatewayKeys = (tenant: Tenant): Promise<void> => secrets().remove(secretOf(tenant))

/**
 * Moves the keys from Secrets Manager, where earlier releases stored them, to the table. Returns whether keys were
 * moved.
 */
export const moveKeysToTable = (tenant: Tenant): Promise<boolean> => secrets().move(secretOf(tenant))
