/** The keys of payment gateways: in Secrets Manager, or in files on one machine. */

import { env } from '../core/env.ts'
import type { Tenant } from '../core/tenant.ts'
import type { GatewayKeys, KeyStore } from './key-store.ts'

/** Loaded when it is needed: most stores have no keys. */
async function openKeyStore(): Promise<KeyStore> {
  const directory = env.gatewayKeysDirectory
  if (directory) return (await import('./key-files.ts')).keyFilesIn(directory)
  return (await import('./key-secrets.ts')).keySecrets
}

export const loadGatewayKeys = async (tenant: Tenant): Promise<GatewayKeys | null> =>
  (await openKeyStore()).load(tenant)

export const saveGatewayKeys = async (tenant: Tenant, keys: GatewayKeys): Promise<void> =>
  (await openKeyStore()).save(tenant, keys)
