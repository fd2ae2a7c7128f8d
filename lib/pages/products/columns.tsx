/** The table columns of the product list. */

import { Group, Stack, Text } from '@mantine/core'
import type { Product } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import type { Column } from '../list/list-table.tsx'
import type { Formats } from '../session/formats.ts'
import { ArchivedBadge, ProductStockBadge } from './badges.tsx'
import { Picture } from './picture.tsx'
import { currencyOf } from './queries.ts'
import type { ProductTexts } from './texts.ts'

const Name = ({ product }: { product: Product }) => (
  <Group gap="sm" wrap="nowrap">
    <Group visibleFrom="sm">
      <Picture url={product.image} name={product.name} />
    </Group>
    <Stack gap={0} maw={{ base: 150, xs: 220, md: 340 }}>
      <Group gap={6} wrap="nowrap">
        <TextLink to="/products/$id" params={{ id: product.id }} fw={600} truncate>
          {product.name || product.userDefinedId}
        </TextLink>
        <ArchivedBadge product={product} />
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {product.userDefinedId}
      </Text>
    </Stack>
  </Group>
)

interface Settings {
  /** The currency of the store. The sales of products are in this currency. */
  currency: string
  /** A stock below this number is low. */
  below: number
}

export function columnsOf(
  { columns }: ProductTexts,
  { amount, date, number }: Formats,
  settings: Settings,
): Column<Product>[] {
  return [
    { name: 'name', title: columns.name, cell: product => <Name product={product} /> },
    {
      name: 'price',
      title: columns.price,
      isNumber: true,
      cell: product => amount(product.price, currencyOf(product, settings)),
    },
    {
      name: 'stock',
      title: columns.stock,
      isNumber: true,
      cell: product => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Group visibleFrom="xs">
            <ProductStockBadge product={product} below={settings.below} />
          </Group>
          {product.totalStock === undefined ? '–' : number(product.totalStock)}
        </Group>
      ),
    },
    {
      name: 'sold',
      title: columns.sold,
      from: 'sm',
      isNumber: true,
      cell: ({ statistics }) => number(statistics.numberOfSales),
    },
    {
      name: 'sales',
      title: columns.sales,
      from: 'md',
      isNumber: true,
      cell: ({ statistics }) => amount(statistics.totalSales, settings.currency),
    },
    {
      name: 'created',
      title: columns.created,
      from: 'lg',
      isNumber: true,
      cell: ({ creationDate }) => date(creationDate),
    },
  ]
}
