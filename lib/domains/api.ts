/** The endpoints for a store's domains. */

import { defineEndpoints } from '../http/route.ts'
import { AllowedDomains, DefaultDomain, Domain, NewDomains } from './schemas.ts'

export const api = defineEndpoints(
  'domains',
  'The default domain of a store, and the other domains that may use its checkout.',
  {
    get: {
      method: 'GET',
      path: '/settings/domain',
      purpose: 'Retrieves the default domain. Responds with 404 until one is set.',
      access: 'read',
      reply: Domain,
      problems: ['not_found'],
    },
    update: {
      method: 'PUT',
      path: '/settings/domain',
      purpose:
        'Replaces the default domain. The previous default domain is no longer allowed, unless it is added to the allowed domains.',
      access: 'write',
      body: DefaultDomain,
      reply: Domain,
      problems: ['precondition_failed', 'conflict'],
    },
    list: {
      method: 'GET',
      path: '/settings/alloweddomains',
      purpose: 'Lists the allowed domains, without the default domain, in the order they were added.',
      access: 'read',
      reply: AllowedDomains,
    },
    allow: {
      method: 'POST',
      path: '/settings/alloweddomains',
      purpose:
        'Adds allowed domains. If a domain is already allowed, its protocol is updated. The default domain is ignored.',
      access: 'write',
      body: NewDomains,
      reply: AllowedDomains,
      problems: ['conflict'],
    },
    disallow: {
      method: 'DELETE',
      path: '/settings/alloweddomains',
      purpose:
        'Removes allowed domains regardless of their protocol. If any of them is not an allowed domain, none is removed.',
      access: 'write',
      body: NewDomains,
      reply: AllowedDomains,
      problems: ['conflict'],
    },
  },
)
