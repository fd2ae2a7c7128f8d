/** The name of an item with the choices of the buyer. */

import { Text } from '@mantine/core'
import type { Order } from '../../client/index.ts'

type Item = Order['items'][number]

export const ItemName = ({ item: { name, id, customFields } }: { item: Item }) => (
  <>
    <Text fw={600} className="prose">
      {name}
    </Text>
    <Text fz="9pt" c="dimmed" className="prose">
      {[
        id,
        ...customFields
          .filter(({ value }) => value)
          .map(field => `${field.name}: ${field.displayValue || field.value}`),
      ].join(' · ')}
    </Text>
  </>
)
