/** The sales of a period and of the previous period as a table, for users who cannot use the chart. */

import { type Column, ListTable } from '../list/list-table.tsx'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import type { Figures, Point, SalesProps } from './sales.ts'
import { type HomeTexts, texts } from './texts.ts'

/** The text in place of figures for an hour or day that has not begun. */
const none = '–'

interface Context {
  text: HomeTexts
  formats: Formats
  currency: string
  /** The rows are hours of today. Yesterday has the same hours, so the column with its hours is left out. */
  isHourly: boolean
}

function columnsOf({ text, formats: { amount, number, interval }, currency, isHourly }: Context): Column<Point>[] {
  const { columns, sales, orders, refunds } = text
  const money = (figures: Figures | null, name: 'gross' | 'refunds') =>
    figures ? amount(figures[name], currency) : none
  const count = (figures: Figures | null) => (figures ? number(figures.orders) : none)
  const isNumber = true
  const timeBefore: Column<Point> = {
    name: 'timeBefore',
    title: columns.timeBefore,
    isNumber,
    from: 'sm',
    cell: ({ startBefore }) => interval(startBefore),
  }
  return [
    { name: 'time', title: columns.time, cell: ({ start }) => interval(start) },
    { name: 'sales', title: sales, isNumber, cell: ({ now }) => money(now, 'gross') },
    { name: 'orders', title: orders, isNumber, from: 'sm', cell: ({ now }) => count(now) },
    { name: 'refunds', title: refunds, isNumber, from: 'lg', cell: ({ now }) => money(now, 'refunds') },
    ...(isHourly ? [] : [timeBefore]),
    { name: 'salesBefore', title: columns.salesBefore, isNumber, cell: ({ before }) => money(before, 'gross') },
    { name: 'ordersBefore', title: columns.ordersBefore, isNumber, from: 'xl', cell: ({ before }) => count(before) },
  ]
}

export function SalesTable({ period, currency, points }: SalesProps) {
  const text = useTexts(texts)
  const formats = useFormats()
  return (
    <ListTable
      title={text.chart(text.periods[period], currency.toUpperCase())}
      items={points}
      columns={columnsOf({ text, formats, currency, isHourly: period === 'today' })}
      keyOf={({ start }) => start}
    />
  )
}
