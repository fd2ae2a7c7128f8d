/** Defines the row of a shipping method. */

import { CustomAttributeType, type EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import type { NewShippingMethod, ShippingMethod } from './schemas.ts'

/** ElectroDB does not check these nested attributes. schemas.ts validates their values before they are stored. */
const ratesType = CustomAttributeType<ShippingMethod['rates']>('any')
const deliveryType = CustomAttributeType<ShippingMethod['guaranteedEstimatedDelivery']>('any')
const conditionsType = CustomAttributeType<NewShippingMethod['countryCondition']>('any')

export const MethodRow = defineEntity('shipping-method', {
  attributes: {
    ...tenantAttributes,
    id: { type: 'string', required: true },
    /** Each write increments the version, and fails if the version has changed since the row was read. */
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
    /** True until a request changes the imported method. Imports replace the method only while this is true. */
    asImported: { type: 'boolean' },
  },
  indexes: {
    /** Ids sort by the time of creation, except imported ids. */
    inOrder: key({ pk: ['account', 'mode', '#shipping-methods'], sk: ['id'] }),
  },
})

export type MethodRow = EntityItem<typeof MethodRow>
