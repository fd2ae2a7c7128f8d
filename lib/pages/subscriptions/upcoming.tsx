/** A section of the subscription screen with the dates of the next payments. */

import { Group, Stack, Text } from '@mantine/core'
import { Hint } from '../details/hint.tsx'
import { Section } from '../details/section.tsx'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { formatMoney } from './facts.tsx'
import type { ShownSubscription } from './subscription.ts'
import type { SubscriptionTexts } from './texts.ts'
import { texts } from './texts.ts'

export function Upcoming({ shown }: { shown: ShownSubscription }) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { upcoming, price, quantity, currency } = shown
  return (
    <Section title={text.upcoming.title}>
      {upcoming.length === 0 && <Hint>{reasonOf(shown, text)}</Hint>}
      <Stack gap="xs">
        {upcoming.map(date => (
          <Group key={date} justify="space-between" className="numbers">
            <Text size="sm">{formats.dateTime(date)}</Text>
            <Text size="sm">{formatMoney(formats, price * quantity, currency)}</Text>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

function reasonOf({ state }: ShownSubscription, { upcoming }: SubscriptionTexts): string {
  if (state === 'Paused') return upcoming.paused
  return state === 'CancellationRequested' ? upcoming.ends : upcoming.none
}
