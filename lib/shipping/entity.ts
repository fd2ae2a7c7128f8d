/** The table row of a shipping method. */

import { CustomAttributeType, type EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'
import type { NewShippingMethod, ShippingMethod } from './schemas.ts'

/** The types of nested attributes. The schemas in schemas.ts validate them before they are stored. */
const ratesType = CustomAttributeType<ShippingMethod['rates']>('any')
const deliveryType = CustomAttributeType<ShippingMethod['guaranteedEstimatedDelivery']>('any')
const conditionsType = CustomAttributeType<NewShippingMethod['countryCondition']>('any')

export const MethodRow = defineEntity('shipping-method', {
  attributes: {
    ...tenantAttributes,
    id: { type: 'string', required: true },
    /** Each write increments the version, and is conditional on the version that was read. */
    version: { type: 'number', required: true },
    name: { type: 'string', required: true },
    localizationId: { type: 'string' },
    rates: { type: ratesType, required: true },
    currency: { type: 'string' },
    onOrderTotalAbove: { type: 'number' },
    guaranteedEstimatedDelivery: { type: deliveryType, required: true },
    postalCodeRegex: { type: 'string' },
    countryCondition: { type: conditionsType, required: true },
    shippingZoneId: { type: 'string' },
    /** Whether the method is as it was imported. A request that changes it removes this attribute. */
    asImported: { type: 'boolean' },
  },
  indexes: {
    /** The ids sort in the order of creation. */
    inOrder: key({ pk: ['account', 'mode', '#shipping-methods'], sk: ['id'] }),
  },
})

export type MethodRow = EntityItem<typeof MethodRow>
