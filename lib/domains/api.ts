/** The endpoints for a store's domains. */

import { defineEndpoints } from '../http/route.ts'
import { AllowedDomains, DefaultDomain, Domain, NewDomains, RemovedDomains } from './schemas.ts'

export const api = defineEndpoints(
  'domains',
  'The default domain of a store, and the other domains that may use its checkout.',
  {
    get: {
      method: 'GET',
      path: '/settings/domain',
      purpose: 'Retrieves the default domain. Returns 404 until one is set.',
      reply: Domain,
      problems: ['not_found'],
    },
    update: {
      method: 'PUT',
      path: '/settings/domain',
      purpose:
        'Replaces the default domain. The previous default domain stays allowed only if it was added to the allowed domains.',
      body: DefaultDomain,
      reply: Domain,
      problems: ['precondition_failed', 'conflict'],
    },
    list: {
      method: 'GET',
      path: '/settings/alloweddomains',
      purpose:
        'Lists allowed domains. They are sorted by the time they were added. The default domain is not included.',
      reply: AllowedDomains,
    },
    allow: {
      method: 'POST',
      path: '/settings/alloweddomains',
      purpose:
        'Adds allowed domains. If a domain is already allowed, its protocol is updated. An entry with the default domain is skipped.',
      body: NewDomains,
      reply: AllowedDomains,
      problems: ['conflict'],
    },
    disallow: {
      method: 'DELETE',
      path: '/settings/alloweddomains',
      purpose:
        'Removes allowed domains. If any of them is not an allowed domain, the request fails with `validation_failed` and none is removed.',
      body: RemovedDomains,
      reply: AllowedDomains,
      problems: ['conflict'],
    },
  },
)
