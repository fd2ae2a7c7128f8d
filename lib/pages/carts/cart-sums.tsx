/** The value of a cart, with a line for each part: items, discounts, shipping and taxes. */

import { Table, Text } from '@mantine/core'
import type { AbandonedCart } from '../../client/index.ts'
import { Section } from '../details/section.tsx'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { type CartTexts, texts } from './texts.ts'

interface Line {
  label: string
  /** The amount of the line; null if another line already includes this amount. */
  value: number | null
}

/**
 * Returns a line for each tax. A checkout can send taxes without a name or an amount, because the API does not check
 * them. Such taxes are left out.
 */
const taxLinesOf = ({ summary }: AbandonedCart, { included }: CartTexts): Line[] =>
  summary.taxes.flatMap(tax => {
    if (typeof tax?.name !== 'string' || typeof tax.amount !== 'number') return []
    return { label: tax.includedInPrice === true ? included(tax.name) : tax.name, value: tax.amount }
  })

/**
 * Returns a line for each discount. A discount on shipping has no amount here, because the line of shipping fees
 * already includes the discount.
 */
const discountLinesOf = ({ discounts }: AbandonedCart, { discount }: CartTexts): Line[] =>
  discounts.map(({ name, code, type, amountSaved }) => ({
    label: `${discount}: ${[name, code].filter(Boolean).join(' · ')}`,
    value: type === 'Shipping' ? null : -(amountSaved ?? 0),
  }))

function useLines(cart: AbandonedCart): Line[] {
  const text = useTexts(texts)
  const { itemsTotal, shippingInformation } = cart
  const { fees, method } = shippingInformation
  return [
    { label: text.subtotal, value: itemsTotal },
    ...discountLinesOf(cart, text),
    ...(method || fees ? [{ label: method ? `${text.fees}: ${method}` : text.fees, value: fees }] : []),
    ...taxLinesOf(cart, text),
  ]
}

export function CartSums({ cart }: { cart: AbandonedCart }) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const lines = useLines(cart)
  return (
    <Section title={text.sums}>
      <Table aria-label={text.sums} withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {lines.map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {value !== null && amount(value, cart.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td>
              <Text fw={600}>{text.columns.total}</Text>
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              <Text fw={600}>{amount(cart.total, cart.currency)}</Text>
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Section>
  )
}
