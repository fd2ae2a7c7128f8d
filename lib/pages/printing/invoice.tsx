/** The printed invoice of an order, with its refunds. */

import { Table, Text } from '@mantine/core'
import type { Order } from '../../client/index.ts'
import { texts as orderTexts } from '../orders/texts.ts'
import { labelOf } from '../session/language.ts'
import { invoiceTotalRowsOf } from './invoice-total-rows.ts'
import { AddressBlock, ItemName, Sheet, SheetBlock, SheetColumns, useSheetContext } from './sheet.tsx'

export const Invoice = ({ order }: { order: Order }) => (
  <Sheet order={order} titleOf={text => text.invoice}>
    <Heading order={order} />
    <Items order={order} />
    <Totals order={order} />
  </Sheet>
)

function Heading({ order }: { order: Order }) {
  const { text, language } = useSheetContext()
  const { billingAddress, shippingAddress, shippingAddressSameAsBilling, paymentMethod, paymentStatus } = order
  const { payments, methods } = orderTexts[language]
  const status = paymentStatus && payments[paymentStatus]
  const payment = [labelOf(methods, paymentMethod), status].filter(Boolean).join(', ')
  return (
    <SheetColumns>
      <AddressBlock title={text.billTo} address={billingAddress} />
      {shippingAddressSameAsBilling ? <div /> : <AddressBlock title={text.shipTo} address={shippingAddress} />}
      {payment && <SheetBlock title={text.payment}>{payment}</SheetBlock>}
      {order.shippingMethod && <SheetBlock title={text.shipping}>{order.shippingMethod}</SheetBlock>}
    </SheetColumns>
  )
}

function Items({ order: { items, currency } }: { order: Order }) {
  const { text, formats } = useSheetContext()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.item}</Table.Th>
          <Table.Th ta="right">{text.quantity}</Table.Th>
          <Table.Th ta="right">{text.price}</Table.Th>
          <Table.Th ta="right">{text.amount}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(item => (
          <Table.Tr key={item.uniqueId}>
            <Table.Td>
              <ItemName item={item} />
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {formats.number(item.quantity)}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {formats.amount(item.unitPrice, currency)}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {formats.amount(item.totalPrice, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Totals({ order }: { order: Order }) {
  const { text, formats } = useSheetContext()
  return (
    <Table className="together" withRowBorders={false} verticalSpacing={2}>
      <Table.Tbody>
        {invoiceTotalRowsOf(order, text, formats).map(({ key, label, amount, isSum }) => (
          <Table.Tr key={key}>
            <Table.Td ta="right">
              <Text fw={isSum ? 700 : 400} className="prose">
                {label}
              </Text>
            </Table.Td>
            <Table.Td ta="right" w={140} className="numbers" fw={isSum ? 700 : 400}>
              {formats.amount(amount, order.currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
