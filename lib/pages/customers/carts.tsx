/** A section of the customer screen with the customer's open carts: the carts that were not ordered. */

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AbandonedCart, Customer } from '../../client/index.ts'
import { Section } from '../details/section.tsx'
import type { Column } from '../list/list-table.tsx'
import { UnpagedTable } from '../list/unpaged-table.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { useSession } from '../session/client.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { customerCartsQuery } from './queries.ts'
import type { CustomerTexts } from './texts.ts'
import { texts } from './texts.ts'

export function Carts({ customer: { email } }: { customer: Customer }) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { api } = useSession()
  const query = useQuery(customerCartsQuery(api, email))
  return (
    <Section title={text.carts.title}>
      <Loaded query={query}>
        {({ items }) => (
          <UnpagedTable
            title={text.carts.title}
            none={text.carts.none}
            items={items}
            columns={columnsOf(text, formats)}
            keyOf={({ token }) => token}
          />
        )}
      </Loaded>
    </Section>
  )
}

const namesOf = ({ items }: AbandonedCart) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

const columnsOf = ({ carts }: CustomerTexts, { amount, dateTime }: Formats): Column<AbandonedCart>[] => [
  { name: 'changed', title: carts.changed, cell: ({ modificationDate }) => dateTime(modificationDate) },
  {
    name: 'items',
    title: carts.items,
    from: 'sm',
    cell: cart => (
      <Text size="sm" truncate maw={480}>
        {namesOf(cart)}
      </Text>
    ),
  },
  { name: 'total', title: carts.total, isNumber: true, cell: ({ total, currency }) => amount(total, currency) },
]
