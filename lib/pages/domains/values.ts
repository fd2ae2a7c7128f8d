/** Converts the values of the input form for a new domain to a `Domain`, and checks them. */

import type { Domain } from '../../client/index.ts'
import { parseHostName } from '../../domains/host-name.ts'
import { createFormCheck } from '../form/form-check.ts'

export interface DomainValues {
  domain: string
  protocol: Domain['protocol']
  isDefault: boolean
}

export const emptyValues: DomainValues = { domain: '', protocol: 'HTTPS', isDefault: false }

/**
 * Converts the values of the input form to a domain, with the host name as the API returns it. A pasted `http:` URL
 * overrides the chosen protocol.
 */
export const domainOf = ({ domain, protocol }: DomainValues): Domain => ({
  domain: parseHostName(domain) ?? domain.trim(),
  protocol: /^\s*http:/i.test(domain) ? 'HTTP' : protocol,
})

const loadSchema = () => import('../../domains/schemas.ts').then(({ NewDomains }) => NewDomains.element)

export const createDomainCheck = (required: string) =>
  createFormCheck(
    (values: DomainValues) => ({ ...domainOf(values), domain: values.domain.trim() || undefined }),
    loadSchema,
    required,
  )
