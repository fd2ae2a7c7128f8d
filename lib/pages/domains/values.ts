/** Converts the values of the input form for a new domain to a `Domain`, and checks them. */

import type { Domain } from '../../client/index.ts'
import { createFormCheck } from '../form/form-check.ts'

export interface DomainValues {
  domain: string
  protocol: Domain['protocol']
  isDefault: boolean
}

export const emptyValues: DomainValues = { domain: '', protocol: 'HTTPS', isDefault: false }

/** Converts the values of the input form to a domain. A pasted `http:` URL overrides the chosen protocol. */
export const domainOf = ({ domain, protocol }: DomainValues): Domain => ({
  domain: domain.trim(),
  protocol: /^\s*http:/i.test(domain) ? 'HTTP' : protocol,
})

/** Returns whether the API returns `current` after it was asked to set the default domain to `wanted`. */
export async function isResultOf(wanted: Domain, current: Domain): Promise<boolean> {
  const { DefaultDomain } = await import('../../domains/schemas.ts')
  const { data } = DefaultDomain.safeParse(wanted)
  return data?.domain === current.domain && data.protocol === current.protocol
}

const loadSchema = () => import('../../domains/schemas.ts').then(({ NewDomains }) => NewDomains.element)

export const createDomainCheck = (required: string) =>
  createFormCheck(
    (values: DomainValues) => ({ ...domainOf(values), domain: values.domain.trim() || undefined }),
    loadSchema,
    required,
  )
