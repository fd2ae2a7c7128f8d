/** The table columns of the cart list. */

import { Stack, Text } from '@mantine/core'
import type { AbandonedCart } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import type { Column } from '../list/list-table.tsx'
import type { Formats } from '../session/formats.ts'
import { customerNameOf } from './queries.ts'
import type { CartTexts } from './texts.ts'

interface CartProps {
  cart: AbandonedCart
  text: CartTexts
}

const Customer = ({ cart, text }: CartProps) => (
  <Stack gap={0} maw={{ base: 170, xs: 260 }}>
    <TextLink to="/carts/$token" params={{ token: cart.token }} fw={600} truncate>
      {customerNameOf(cart) || text.unknown}
    </TextLink>
    {cart.email !== customerNameOf(cart) && (
      <Text size="xs" c="dimmed" truncate>
        {cart.email}
      </Text>
    )}
  </Stack>
)

function itemsText({ cart: { items }, text }: CartProps): string {
  const [first, ...others] = items
  if (!first) return '–'
  const name = first.name || first.id
  return others.length > 0 ? text.others(name, others.length) : name
}

export const columnsOf = (text: CartTexts, { amount, dateTime, country }: Formats): Column<AbandonedCart>[] => [
  { name: 'customer', title: text.columns.customer, cell: cart => <Customer cart={cart} text={text} /> },
  {
    name: 'items',
    title: text.columns.items,
    from: 'sm',
    cell: cart => (
      <Text size="sm" maw={340} truncate>
        {itemsText({ cart, text })}
      </Text>
    ),
  },
  {
    name: 'country',
    title: text.columns.country,
    from: 'lg',
    cell: ({ billingAddress, shippingAddress }) => country(billingAddress.country || shippingAddress.country || ''),
  },
  {
    name: 'changed',
    title: text.columns.changed,
    from: 'xs',
    cell: ({ modificationDate }) => <span className="numbers">{dateTime(modificationDate)}</span>,
  },
  { name: 'value', title: text.columns.value, isNumber: true, cell: ({ total, currency }) => amount(total, currency) },
]
