/** Connects to the payment gateway that a store uses now, or to the gateway of an operation. */

import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import { Problem } from '../core/problem.ts'
import type { Mode, Tenant } from '../core/tenant.ts'
import { type Gateway, type GatewayIdentity, type StripeIdentity, type Unavailable, unavailable } from './gateway.ts'
import { loadGatewayKeys } from './gateway-keys.ts'
import { type Operation, readOperations, recordGatewayOfOperation } from './operations.ts'
import { sandbox } from './sandbox.ts'
import { connectStripe, type StripeOptions, stripeIdentityOf } from './stripe.ts'

const connectPresent = async ({ account, mode }: Tenant, options?: StripeOptions): Promise<Gateway | null> =>
  connectGateway(await accounts.get(account), mode, options)

export async function requireGateway(tenant: Tenant): Promise<Gateway> {
  const gateway = await connectPresent(tenant)
  if (!gateway) throw new Problem('gateway_not_connected')
  return gateway
}

/** Returns null if the store has no gateway in this mode, or if the key of its gateway is missing. */
export async function connectGateway(store: Account, mode: Mode, options?: StripeOptions): Promise<Gateway | null> {
  switch (accounts.gatewayOf(store, mode)) {
    case 'sandbox':
      return sandbox
    case 'stripe': {
      const keys = await loadGatewayKeys({ account: store.account, mode })
      return keys && connectStripe(keys, options)
    }
    case 'none':
      return null
  }
}

/**
 * Connects to the gateway of an operation. An operation stays at its gateway, even if the store has another gateway
 * now.
 */
export async function connectGatewayOfOperation({ gateway, request }: Operation): Promise<Gateway | Unavailable> {
  switch (gateway?.kind) {
    case 'sandbox':
      return sandbox
    case 'stripe':
      return reconnectStripe(gateway, request.tenant)
    default: {
      /** Rows that an earlier release has written contain no gateway, so the present gateway of the store is tried. */
      const gateway = await connectPresent(request.tenant, { mayBeOther: true })
      return gateway ?? unavailable('The store has no gateway in this mode.')
    }
  }
}

async function reconnectStripe(reserved: StripeIdentity, tenant: Tenant): Promise<Gateway | Unavailable> {
  const keys = await loadGatewayKeys(tenant)
  if (!keys) return unavailable('The store has no key of Stripe any more.')
  const isSame = isSameAccount(reserved, stripeIdentityOf(keys))
  if (isSame === false)
    return unavailable(`The key of the store is of ${keys.stripeAccount}, not of ${reserved.stripeAccount}.`)
  return connectStripe(keys, { mayBeOther: isSame === null })
}

/**
 * Returns whether both identities certainly belong to the same gateway. Returns false if two keys differ and the Stripe
 * account of one of these keys is unknown.
 */
export const isSameGateway = (one: GatewayIdentity | undefined, other: GatewayIdentity): boolean =>
  one?.kind === 'stripe' && other.kind === 'stripe' ? isSameAccount(one, other) === true : one?.kind === other.kind

/**
 * Returns whether both keys belong to the same Stripe account. Returns null if the keys differ and the account of one
 * of them is unknown. A key may lack the permission to read its account.
 */
function isSameAccount(one: StripeIdentity, other: StripeIdentity): boolean | null {
  if (one.keyHash === other.keyHash) return true
  if (!one.stripeAccount || !other.stripeAccount) return null
  return one.stripeAccount === other.stripeAccount
}

/**
 * Records the present gateway in all operations that have no recorded gateway, because these operations belong to the
 * present gateway. Call this before the store's gateway or key changes.
 */
export async function recordGatewaysOfOperations(tenant: Tenant): Promise<void> {
  const present = await connectPresent(tenant)
  if (!present) return
  for (const operation of await readOperations(tenant))
    if (!operation.gateway) await recordGatewayOfOperation(operation, present.identity)
}

/**
 * Returns the operations that are not certainly at the store's present gateway. An operation without a recorded gateway
 * belongs to the present gateway.
 */
export async function findOperationsAtOtherGateways(tenant: Tenant): Promise<Operation[]> {
  const present = await connectPresent(tenant)
  const operations = await readOperations(tenant)
  return operations.filter(({ gateway }) => gateway && !(present && isSameGateway(gateway, present.identity)))
}
