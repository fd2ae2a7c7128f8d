/** The table row of a discount, and the row that reserves its code. */

import { Entity, type EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { tableConfig } from '../store/client.ts'
import { key } from '../store/key.ts'
import { triggers, types } from './rules.ts'

export const DiscountRow = new Entity(
  {
    model: { entity: 'discount', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      id: { type: 'string', required: true },
      /** Incremented by every write, which is conditional on the version it read. */
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
    },
    indexes: {
      /** Ids sort by creation time. */
      inOrder: key({ pk: ['account', 'mode', '#discounts'], sk: ['id'] }),
    },
  },
  tableConfig,
)

export type DiscountRow = EntityItem<typeof DiscountRow>

/** Marked as pure, so that the bundles that do not use it leave it out. */
export const CodeClaim = new Entity(
  {
    model: { entity: 'discount-code', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      code: { type: 'string', required: true },
      discountId: { type: 'string', required: true },
    },
    indexes: { byCode: key({ pk: ['account', 'mode', '#discount-codes'], sk: ['code'] }) },
  },
  tableConfig,
)
