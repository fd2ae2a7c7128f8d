/** Changes the domains of a store. The allowed domains keep the order in which they were added. */

import { type FieldErrors, validationProblem } from '../core/problem.ts'
import { type Domain, maxAllowed } from './schemas.ts'

export interface Domains {
  defaultDomain?: Domain | undefined
  /** If the default domain is in this list, it stays allowed when another domain becomes the default. */
  allowed: Domain[]
}

export const allowedWithoutDefault = ({ defaultDomain, allowed }: Domains): Domain[] =>
  allowed.filter(({ domain }) => domain !== defaultDomain?.domain)

export const setDefault = ({ allowed }: Domains, defaultDomain: Domain): Domains => ({ defaultDomain, allowed })

/** Adds allowed domains. A domain that is already allowed keeps its place in the list, but gets the new protocol. */
export function addAllowed({ defaultDomain, allowed }: Domains, added: Domain[]): Domains {
  const others = allowedWithoutDefault({ defaultDomain, allowed: added })
  const byName = new Map([...allowed, ...others].map(entry => [entry.domain, entry]))
  if (byName.size > maxAllowed)
    throw validationProblem({
      body: [`would make it ${byName.size} allowed domains; a store has at most ${maxAllowed}`],
    })
  return { defaultDomain, allowed: [...byName.values()] }
}

export function removeAllowed({ defaultDomain, allowed }: Domains, removed: Domain[]): Domains {
  const allowedNames = new Set(allowedWithoutDefault({ defaultDomain, allowed }).map(({ domain }) => domain))
  const faults: FieldErrors = {}
  for (const [index, { domain }] of removed.entries()) {
    if (!allowedNames.has(domain)) faults[`[${index}].domain`] = [`is not among the allowed domains: ${domain}`]
  }
  if (Object.keys(faults).length > 0) throw validationProblem(faults)
  const removedNames = new Set(removed.map(({ domain }) => domain))
  return { defaultDomain, allowed: allowed.filter(({ domain }) => !removedNames.has(domain)) }
}
