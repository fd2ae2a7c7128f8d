/** A secret API key as we keep it: found by its hash alone, listed by its account. */

import { Entity, type EntityItem } from 'electrodb'
import { timestamp } from '../kit/clock.ts'
import { modes } from '../kit/tenant.ts'
import { inTable } from '../store/client.ts'
import { secondaryIndex } from '../store/table.ts'

export const KeyRow = new Entity(
  {
    model: { entity: 'key', version: '1', service: 'store' },
    attributes: {
      id: { type: 'string', required: true },
      hash: { type: 'string', required: true },
      account: { type: 'number', required: true },
      mode: { type: modes, required: true },
      name: { type: 'string' },
      /** The last letters, so that people can tell their keys apart. */
      ending: { type: 'string', required: true },
      creationDate: { type: 'string', required: true, readOnly: true, default: timestamp },
      expires: { type: 'string' },
      revokedOn: { type: 'string' },
    },
    indexes: {
      byHash: {
        pk: { field: 'pk', composite: ['hash'], template: 'key#${hash}', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'key', casing: 'none' },
      },
      ofAccount: {
        index: secondaryIndex.name,
        pk: {
          field: secondaryIndex.partition,
          composite: ['account'],
          template: 'keys#${account}',
          casing: 'none',
        },
        sk: { field: secondaryIndex.sort, composite: ['id'], template: '${id}', casing: 'none' },
      },
    },
  },
  inTable,
)

export type KeyRow = EntityItem<typeof KeyRow>
