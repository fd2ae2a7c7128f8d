/** A chart with one line for the sales of a period and one for the previous period. It is imported lazily. */

import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Box } from '@mantine/core'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import type { SalesProps } from './sales.ts'
import { texts } from './texts.ts'

export function SalesChart({ height, period, currency, points }: SalesProps & { height: number }) {
  const text = useTexts(texts)
  const { amount, compact, interval } = useFormats()
  const data = points.map(({ start, now, before }) => ({
    label: interval(start),
    now: now?.gross,
    before: before.gross,
  }))
  return (
    <Box role="img" aria-label={text.chart(text.periods[period], currency.toUpperCase())}>
      <LineChart
        h={height}
        data={data}
        dataKey="label"
        curveType="linear"
        connectNulls={false}
        withLegend
        legendProps={{ itemSorter: null }}
        dotProps={{ r: 2 }}
        xAxisProps={{ interval: points.length > 7 ? 'equidistantPreserveStart' : 'preserveStartEnd' }}
        accessibilityLayer={false}
        lineProps={{ isAnimationActive: false }}
        valueFormatter={value => amount(value, currency)}
        yAxisProps={{ tickFormatter: compact, width: 80 }}
        series={[
          { name: 'now', label: text.periods[period], color: 'indigo.6' },
          { name: 'before', label: text.before[period], color: 'gray.6', strokeDasharray: '6 4' },
        ]}
      />
    </Box>
  )
}
