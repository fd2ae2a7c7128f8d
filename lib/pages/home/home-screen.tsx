/** The first screen after signing in: sales, best sellers, open carts, and the tasks of staff. */

import { Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { Section } from '../details/section.tsx'
import { Loaded } from '../placeholders/loaded.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { BestSellers } from './best-sellers.tsx'
import { OpenCarts } from './carts.tsx'
import { FiguresOfPeriods } from './figures.tsx'
import type { HomeSearch } from './periods.ts'
import { useToday } from './reload.ts'
import { dailySalesQuery } from './sales.ts'
import { SalesCard } from './sales-card.tsx'
import { texts } from './texts.ts'
import { ToDo } from './to-do.tsx'

const route = getRouteApi('/home')

/** With a key of the scope `orders`, only the tasks are shown, because such a key cannot read reports. */
export function HomeScreen() {
  const text = useTexts(texts)
  const { scope } = useSession().account
  const search = route.useSearch()
  const navigate = useNavigate()
  const change = (changed: HomeSearch) =>
    void navigate({ to: '/home', search: { ...search, ...changed }, resetScroll: false })
  return (
    <ScreenWithTitle title={text.title}>
      {scope === 'orders' ? <ToDo /> : <Figures search={search} onChange={change} />}
    </ScreenWithTitle>
  )
}

interface FiguresProps {
  search: HomeSearch
  onChange: (change: HomeSearch) => void
}

function Figures(props: FiguresProps) {
  const text = useTexts(texts)
  const session = useSession()
  const { features } = session.account
  const query = useQuery(dailySalesQuery(session, useToday()))
  return (
    <Stack>
      {query.data ? (
        <FiguresOfPeriods report={query.data} />
      ) : (
        <Section title={text.figures}>
          <Loaded query={query}>{report => <FiguresOfPeriods report={report} />}</Loaded>
        </Section>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <ToDo />
            {features.includes('abandonedCarts') && <OpenCarts />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <SalesCard {...props} />
            <BestSellers />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
