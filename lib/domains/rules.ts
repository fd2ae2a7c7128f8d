/** What becomes of a store's domains: the default one is never among the allowed, and those stand in the order they were added. */

import { type Faults, validationProblem } from '../core/problem.ts'
import { type Domain, mostAllowed } from './schemas.ts'

export interface Domains {
  defaultDomain?: Domain | undefined
  allowed: Domain[]
}

export const withDefault = (domains: Domains, wanted: Domain): Domains => ({
  defaultDomain: wanted,
  allowed: domains.allowed.filter(({ domain }) => domain !== wanted.domain),
})

/** A map keeps the place of what it holds already and takes the new protocol. */
export function withAllowed({ defaultDomain, allowed }: Domains, added: Domain[]): Domains {
  const byName = new Map([...allowed, ...added].map(entry => [entry.domain, entry]))
  if (defaultDomain) byName.delete(defaultDomain.domain)
  if (byName.size > mostAllowed)
    throw validationProblem({
      body: [`would make it ${byName.size} allowed domains; a store has at most ${mostAllowed}`],
    })
  return { defaultDomain, allowed: [...byName.values()] }
}

export function withoutAllowed({ defaultDomain, allowed }: Domains, removed: Domain[]): Domains {
  const names = new Set(allowed.map(({ domain }) => domain))
  const faults: Faults = {}
  for (const [index, { domain }] of removed.entries()) {
    if (!names.has(domain)) faults[`[${index}].domain`] = [`is not among the allowed domains: ${domain}`]
  }
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
  const gone = new Set(removed.map(({ domain }) => domain))
  return { defaultDomain, allowed: allowed.filter(({ domain }) => !gone.has(domain)) }
}
