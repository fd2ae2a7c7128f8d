/** A section of Home with the sales of the chosen period, as a chart or as a table. */

import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { SalesGroup } from '../../client/index.ts'
import { Section } from '../details/section.tsx'
import { type View, Views } from '../list/views.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { loadCode } from '../placeholders/screen-failure.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { defaultPeriod, type HomeSearch, periods } from './periods.ts'
import { useToday } from './reload.ts'
import {
  chartPoints,
  dailySalesQuery,
  hourlySalesQuery,
  type LoadedReport,
  type SalesProps,
  sortedGroups,
} from './sales.ts'
import { SalesTable } from './sales-table.tsx'
import { type HomeTexts, texts } from './texts.ts'

const SalesChart = lazy(async () => ({ default: (await loadCode(() => import('./sales-chart.tsx'))).SalesChart }))

const height = 280

interface SalesCardProps {
  search: HomeSearch
  onChange: (change: HomeSearch) => void
}

export function SalesCard({ search, onChange }: SalesCardProps) {
  const text = useTexts(texts)
  const session = useSession()
  const { period = defaultPeriod, show } = search
  const today = useToday()
  const query = useQuery(period === 'today' ? hourlySalesQuery(session, today) : dailySalesQuery(session, today))
  const loadedAt = query.dataUpdatedAt
  const toggle = (
    <Button size="compact-sm" variant="default" onClick={() => onChange({ show: show ? undefined : 'table' })}>
      {show ? text.asChart : text.asTable}
    </Button>
  )
  return (
    <Section title={text.sales} aside={toggle}>
      <Loaded query={query}>
        {report => <SalesOfReport report={report} loadedAt={loadedAt} search={search} onChange={onChange} />}
      </Loaded>
    </Section>
  )
}

function SalesOfReport({ report, loadedAt, search, onChange }: SalesCardProps & LoadedReport) {
  const text = useTexts(texts)
  const { period = defaultPeriod, show } = search
  const groups = sortedGroups(report, useSession().account.currency)
  const group = groups.find(({ currency }) => currency === search.currency) ?? groups[0]
  if (!group) return <Message title={text.noSales} />
  const { currency } = group
  const props = { period, currency, points: chartPoints({ report, loadedAt }, group, period) }
  return (
    <>
      <Group gap="0 32">
        <Views label={text.period} views={periodViews(text)} current={{ period }} onView={onChange} />
        {groups.length > 1 && (
          <Views label={text.currency} views={groups.map(viewOf)} current={{ currency }} onView={onChange} />
        )}
      </Group>
      {show ? <SalesTable {...props} /> : <Chart {...props} />}
    </>
  )
}

const periodViews = (text: HomeTexts): View<HomeSearch>[] =>
  periods.map(period => ({ name: period, title: text.periods[period], search: { period } }))

const viewOf = ({ currency }: SalesGroup): View<HomeSearch> => ({
  name: currency,
  title: currency.toUpperCase(),
  search: { currency },
})

const Chart = (props: SalesProps) => (
  <Suspense fallback={<Skeleton height={height} />}>
    <SalesChart height={height} {...props} />
  </Suspense>
)
