/** A store as we keep it, in both modes, and the counter that numbers the stores. */

import { randomBytes } from 'node:crypto'
import { Entity, type EntityItem } from 'electrodb'
import { timestamp } from '../kit/clock.ts'
import { inTable } from '../store/client.ts'
import { secondaryIndex } from '../store/table.ts'

export const AccountRow = new Entity(
  {
    model: { entity: 'account', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      name: { type: 'string', required: true },
      currency: { type: 'string', required: true },
      features: { type: 'list', items: { type: 'string' }, required: true },
      /** Where the shop hands out digital goods. */
      downloadsUrl: { type: 'string' },
      /** After how many days an idle cart goes by itself. */
      cartDays: { type: 'number', required: true, default: 90 },
      /** Signs what callers are given to bring back; never answered. */
      secret: { type: 'string', required: true, default: () => randomBytes(32).toString('base64url') },
      enabled: { type: 'boolean', required: true, default: true },
      shippingEnabled: { type: 'boolean', required: true, default: false },
      creationDate: { type: 'string', required: true, readOnly: true, default: timestamp },
    },
    indexes: {
      byNumber: {
        pk: { field: 'pk', composite: ['account'], template: 'account#${account}', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'account', casing: 'none' },
      },
      /** For the owner's eyes only: one partition is plenty for the few stores that are opened by hand. */
      inOrder: {
        index: secondaryIndex.name,
        pk: { field: secondaryIndex.partition, composite: [], template: 'accounts', casing: 'none' },
        sk: {
          field: secondaryIndex.sort,
          composite: ['creationDate', 'account'],
          template: '${creationDate}#${account}',
          casing: 'none',
        },
      },
    },
  },
  inTable,
)

export type AccountRow = EntityItem<typeof AccountRow>

export const AccountCounter = new Entity(
  {
    model: { entity: 'account-counter', version: '1', service: 'store' },
    attributes: { last: { type: 'number', required: true } },
    indexes: {
      only: {
        pk: { field: 'pk', composite: [], template: 'accounts', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'counter', casing: 'none' },
      },
    },
  },
  inTable,
)
