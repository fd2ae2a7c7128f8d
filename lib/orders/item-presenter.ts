/** The items of a stored order in their public form. */

import { itemIdOf } from '../core/ids.ts'
import { withDecimals } from '../core/money.ts'
import { project } from '../core/project.ts'
import { itemAmounts, namesAndValues, type OrderContent } from './content.ts'
import { withDerivedFields } from './derived-fields.ts'
import type { CompletedOrderRow } from './entity.ts'
import { ItemCustomField, OrderItem } from './nested-schemas.ts'

export const presentItems = (row: CompletedOrderRow): OrderItem[] =>
  row.content.items.map((item, index) =>
    project(OrderItem, {
      ...withDecimals(withDerivedFields(item, row.content), itemAmounts, row.content.currency),
      token: row.token,
      uniqueId: item.uniqueId || itemIdOf(row.token, index),
      customFields: item.customFields.map(field => project(ItemCustomField, field)),
      customFieldsJson: presentFieldsJson(item),
    }),
  )

type WithFields = Pick<OrderContent, 'customFieldsJson'> & {
  customFields: Parameters<typeof namesAndValues>[0]
}

/** As the checkout sent it, or else the names and the values. */
export const presentFieldsJson = ({ customFieldsJson, customFields }: WithFields): string =>
  customFieldsJson ?? JSON.stringify(namesAndValues(customFields))
