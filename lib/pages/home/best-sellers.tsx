/** A section of Home with the best-selling products of the last 30 days, compared with the 30 days before those. */

import { useQuery } from '@tanstack/react-query'
import type { Client, SoldProduct } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import { type Column, ListTable } from '../list/list-table.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { useSession } from '../session/client.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { ChangeBadge } from './change-badge.tsx'
import { reloadOptions } from './reload.ts'
import { type HomeTexts, texts } from './texts.ts'

const shownProducts = 5

const bestSellersQuery = (api: Client) => ({
  queryKey: ['reports', 'products', shownProducts],
  queryFn: () => api.reports.products({ limit: shownProducts }),
  ...reloadOptions,
})

export function BestSellers() {
  const text = useTexts(texts)
  const formats = useFormats()
  const query = useQuery(bestSellersQuery(useSession().api))
  return (
    <Section title={text.bestSellers}>
      <Loaded query={query}>
        {({ items, currency }) =>
          items.length > 0 ? (
            <ListTable
              title={text.bestSellers}
              items={items}
              columns={columnsOf(text, formats, currency)}
              keyOf={({ id }) => id}
            />
          ) : (
            <Message title={text.noSales} />
          )
        }
      </Loaded>
    </Section>
  )
}

const columnsOf = (
  { columns, sales }: HomeTexts,
  { amount, number }: Formats,
  currency: string,
): Column<SoldProduct>[] => [
  {
    name: 'product',
    title: columns.product,
    cell: ({ id, name, userDefinedId }) => (
      <TextLink to="/products/$id" params={{ id }}>
        {name || userDefinedId}
      </TextLink>
    ),
  },
  { name: 'units', title: columns.units, isNumber: true, cell: ({ units }) => number(units) },
  {
    name: 'unitsBefore',
    title: columns.unitsBefore,
    isNumber: true,
    from: 'xl',
    cell: ({ previousUnits }) => number(previousUnits),
  },
  { name: 'sales', title: sales, isNumber: true, cell: ({ gross }) => amount(gross, currency) },
  {
    name: 'salesBefore',
    title: columns.salesBefore,
    isNumber: true,
    from: 'lg',
    cell: ({ previousGross }) => amount(previousGross, currency),
  },
  {
    name: 'change',
    title: columns.change,
    isNumber: true,
    from: 'sm',
    cell: ({ gross, previousGross }) => <ChangeBadge now={gross} before={previousGross} />,
  },
]
