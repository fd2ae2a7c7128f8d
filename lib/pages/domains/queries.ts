/** The domains of a store, and the API requests that load them. */

import type { Client, Domain } from '../../client/index.ts'
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
