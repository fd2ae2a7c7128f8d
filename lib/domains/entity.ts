/** The table row of all domains of a store in one mode. A change reads the default and the allowed domains together. */

import type { EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'
import { protocols } from './schemas.ts'

const domain = {
  type: 'map',
  properties: { domain: { type: 'string', required: true }, protocol: { type: protocols, required: true } },
} as const

export const DomainsRow = defineEntity('domains', {
  attributes: {
    ...tenantAttributes,
    /** Each write increments the version, and is conditional on the version that was read. */
    version: { type: 'number', required: true },
    defaultDomain: domain,
    allowed: { type: 'list', items: domain, required: true },
    /** Whether the domains are as they were imported. A request that changes them removes this attribute. */
    asImported: { type: 'boolean' },
  },
  indexes: { ofTenant: key({ pk: ['account', 'mode', '#domains'], sk: ['#domains'] }) },
})

export type DomainsRow = EntityItem<typeof DomainsRow>
