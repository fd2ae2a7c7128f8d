/** A table with the stock of each variant of a product. */

import { Group, Pagination, Switch, Table, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Product } from '../../client/index.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { StockBadge } from './badges.tsx'
import {
  defaultLowStock,
  dropdownFieldsOf,
  missingVariations,
  type Variant,
  variationKey,
  variationName,
} from './stock.ts'
import { StockField } from './stock-field.tsx'
import { texts } from './texts.ts'
import { useInventoryChange } from './use-inventory-change.ts'

const route = getRouteApi('/products/$id')

const pageLength = 50

/** A variant in the table. It has no `stock` if its stock is not tracked yet. */
type Row = Pick<Variant, 'variation'> & Partial<Variant>

const rowsOf = (product: Product): Row[] => [
  ...(product.variants ?? []),
  ...missingVariations(product).map(variation => ({ variation })),
]

/**
 * Returns the names of the dropdown fields, such as "Size". The table has one column for each field. Fields that the
 * product no longer has are included, because variants can still have options of these fields.
 */
const namesIn = (product: Product, rows: readonly Row[]) => [
  ...new Set([
    ...dropdownFieldsOf(product).map(({ name }) => name),
    ...rows.flatMap(({ variation }) => variation.map(({ name }) => name)),
  ]),
]

interface VariantsProps {
  product: Product
  /** The id in the URL: either the GUID of the product, or its `userDefinedId`. */
  id: string
}

export function Variants({ product, id }: VariantsProps) {
  const { inventory } = useTexts(texts)
  const { number } = useFormats()
  const { page = 1 } = route.useSearch()
  const rows = rowsOf(product)
  const names = namesIn(product, rows)
  const mayOversell = product.allowOutOfStockPurchases ?? false
  return (
    <div>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ offsetScrollbars: 'present', viewportProps: { tabIndex: 0 } }}
      >
        <Table aria-label={inventory.title}>
          <Head names={names} />
          <Table.Tbody>
            {rows.slice((page - 1) * pageLength, page * pageLength).map(row => (
              <VariantRow key={variationKey(row.variation)} row={row} names={names} id={id} mayOversell={mayOversell} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between" mt="xs">
        <Text size="sm">{inventory.total(number(product.totalStock ?? 0))}</Text>
        <RowPages id={id} page={page} total={Math.ceil(rows.length / pageLength)} />
      </Group>
    </div>
  )
}

function Head({ names }: { names: readonly string[] }) {
  const { columns, inventory } = useTexts(texts)
  return (
    <Table.Thead>
      <Table.Tr>
        {names.map(name => (
          <Table.Th key={name}>{name}</Table.Th>
        ))}
        <Table.Th ta="right">{columns.stock}</Table.Th>
        <Table.Th>{inventory.oversellShort}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}

interface VariantRowProps {
  row: Row
  names: readonly string[]
  id: string
  /** New variants may be sold beyond their stock. */
  mayOversell: boolean
}

function VariantRow({ row, names, id, mayOversell }: VariantRowProps) {
  const { variation, stock, allowOutOfStockPurchases = mayOversell } = row
  const { inventory } = useTexts(texts)
  const { canChange } = useSession()
  const { run, isPending } = useInventoryChange(id)
  const name = variationName(variation)
  const change = (changed: Partial<Variant>) => run({ variants: [{ variation, ...changed }] })
  return (
    <Table.Tr>
      {names.map(choice => (
        <Table.Td key={choice}>{variation.find(one => one.name === choice)?.option}</Table.Td>
      ))}
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Group visibleFrom="xs">
            <StockBadge stock={stock} below={defaultLowStock} />
          </Group>
          {canChange ? (
            <StockField
              name={name}
              stock={stock}
              mayBeNegative={allowOutOfStockPurchases}
              isPending={isPending}
              onSave={changed => change({ stock: changed })}
            />
          ) : (
            <Text className="numbers">{stock ?? '–'}</Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        {stock !== undefined && (
          <Switch
            aria-label={inventory.oversellOf(name)}
            checked={allowOutOfStockPurchases}
            disabled={!canChange}
            onChange={event => change({ allowOutOfStockPurchases: event.currentTarget.checked })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

interface RowPagesProps {
  id: string
  page: number
  total: number
}

function RowPages({ id, page, total }: RowPagesProps) {
  const navigate = useNavigate()
  const { inventory } = useTexts(texts)
  return (
    <Pagination
      total={total}
      value={page}
      size="sm"
      hideWithOnePage
      onChange={to => void navigate({ to: '/products/$id', params: { id }, search: { page: to } })}
      getControlProps={control => ({ 'aria-label': control === 'next' ? inventory.next : inventory.previous })}
      getItemProps={to => ({ 'aria-label': inventory.page(to) })}
    />
  )
}
