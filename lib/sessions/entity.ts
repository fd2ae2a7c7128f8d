/** The session of a buyer who has logged in. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { modes, type Tenant } from '../kit/tenant.ts'
import { inTable } from '../store/client.ts'

export const SessionRow = new Entity(
  {
    model: { entity: 'session', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      /** The token itself opens the session, and is kept nowhere. */
      tokenHash: { type: 'string', required: true },
      expires: { type: 'string', required: true },
      /** When it was told, and so began: a customer who was deleted since has none. */
      stamp: { type: 'string', required: true, field: 'createdOn' },
      customerId: { type: 'string' },
      email: { type: 'string' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byToken: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'tokenHash'],
          template: '${account}#${mode}#session#${tokenHash}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'session', casing: 'none' },
      },
    },
  },
  inTable,
)

export const keyOf = ({ account, mode }: Tenant, token: string) => ({
  ...{ account, mode },
  tokenHash: createHash('sha256').update(token).digest('hex'),
})
