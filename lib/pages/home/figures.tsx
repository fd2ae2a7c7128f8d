/** The sales of today, of the last 7 days and of the last 30 days by currency, compared with the previous period. */

import { Divider, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { SalesGroup, SalesReport } from '../../client/index.ts'
import { Hint } from '../details/hint.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { ChangeBadge } from './change-badge.tsx'
import { type Period, periods } from './periods.ts'
import { type Comparison, changeRate, comparePeriods, isZero, sortedGroups } from './sales.ts'
import { texts } from './texts.ts'

export function FiguresOfPeriods({ report }: { report: SalesReport }) {
  const groups = sortedGroups(report, useSession().account.currency)
  return (
    <SimpleGrid cols={{ base: 1, lg: 3 }}>
      {periods.map(period => (
        <FiguresOfPeriod key={period} period={period} groups={groups} />
      ))}
    </SimpleGrid>
  )
}

interface FiguresOfPeriodProps {
  period: Period
  groups: readonly SalesGroup[]
}

/**
 * A currency is shown if it has sales or refunds in the period or in the previous period. If no currency has any, the
 * first currency is shown.
 */
function FiguresOfPeriod({ period, groups }: FiguresOfPeriodProps) {
  const text = useTexts(texts)
  const all = groups.map(group => ({ currency: group.currency, comparison: comparePeriods(group, period) }))
  const sold = all.filter(({ comparison }) => !isZero(comparison))
  return (
    <Section title={text.periods[period]}>
      <Stack gap="sm">
        {(sold.length > 0 ? sold : all.slice(0, 1)).map(({ currency, comparison }, index) => (
          <Fragment key={currency}>
            {index > 0 && <Divider />}
            <FiguresOfCurrency period={period} currency={currency} comparison={comparison} />
          </Fragment>
        ))}
      </Stack>
    </Section>
  )
}

interface FiguresOfCurrencyProps {
  period: Period
  currency: string
  comparison: Comparison
}

/** The change from yesterday is shown in gray instead of green or red, because today is not over. */
function FiguresOfCurrency({ period, currency, comparison: { now, before } }: FiguresOfCurrencyProps) {
  const text = useTexts(texts)
  const { amount, number, change } = useFormats()
  const money = (value: number) => amount(value, currency)
  const rate = changeRate(now.orders, before.orders)
  const ordersBefore = text.earlier(number(before.orders)) + (rate === null ? '' : ` (${change(rate)})`)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text fz={24} fw={650} lh={1.25} className="numbers">
          {money(now.gross)}
        </Text>
        <ChangeBadge now={now.gross} before={before.gross} isNeutral={period === 'today'} />
      </Group>
      <Hint>
        {text.label(text.before[period])} <span className="numbers">{money(before.gross)}</span>
      </Hint>
      <Figure title={text.label(text.orders)} now={number(now.orders)} before={ordersBefore} />
      {now.refunds + before.refunds > 0 && (
        <Figure
          title={text.label(text.refunds)}
          now={money(now.refunds)}
          before={text.earlier(money(before.refunds))}
        />
      )}
    </div>
  )
}

interface FigureProps {
  title: string
  now: string
  before: string
}

const Figure = ({ title, now, before }: FigureProps) => (
  <Text size="sm">
    {title}{' '}
    <Text span inherit fw={600} className="numbers">
      {now}
    </Text>
    <Text span inherit c="dimmed">
      , {before}
    </Text>
  </Text>
)
