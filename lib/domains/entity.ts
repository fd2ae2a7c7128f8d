/** Defines the table row with all domains of a store in one mode, so that one read returns all of them. */

import type { EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { protocols } from './schemas.ts'

const domain = {
  type: 'map',
  properties: { domain: { type: 'string', required: true }, protocol: { type: protocols, required: true } },
} as const

export const DomainsRow = defineEntity('domains', {
  attributes: {
    ...tenantAttributes,
    /** Each write increments the version, and fails if the version has changed since the row was read. */
    version: { type: 'number', required: true },
    defaultDomain: domain,
    allowed: { type: 'list', items: domain, required: true },
    /** True until a request changes the imported domains. Imports replace the domains only while this is true. */
    asImported: { type: 'boolean' },
  },
  indexes: { ofTenant: key({ pk: ['account', 'mode', '#domains'], sk: ['#domains'] }) },
})

export type DomainsRow = EntityItem<typeof DomainsRow>
