/** The API requests for the domains of a store, and the values of the input form that adds a domain. */

import type { Client, Domain } from '../../client/index.ts'
import { createFormCheck } from '../form/form-check.ts'
import { nullIfMissing } from '../session/client.ts'

export interface Domains {
  /** The default domain; null if the store has none yet. */
  defaultDomain: Domain | null
  others: Domain[]
}

export const domainsQuery = (api: Client) => ({
  queryKey: ['domains'],
  queryFn: async (): Promise<Domains> => {
    const [defaultDomain, others] = await Promise.all([nullIfMissing(api.domains.get()), api.domains.list()])
    return { defaultDomain, others }
  },
})

export const urlOf = ({ domain, protocol }: Domain) => `${protocol.toLowerCase()}://${domain}`

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

const loadSchema = () => import('../../domains/schemas.ts').then(({ NewDomains }) => NewDomains.element)

export const checkDomain = (required: string) =>
  createFormCheck(
    (values: DomainValues) => ({ ...domainOf(values), domain: values.domain.trim() || undefined }),
    loadSchema,
    required,
  )
