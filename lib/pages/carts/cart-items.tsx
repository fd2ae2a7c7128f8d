/** The items of a cart. */

import { Group, Stack, Table, Text } from '@mantine/core'
import type { AbandonedCart, CartItem } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import { Picture } from '../products/picture.tsx'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export function CartItems({ cart: { items, currency } }: { cart: AbandonedCart }) {
  const { columns, contents } = useTexts(texts)
  return (
    <Section title={contents}>
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={contents}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.product}</Table.Th>
              <Table.Th ta="right">{columns.quantity}</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                {columns.price}
              </Table.Th>
              <Table.Th ta="right">{columns.total}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(item => (
              <ItemRow key={item.uniqueId} item={item} currency={currency} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

interface ItemProps {
  item: CartItem
  currency: string
}

function ItemRow({ item, currency }: ItemProps) {
  const { amount, number } = useFormats()
  const { quantity, unitPrice, totalPrice } = item
  return (
    <Table.Tr>
      <Table.Td>
        <ItemName item={item} />
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {number(quantity)}
      </Table.Td>
      <Table.Td ta="right" className="numbers" visibleFrom="xs">
        {amount(unitPrice, currency)}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {amount(totalPrice, currency)}
      </Table.Td>
    </Table.Tr>
  )
}

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
