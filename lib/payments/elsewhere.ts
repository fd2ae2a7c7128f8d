/** Finds operations under way at another gateway than the one that a store uses now. */

import * as accounts from '../accounts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import { connectGateway, isSameGateway } from './connect.ts'
import type { GatewayIdentity } from './gateway.ts'
import { type Operation, operationsOf, recordGateway } from './operations.ts'

async function presentGateway({ account, mode }: Tenant): Promise<GatewayIdentity | null> {
  const gateway = await connectGateway(await accounts.get(account), mode)
  return gateway?.identity ?? null
}

/** Must run before the setting or the key changes, since operations of earlier versions have no gateway recorded. */
export async function recordGateways(tenant: Tenant): Promise<void> {
  const present = await presentGateway(tenant)
  if (!present) return
  for (const operation of await operationsOf(tenant)) if (!operation.gateway) await recordGateway(operation, present)
}

/** An operation without a recorded gateway is at the present one. */
export async function operationsElsewhere(tenant: Tenant): Promise<Operation[]> {
  const present = await presentGateway(tenant)
  const operations = await operationsOf(tenant)
  return operations.filter(({ gateway }) => gateway && !(present && isSameGateway(gateway, present)))
}
