/** Badges for a product that is sold out, low in stock or archived. */

import { Badge } from '@mantine/core'
import type { Product } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface StockBadgeProps {
  /** The number in stock. It is undefined if the stock is not tracked. */
  stock: number | undefined
  below: number
}

export function StockBadge({ stock, below }: StockBadgeProps) {
  const { stock: text } = useTexts(texts)
  if (stock === undefined || stock >= below) return null
  return stock <= 0 ? <Badge color="red">{text.soldOut}</Badge> : <Badge color="orange">{text.low}</Badge>
}

interface ProductStockBadgeProps {
  product: Product
  below: number
}

/**
 * The badge for the stock of the whole product. If variants are low in stock, but the product is not sold out, the
 * badge shows how many variants are low.
 */
export function ProductStockBadge({ product, below }: ProductStockBadgeProps) {
  const { stock: text } = useTexts(texts)
  const { totalStock, variants } = product
  const low = (variants ?? []).filter(({ stock }) => stock < below).length
  if (low === 0 || (totalStock ?? 0) <= 0) return <StockBadge stock={totalStock} below={below} />
  return <Badge color="orange">{text.lowVariants(low)}</Badge>
}

export function ArchivedBadge({ product: { archived } }: { product: Product }) {
  const text = useTexts(texts)
  return archived ? <Badge color="gray">{text.archived}</Badge> : null
}
