/** The table of the items in a cart. */

import { Group, Stack, Text } from '@mantine/core'
import type { AbandonedCart, CartItem } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import { type Column, ListTable } from '../list/list-table.tsx'
import { Picture } from '../products/picture.tsx'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { type CartTexts, texts } from './texts.ts'

export function CartItems({ cart: { items, currency } }: { cart: AbandonedCart }) {
  const text = useTexts(texts)
  return (
    <Section title={text.contents}>
      <ListTable
        title={text.contents}
        items={items}
        columns={columnsOf(text, useFormats(), currency)}
        keyOf={({ uniqueId }) => uniqueId}
      />
    </Section>
  )
}

const columnsOf = ({ columns }: CartTexts, { amount, number }: Formats, currency: string): Column<CartItem>[] => [
  { name: 'product', title: columns.product, cell: item => <ItemName item={item} /> },
  { name: 'quantity', title: columns.quantity, isNumber: true, cell: ({ quantity }) => number(quantity) },
  {
    name: 'price',
    title: columns.price,
    isNumber: true,
    from: 'xs',
    cell: ({ unitPrice }) => amount(unitPrice, currency),
  },
  { name: 'total', title: columns.total, isNumber: true, cell: ({ totalPrice }) => amount(totalPrice, currency) },
]

function ItemName({ item }: { item: CartItem }) {
  const { limits } = useTexts(texts)
  const { number } = useFormats()
  const { id, image, name, customFields, minQuantity, maxQuantity } = item
  const limit = (value: number | null) => (value === null ? '–' : number(value))
  return (
    <Group gap="sm" wrap="nowrap">
      <Group visibleFrom="xs">
        <Picture url={image} name={name} />
      </Group>
      <Stack gap={0}>
        <TextLink to="/products/$id" params={{ id }} fw={600}>
          {name || id}
        </TextLink>
        <Text size="xs" c="dimmed">
          {id}
        </Text>
        {customFields.map(field => (
          <Text key={field.name} size="xs">
            {field.name}: {field.value}
          </Text>
        ))}
        {(minQuantity !== null || maxQuantity !== null) && (
          <Text size="xs" c="dimmed">
            {limits(limit(minQuantity), limit(maxQuantity))}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
