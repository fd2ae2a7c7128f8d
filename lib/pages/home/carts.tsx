/** A section of Home with the value of open carts, and the orders that came from abandoned carts. */

import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CartsReport, Client } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { reloadOptions } from './reload.ts'
import { texts } from './texts.ts'

/** Only the totals of this report are used. So the report has monthly intervals, which make the shortest reply. */
const cartsQuery = (api: Client) => ({
  queryKey: ['reports', 'carts'],
  queryFn: () => api.reports.carts({ interval: 'month' }),
  ...reloadOptions,
})

export function OpenCarts() {
  const text = useTexts(texts)
  const query = useQuery(cartsQuery(useSession().api))
  return (
    <Section
      title={text.openCarts}
      aside={
        <TextLink to="/carts" size="md">
          {text.allCarts}
        </TextLink>
      }
    >
      <Loaded query={query}>{report => <Carts report={report} />}</Loaded>
    </Section>
  )
}

function Carts({ report: { open, groups } }: { report: CartsReport }) {
  const text = useTexts(texts)
  const { amount, number } = useFormats()
  const recovered = groups.filter(({ total }) => total.recovered > 0)
  return (
    <Stack gap="xs">
      {open.length === 0 && <Text size="sm">{text.noCarts}</Text>}
      {open.map(({ currency, carts, value }) => (
        <Line key={currency} label={text.carts(number(carts))} value={amount(value, currency)} />
      ))}
      {recovered.map(({ currency, total }) => (
        <Line
          key={currency}
          label={text.recovered(number(total.recovered))}
          value={amount(total.recoveredValue, currency)}
        />
      ))}
    </Stack>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">{label}</Text>
    <Text size="sm" className="numbers">
      {value}
    </Text>
  </Group>
)
