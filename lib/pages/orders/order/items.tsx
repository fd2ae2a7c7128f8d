/** A section of the order screen with the items, their pictures and custom fields, and the total. */

import { Avatar, Group, Stack, Table, Text } from '@mantine/core'
import type { Order, OrderItem } from '../../../client/index.ts'
import { Section } from '../../details/section.tsx'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'
import { Totals } from './totals.tsx'

interface OrderProps {
  order: Order
}

export function OrderItems({ order }: OrderProps) {
  const text = useTexts(texts)
  return (
    <Section title={text.items(order.items.length)}>
      <Table aria-label={text.items(order.items.length)} verticalSpacing="xs" withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.item}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {text.price}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {text.quantity}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {text.total}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.items.map(item => (
            <Line key={item.uniqueId} item={item} currency={order.currency} />
          ))}
        </Table.Tbody>
      </Table>
      <Totals order={order} />
    </Section>
  )
}

function Line({ item, currency }: { item: OrderItem; currency: string }) {
  const { amount, number } = useFormats()
  const { unitPrice, quantity, totalPrice } = item
  const price = amount(unitPrice, currency)
  const total = amount(totalPrice, currency)
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Picture item={item} />
          <Stack gap={0} miw={0} flex={1}>
            <Text size="sm" fw={600} className="breakable">
              {item.name}
            </Text>
            <Text size="xs" c="dimmed" className="breakable">
              {item.id}
            </Text>
            <CustomFields item={item} />
            <Group hiddenFrom="sm" justify="space-between" gap="xs" className="numbers">
              <Text size="xs">{`${number(quantity)} × ${price}`}</Text>
              <Text size="sm" ml="auto">
                {total}
              </Text>
            </Group>
          </Stack>
        </Group>
      </Table.Td>
      <Table.Td ta="right" className="numbers" visibleFrom="sm">
        {price}
      </Table.Td>
      <Table.Td ta="right" className="numbers" visibleFrom="sm">
        {number(quantity)}
      </Table.Td>
      <Table.Td ta="right" className="numbers" visibleFrom="sm">
        {total}
      </Table.Td>
    </Table.Tr>
  )
}

/**
 * Shows the picture of an item, or else the first letter of its name. Only pictures with HTTPS are shown, because the
 * content security policy blocks pictures without HTTPS.
 */
const Picture = ({ item: { image, name } }: { item: OrderItem }) => (
  <Avatar src={/^https:\/\//i.test(image) ? image : null} alt="" radius="sm" size={40} imageProps={{ loading: 'lazy' }}>
    {name.slice(0, 1).toUpperCase()}
  </Avatar>
)

const CustomFields = ({ item }: { item: OrderItem }) =>
  item.customFields
    .filter(({ value, displayValue }) => displayValue || value)
    .map(({ name, value, displayValue }) => (
      <Text key={name} size="xs" className="breakable">
        {`${name}: ${displayValue || value}`}
      </Text>
    ))
