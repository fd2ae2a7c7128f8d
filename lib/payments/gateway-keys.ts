/** Chooses where the keys of payment gateways are stored: in Secrets Manager, or in files on one machine. */

import { env } from '../core/env.ts'
import type { Tenant } from '../core/tenant.ts'
import { keyFilesIn } from './key-files.ts'
import { keySecrets } from './key-secrets.ts'
import type { GatewayKeys, KeyStore } from './key-store.ts'

const keyStore = (): KeyStore => (env.gatewayKeysDirectory ? keyFilesIn(env.gatewayKeysDirectory) : keySecrets)

export const loadGatewayKeys = (tenant: Tenant): Promise<GatewayKeys | null> => keyStore().load(tenant)

export const saveGatewayKeys = (tenant: Tenant, keys: GatewayKeys): Promise<void> => keyStore().save(tenant, keys)

export const removeGatewayKeys = (tenant: Tenant): Promise<void> => keyStore().remove(tenant)
