/** Returns the account to which the caller's API key belongs. */

import { get as getAccount } from '../accounts/index.ts'
import type { KeyScope } from '../core/key-scopes.ts'
import type { Tenant } from '../core/tenant.ts'
import type { OwnAccount } from './schemas.ts'

export async function get({ account, mode }: Tenant, scope: KeyScope): Promise<OwnAccount> {
  const { name, currency, language, timeZone, features } = await getAccount(account)
  return { account, name, currency, language, timeZone, features, mode, scope }
}
