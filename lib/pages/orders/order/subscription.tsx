/** A section of the order screen with a link to the subscription of the order. */

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Client, Order } from '../../../client/index.ts'
import { TextLink } from '../../app/links.tsx'
import { Section } from '../../details/section.tsx'
import { nullIfMissing, useSession } from '../../session/client.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'

export function Subscription({ order: { subscriptionId, parentToken } }: { order: Order }) {
  const text = useTexts(texts)
  if (!subscriptionId) return null
  return (
    <Section title={text.subscription}>
      <Stack gap={4} className="breakable">
        <SubscriptionLink id={subscriptionId} />
        {parentToken && (
          <TextLink to="/orders/$token" params={{ token: parentToken }}>
            {text.firstOrder}
          </TextLink>
        )}
      </Stack>
    </Section>
  )
}

/**
 * Looks for the subscription in both subscription engines, V1 and V3, because an order does not name the engine of its
 * subscription.
 */
async function findSubscription(api: Client, id: string) {
  const { dashboardGet } = api.subscriptions
  return (await nullIfMissing(dashboardGet({ id, version: 'V1' }))) ?? (await dashboardGet({ id, version: 'V3' }))
}

/**
 * Shows a link to the subscription. Shows only the id if the subscription is unknown, the feature is off, or the secret
 * key cannot read it.
 */
function SubscriptionLink({ id }: { id: string }) {
  const { api, account } = useSession()
  const { data } = useQuery({
    queryKey: ['subscriptions', 'of order', id],
    queryFn: () => findSubscription(api, id),
    enabled: account.scope !== 'orders' && account.features.includes('subscriptions'),
  })
  if (!data) return <Text size="sm">{id}</Text>
  return (
    <TextLink to="/subscriptions/$engine/$id" params={{ engine: data.featureVersion, id }}>
      {data.name || id}
    </TextLink>
  )
}
