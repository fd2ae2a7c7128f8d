/** Defines the row of an account, and the counter that numbers accounts. */

import { randomBytes } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import { gateways, languages } from '../core/tenant.ts'
import { accountAttribute } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key-definitions.ts'

export const AccountRow = defineEntity('account', {
  attributes: {
    account: accountAttribute,
    name: { type: 'string', required: true },
    currency: { type: 'string', required: true },
    features: { type: 'list', items: { type: 'string' }, required: true },
    downloadsUrl: { type: 'string' },
    cartDays: { type: 'number', required: true, default: 90 },
    gatewayTest: { type: gateways, required: true, default: 'sandbox' },
    gatewayLive: { type: gateways, required: true, default: 'none' },
    creditNotePrefix: { type: 'string', required: true, default: 'CN-' },
    mailFrom: { type: 'string' },
    language: { type: languages, required: true, default: 'en' },
    /** Absent if the time zone of the account was never set. */
    timeZone: { type: 'string' },
    /** The secret that signs continuation tokens. No reply contains it. */
    secret: { type: 'string', required: true, default: () => randomBytes(32).toString('base64url') },
    enabled: { type: 'boolean', required: true, default: true },
    /** The time when the deletion of the account began. Soon after, requests and events no longer find the account. */
    deletingSince: { type: 'string' },
    shippingEnabled: { type: 'boolean', required: true, default: false },
    creationDate: { type: 'string', required: true, readOnly: true, default: timestamp },
  },
  indexes: {
    byNumber: key({ pk: ['#account', 'account'], sk: ['#account'] }),
    /**
     * All accounts are in one partition. One partition is enough, because 100,000 accounts have about 60 MB, and few of
     * them are written at the same time.
     */
    inOrder: secondaryKey({ pk: ['#accounts'], sk: ['creationDate', 'account'] }),
  },
})

export type AccountRow = EntityItem<typeof AccountRow>

export const AccountCounter = defineEntity('account-counter', {
  attributes: { last: { type: 'number', required: true } },
  indexes: { only: key({ pk: ['#accounts'], sk: ['#counter'] }) },
})
