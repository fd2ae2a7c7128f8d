/** A section of the product screen with the inventory method, the stock, and the switch for overselling. */

import { Group, SegmentedControl, Stack, Switch, Text, useMatches } from '@mantine/core'
import type { Product } from '../../client/index.ts'
import { Hint } from '../details/hint.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { ProductStockBadge } from './badges.tsx'
import { defaultLowStock, dropdownFieldsOf, type Method } from './stock.ts'
import { StockField } from './stock-field.tsx'
import { texts } from './texts.ts'
import { useInventoryChange } from './use-inventory-change.ts'
import { Variants } from './variants.tsx'

interface InventoryProps {
  product: Product
  /** The id in the URL: either the GUID of the product, or its `userDefinedId`. */
  id: string
}

export function Inventory({ product, id }: InventoryProps) {
  const { inventory } = useTexts(texts)
  const method = product.inventoryManagementMethod ?? 'Disabled'
  return (
    <Section title={inventory.title} aside={<ProductStockBadge product={product} below={defaultLowStock} />}>
      <Stack gap="md">
        <MethodChoice product={product} id={id} method={method} />
        {method === 'Single' && <SingleStock product={product} id={id} />}
        {method === 'Variant' && <Variants product={product} id={id} />}
        {method !== 'Disabled' && <OutOfStock product={product} id={id} method={method} />}
      </Stack>
    </Section>
  )
}

function MethodChoice({ product, id, method }: InventoryProps & { method: Method }) {
  const { inventory } = useTexts(texts)
  const { canChange } = useSession()
  const { run } = useInventoryChange(id)
  const orientation = useMatches({ base: 'vertical', xs: 'horizontal' } as const)
  const hasDropdowns = dropdownFieldsOf(product).length > 0
  const methods: Method[] = ['Disabled', 'Single', 'Variant']
  const isImpossible = (one: Method) => one === 'Variant' && !hasDropdowns && method !== one
  return (
    <Stack gap={4} align="flex-start">
      <SegmentedControl
        size="xs"
        orientation={orientation}
        aria-label={inventory.method}
        value={method}
        disabled={!canChange}
        data={methods.map(value => ({ value, label: inventory.methods[value], disabled: isImpossible(value) }))}
        onChange={chosen => run({ inventoryManagementMethod: chosen })}
      />
      <Hint>{isImpossible('Variant') ? inventory.noChoices : inventory.hints[method]}</Hint>
    </Stack>
  )
}

function SingleStock({ product: { stock = 0, allowOutOfStockPurchases = false }, id }: InventoryProps) {
  const { inventory } = useTexts(texts)
  const { number } = useFormats()
  const { canChange } = useSession()
  const { run, isPending } = useInventoryChange(id)
  if (!canChange) return <Text>{inventory.inStock(number(stock))}</Text>
  return (
    <StockField
      name={inventory.product}
      stock={stock}
      mayBeNegative={allowOutOfStockPurchases}
      isPending={isPending}
      onSave={changed => run({ stock: changed })}
    />
  )
}

/**
 * The switch that allows orders beyond the stock. If each variant has its own stock, this switch applies only to new
 * variants.
 */
function OutOfStock({
  product: { allowOutOfStockPurchases = false },
  id,
  method,
}: InventoryProps & { method: Method }) {
  const { inventory } = useTexts(texts)
  const { canChange } = useSession()
  const { run } = useInventoryChange(id)
  return (
    <Group>
      <Switch
        label={method === 'Variant' ? inventory.oversellNew : inventory.oversell}
        description={inventory.oversellHint}
        checked={allowOutOfStockPurchases}
        disabled={!canChange}
        onChange={event => run({ allowOutOfStockPurchases: event.currentTarget.checked })}
      />
    </Group>
  )
}
