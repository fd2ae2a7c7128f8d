/** The printed packing slip of an order: the items in the parcel, without prices. */

import { Table, Text } from '@mantine/core'
import type { Order } from '../../client/index.ts'
import { AddressBlock, ItemName, Sheet, SheetBlock, SheetColumns, useSheetContext } from './sheet.tsx'

export const PackingSlip = ({ order }: { order: Order }) => (
  <Sheet order={order} titleOf={text => text.packingSlip}>
    <Heading order={order} />
    <Items order={order} />
    <OrderNotes order={order} />
  </Sheet>
)

function Heading({ order }: { order: Order }) {
  const { text } = useSheetContext()
  const { shippingAddress, shippingMethod, trackingNumber } = order
  return (
    <SheetColumns>
      <AddressBlock title={text.shipTo} address={shippingAddress} />
      <div>
        {shippingMethod && <SheetBlock title={text.shipping}>{shippingMethod}</SheetBlock>}
        {trackingNumber && <SheetBlock title={text.tracking}>{trackingNumber}</SheetBlock>}
      </div>
    </SheetColumns>
  )
}

/** Returns the shippable items, or all items if the checkout marked none as shippable. */
function shippedItems(items: Order['items']): Order['items'] {
  const shipped = items.filter(({ shippable }) => shippable)
  return shipped.length > 0 ? shipped : items
}

function Items({ order: { items, totalWeight } }: { order: Order }) {
  const { text, formats } = useSheetContext()
  const shipped = shippedItems(items)
  const others = items.length - shipped.length
  return (
    <div>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.item}</Table.Th>
            <Table.Th ta="right">{text.quantity}</Table.Th>
            <Table.Th ta="right">{text.packed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shipped.map(item => (
            <Table.Tr key={item.uniqueId}>
              <Table.Td>
                <ItemName item={item} />
              </Table.Td>
              <Table.Td ta="right" fw={600} className="numbers">
                {formats.number(item.quantity)}
              </Table.Td>
              <Table.Td ta="right">☐</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {totalWeight > 0 && <Text mt="sm">{text.weight(formats.weight(totalWeight))}</Text>}
      {others > 0 && <Text mt="sm">{text.notShipped(formats.number(others))}</Text>}
    </div>
  )
}

/** The notes of the buyer, and the custom fields that the store added to its checkout. */
function OrderNotes({ order: { notes, customFields } }: { order: Order }) {
  const { text } = useSheetContext()
  const lines = [notes, ...customFields.filter(({ value }) => value).map(({ name, value }) => `${name}: ${value}`)]
  const shown = lines.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <SheetBlock title={text.notes}>
      <Text className="prose">{shown.join('\n')}</Text>
    </SheetBlock>
  )
}
