/** The screen of one subscription, of engine V1 or V3. */

import { Alert, Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { ProgressNotice } from '../change/progress-notice.tsx'
import { texts as changeTexts } from '../change/texts.ts'
import { Hint } from '../details/hint.tsx'
import { ObjectScreen } from '../details/object-screen.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { Actions } from './actions.tsx'
import { State } from './badges.tsx'
import { SubscriptionFacts } from './facts.tsx'
import { Invoices } from './invoices.tsx'
import { type Pausing, usePausing } from './pausing.ts'
import { type ShownSubscription, subscriptionQuery } from './subscription.ts'
import { texts } from './texts.ts'
import { Upcoming } from './upcoming.tsx'

const route = getRouteApi('/subscriptions/$engine/$id')

export function SubscriptionScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { engine, id } = route.useParams()
  const query = useQuery(subscriptionQuery(api, engine === 'V3' ? 'V3' : 'V1', id))
  return (
    <ObjectScreen back={<TextLink to="/subscriptions">{text.back}</TextLink>} query={query}>
      {shown => <Details key={id} shown={shown} />}
    </ObjectScreen>
  )
}

function Details({ shown }: { shown: ShownSubscription }) {
  const text = useTexts(texts)
  const pausing = usePausing(shown)
  return (
    <ScreenWithTitle
      title={text.subscription(shown.name || shown.id.slice(0, 8))}
      aside={<Actions shown={shown} pausing={pausing} />}
    >
      <Stack>
        <PausingProgress pausing={pausing} />
        <Group gap="xs">
          <State state={shown.state} />
        </Group>
        {shown.paymentStatus === 'Declined' && (
          <Alert color="red" title={text.declinedNotice.title}>
            {text.declinedNotice.sentence}
          </Alert>
        )}
        {!shown.v1 && <Hint>{text.onlyV1}</Hint>}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <SubscriptionFacts shown={shown} />
          <Upcoming shown={shown} />
        </SimpleGrid>
        <Invoices shown={shown} />
      </Stack>
    </ScreenWithTitle>
  )
}

function PausingProgress({ pausing: { progress } }: { pausing: Pausing }) {
  const text = useTexts(changeTexts)
  if (!progress) return null
  return <ProgressNotice progress={progress} title={text.progress[progress]} sentence={text.progressHint[progress]} />
}
