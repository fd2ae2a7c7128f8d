/** The sales of a product in the last 30 days, compared with the 30 days before those. */

import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Product, SalesReport } from '../../client/index.ts'
import { Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { loadCode } from '../placeholders/screen-failure.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

/** The chart is imported only when it is shown, because the chart library is large. */
const SalesChart = lazy(async () => ({ default: (await loadCode(() => import('./sales-chart.tsx'))).SalesChart }))

/** The request needs no dates, because a report covers the last 30 days by default. */
export function RecentSales({ product: { userDefinedId } }: { product: Product }) {
  const { sales } = useTexts(texts)
  const { api } = useSession()
  const query = useQuery({
    queryKey: ['reports', 'sales', 'product', userDefinedId],
    queryFn: () => api.reports.sales({ by: 'product', productId: userDefinedId }),
  })
  return (
    <Section title={sales.recent}>
      <Loaded query={query}>{report => <Figures report={report} />}</Loaded>
    </Section>
  )
}

function Figures({ report: { groups } }: { report: SalesReport }) {
  const { columns, sales } = useTexts(texts)
  const { amount, number } = useFormats()
  const [group] = groups
  if (!group) return null
  const { currency, total, previousTotal, intervals } = group
  const units = intervals.map(interval => interval.units ?? 0)
  return (
    <>
      <Suspense fallback={<Skeleton h={56} />}>
        <SalesChart label={sales.chart(number(total.units ?? 0))} units={units} />
      </Suspense>
      <Facts
        facts={[
          [columns.sold, sales.before(number(total.units ?? 0), number(previousTotal.units ?? 0))],
          [columns.sales, sales.before(amount(total.gross, currency), amount(previousTotal.gross, currency))],
        ]}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {sales.beforeHint}
      </Text>
    </>
  )
}
