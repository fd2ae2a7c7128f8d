/** Changes to a store's domains; the default domain is never among the allowed ones, which keep the order they were added in. */

import { type FieldErrors, validationProblem } from '../core/problem.ts'

export const protocols = ['HTTP', 'HTTPS'] as const

/** Keeps all domains of a store in one small row. */
export const maxAllowed = 100

interface Domain {
  domain: string
  protocol: (typeof protocols)[number]
}

export interface Domains {
  defaultDomain?: Domain | undefined
  allowed: Domain[]
}

export const setDefault = ({ allowed }: Domains, defaultDomain: Domain): Domains => ({
  defaultDomain,
  allowed: allowed.filter(({ domain }) => domain !== defaultDomain.domain),
})

/** A domain that is already allowed keeps its place in the list and takes the new protocol. */
export function addAllowed({ defaultDomain, allowed }: Domains, added: Domain[]): Domains {
  const byName = new Map([...allowed, ...added].map(entry => [entry.domain, entry]))
  if (defaultDomain) byName.delete(defaultDomain.domain)
  if (byName.size > maxAllowed)
    throw validationProblem({
      body: [`would make it ${byName.size} allowed domains; a store has at most ${maxAllowed}`],
    })
  return { defaultDomain, allowed: [...byName.values()] }
}

export function removeAllowed({ defaultDomain, allowed }: Domains, removed: Domain[]): Domains {
  const allowedNames = new Set(allowed.map(({ domain }) => domain))
  const faults: FieldErrors = {}
  for (const [index, { domain }] of removed.entries()) {
    if (!allowedNames.has(domain))
      faults[`[${index}].domain`] = [`is not among the allowed domains: ${domain}`]
  }
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
  const removedNames = new Set(removed.map(({ domain }) => domain))
  return { defaultDomain, allowed: allowed.filter(({ domain }) => !removedNames.has(domain)) }
}
