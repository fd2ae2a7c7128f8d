/** The session in the table. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { modes, type Tenant } from '../core/tenant.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'

export const SessionRow = new Entity(
  {
    model: { entity: 'session', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      /** The token is a secret, and never stored. */
      tokenHash: { type: 'string', required: true },
      expires: { type: 'string', required: true },
      /** The session began then: it ends if its customer is deleted later. */
      stamp: { type: 'string', required: true, field: 'createdOn' },
      customerId: { type: 'string' },
      email: { type: 'string' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byToken: key({ pk: ['account', 'mode', '#session', 'tokenHash'], sk: ['#session'] }),
    },
  },
  tableConfig,
)

export const keyOf = ({ account, mode }: Tenant, token: string) => ({
  ...{ account, mode },
  tokenHash: createHash('sha256').update(token).digest('hex'),
})
