/** All the domains of a store in one mode, in one row: whether a domain is the default or allowed is decided at once. */

import { Entity, type EntityItem } from 'electrodb'
import { modes } from '../core/tenant.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'
import { protocols } from './schemas.ts'

const domain = {
  type: 'map',
  properties: {
    domain: { type: 'string', required: true },
    protocol: { type: protocols, required: true },
  },
} as const

export const DomainsRow = new Entity(
  {
    model: { entity: 'domains', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      /** Counts the changes; every write names the one it builds on. */
      version: { type: 'number', required: true },
      defaultDomain: domain,
      allowed: { type: 'list', items: domain, required: true },
    },
    indexes: {
      ofTenant: key({ pk: ['account', 'mode', '#domains'], sk: ['#domains'] }),
    },
  },
  tableConfig,
)

export type DomainsRow = EntityItem<typeof DomainsRow>
