/** Reads and changes a store's domains: the default domain, and the other domains that may use its checkout. */

import { isDeepStrictEqual } from 'node:util'
import { requireMatch } from '../core/etag.ts'
import { Problem } from '../core/problem.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import type { Tenant } from '../core/tenant.ts'
import type { ChangeResult } from '../store/change.ts'
import { conditionalWrite, retryOnConflict } from '../store/conditional-write.ts'
import { DomainsRow } from './entity.ts'
import { addAllowed, allowedWithoutDefault, type Domains, removeAllowed, setDefault } from './rules.ts'
import { Domain } from './schemas.ts'

export { allowedWithoutDefault } from './rules.ts'

export async function get(tenant: Tenant): Promise<Domain> {
  const defaultDomain = await findDefault(tenant)
  if (!defaultDomain)
    throw new Problem('not_found', {
      message: 'This store has no default domain yet. Set it with `PUT /settings/domain`.',
    })
  return defaultDomain
}

export async function findDefault(tenant: Tenant): Promise<Domain | null> {
  const { defaultDomain } = await read(tenant)
  return defaultDomain ?? null
}

interface Update {
  defaultDomain: Domain
  ifMatch?: string | undefined
}

export async function update(tenant: Tenant, { defaultDomain, ifMatch }: Update): Promise<Domain> {
  await change(tenant, before => {
    requireMatch(ifMatch, before.defaultDomain ?? null)
    return setDefault(before, defaultDomain)
  })
  return defaultDomain
}

export async function list(tenant: Tenant): Promise<Domain[]> {
  return allowedWithoutDefault(await read(tenant))
}

export async function allow(tenant: Tenant, added: Domain[]): Promise<Domain[]> {
  return allowedWithoutDefault(await change(tenant, before => addAllowed(before, added)))
}

export async function disallow(tenant: Tenant, removed: Domain[]): Promise<Domain[]> {
  return allowedWithoutDefault(await change(tenant, before => removeAllowed(before, removed)))
}

/**
 * Domains that were changed in this API are not replaced, because no modification date shows whether the imported
 * domains are newer.
 */
export const importDomains = (tenant: Tenant, imported: Domains): Promise<ChangeResult> =>
  retryOnConflict(async () => {
    const { asImported, ...before } = await read(tenant)
    if (before.version > 0 && !asImported) return 'unchanged'
    return save(tenant, { ...imported, asImported: true }, { ...before, asImported: true })
  })

interface StoredDomains extends Domains {
  version: number
  asImported?: boolean | undefined
}

/** Reads the domains of a store. The version is 0 if no domain was ever set. */
async function read(tenant: Tenant): Promise<StoredDomains> {
  const { data } = await DomainsRow.get(tenant).go({ consistent: true })
  const { version = 0, defaultDomain, allowed = [], asImported } = data ?? {}
  return { version, defaultDomain: defaultDomain && present(defaultDomain), allowed: allowed.map(present), asImported }
}

function change(tenant: Tenant, update: (before: Domains) => Domains): Promise<Domains> {
  return retryOnConflict(async () => {
    const { version, asImported: _, ...before } = await read(tenant)
    const after = update(before)
    await save(tenant, after, { ...before, version })
    return after
  })
}

/** Writes only if something changes, so that each of several identical concurrent requests conflicts at most once. */
async function save(
  tenant: Tenant,
  after: Omit<StoredDomains, 'version'>,
  { version: versionBefore, ...before }: StoredDomains,
): Promise<ChangeResult> {
  if (isDeepStrictEqual(after, before)) return 'unchanged'
  await conditionalWrite(() =>
    DomainsRow.put({ ...tenant, ...after, version: versionBefore + 1 })
      .where(({ version }, { eq, notExists }) => (versionBefore ? eq(version, versionBefore) : notExists(version)))
      .go(),
  )
  return versionBefore > 0 ? 'updated' : 'created'
}

const present = (stored: object) => projectWithDefaults(Domain, stored)
