/** The endpoints of a store's domains. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import { DefaultDomain, Domain, mostAllowed, NewDomains } from './schemas.ts'

const allowed = z.array(Domain).max(mostAllowed)

export const api = defineEndpoints(
  'domains',
  'Where a store lives: its default domain, and the others that may use its checkout.',
  {
    get: {
      method: 'GET',
      path: '/settings/domain',
      purpose: 'Gives the default domain; there is none until one is set.',
      access: 'read',
      reply: Domain,
      problems: ['not_found'],
    },
    update: {
      method: 'PUT',
      path: '/settings/domain',
      purpose:
        'Makes a domain the default one, in place of the one before, which is no longer allowed unless it is added.',
      access: 'write',
      body: DefaultDomain,
      reply: Domain,
      problems: ['precondition_failed', 'conflict'],
    },
    list: {
      method: 'GET',
      path: '/settings/alloweddomains',
      purpose: 'Lists the allowed domains other than the default one, in the order in which they were added.',
      access: 'read',
      reply: allowed,
    },
    allow: {
      method: 'POST',
      path: '/settings/alloweddomains',
      purpose: `Allows more domains, ${mostAllowed} in all; one that is allowed already takes the protocol sent, the default one is ignored.`,
      access: 'write',
      body: NewDomains,
      reply: allowed,
      problems: ['conflict'],
    },
    disallow: {
      method: 'DELETE',
      path: '/settings/alloweddomains',
      purpose:
        'Removes allowed domains, whatever their protocol: all that are sent, or none when one of them is not allowed.',
      access: 'write',
      body: NewDomains,
      reply: allowed,
      problems: ['conflict'],
    },
  },
)
