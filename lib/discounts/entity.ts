/** Defines the row of a discount, and the row that reserves the code of a discount. */

import type { EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { triggers, types } from './kinds.ts'

export const DiscountRow = defineEntity('discount', {
  attributes: {
    ...tenantAttributes,
    id: { type: 'string', required: true },
    /** Each write increments the version, and fails if the version has changed since the row was read. */
    version: { type: 'number', required: true },
    name: { type: 'string', required: true },
    trigger: { type: triggers, required: true },
    type: { type: types, required: true },
    code: { type: 'string' },
    itemId: { type: 'string' },
    totalToReach: { type: 'number' },
    amount: { type: 'number' },
    productIds: { type: 'string' },
    categories: { type: 'string' },
    rate: { type: 'number' },
    alternatePrice: { type: 'string' },
    shippingDescription: { type: 'string' },
    shippingCost: { type: 'number' },
    shippingGuaranteedDaysToDelivery: { type: 'number' },
    maxNumberOfUsages: { type: 'number' },
    expires: { type: 'string' },
    combinable: { type: 'boolean', required: true },
    archived: { type: 'boolean', required: true },
    numberOfUsages: { type: 'number', required: true },
    numberOfUsagesUncompleted: { type: 'number', required: true },
    /** True until a request changes the imported discount. Imports replace the discount only while this is true. */
    asImported: { type: 'boolean' },
  },
  indexes: {
    /** Ids sort by the time of creation, except imported ids. */
    inOrder: key({ pk: ['account', 'mode', '#discounts'], sk: ['id'] }),
  },
})

export type DiscountRow = EntityItem<typeof DiscountRow>

export const CodeClaim = defineEntity('discount-code', {
  attributes: {
    ...tenantAttributes,
    code: { type: 'string', required: true },
    discountId: { type: 'string', required: true },
  },
  indexes: { byCode: key({ pk: ['account', 'mode', '#discount-codes'], sk: ['code'] }) },
})
