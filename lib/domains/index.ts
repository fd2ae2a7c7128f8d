/** A store's domains: the default one, and the others on which its checkout may run. */

import { isDeepStrictEqual } from 'node:util'
import { requireMatch } from '../core/etag.ts'
import { project } from '../core/fields.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { conditionalWrite, retryOnConflict } from '../store/conflict.ts'
import { DomainsRow } from './entity.ts'
import { type Domains, withAllowed, withDefault, withoutAllowed } from './rules.ts'
import { Domain } from './schemas.ts'

export async function get(tenant: Tenant): Promise<Domain> {
  const defaultDomain = await find(tenant)
  if (!defaultDomain)
    throw new Problem('not_found', { message: 'This store has no default domain yet: PUT sets it.' })
  return defaultDomain
}

/** The default domain, null before there is one. */
export async function find(tenant: Tenant): Promise<Domain | null> {
  const { defaultDomain } = await read(tenant)
  return defaultDomain ?? null
}

interface Change {
  wanted: Domain
  ifMatch?: string | undefined
}

export async function update(tenant: Tenant, { wanted, ifMatch }: Change): Promise<Domain> {
  await change(tenant, before => {
    requireMatch(ifMatch, before.defaultDomain ?? null)
    return withDefault(before, wanted)
  })
  return wanted
}

export async function list(tenant: Tenant): Promise<Domain[]> {
  const { allowed } = await read(tenant)
  return allowed
}

export async function allow(tenant: Tenant, added: Domain[]): Promise<Domain[]> {
  const { allowed } = await change(tenant, before => withAllowed(before, added))
  return allowed
}

export async function disallow(tenant: Tenant, removed: Domain[]): Promise<Domain[]> {
  const { allowed } = await change(tenant, before => withoutAllowed(before, removed))
  return allowed
}

/** A store that never set any has no row. */
async function read(tenant: Tenant): Promise<Domains & { version: number }> {
  const { data } = await DomainsRow.get(tenant).go({ consistent: true })
  const { version = 0, defaultDomain, allowed = [] } = data ?? {}
  return { version, defaultDomain: defaultDomain && present(defaultDomain), allowed: allowed.map(present) }
}

/** What changes nothing is not written, so that calls that say the same do not stand in each other's way. */
function change(tenant: Tenant, rule: (before: Domains) => Domains): Promise<Domains> {
  return retryOnConflict(async () => {
    const { version: seen, ...before } = await read(tenant)
    const after = rule(before)
    if (isDeepStrictEqual(after, before)) return after
    await conditionalWrite(() =>
      DomainsRow.put({ ...tenant, ...after, version: seen + 1 })
        .where(({ version }, { eq, notExists }) => (seen ? eq(version, seen) : notExists(version)))
        .go(),
    )
    return after
  })
}

const present = (stored: object) => project(Domain, stored)
