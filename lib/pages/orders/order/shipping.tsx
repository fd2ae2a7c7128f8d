/** A section of the order screen with the shipping method, the tracking, and the form that ships the order. */

import { Stack } from '@mantine/core'
import type { Order } from '../../../client/index.ts'
import { type Fact, Facts } from '../../details/facts.tsx'
import { Hint } from '../../details/hint.tsx'
import { OutsideLink } from '../../details/outside-link.tsx'
import { Section } from '../../details/section.tsx'
import { useSession } from '../../session/client.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'
import { TrackingForm } from './tracking-form.tsx'

export function Shipping({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { shippingMethod, shippingProvider, trackingNumber, trackingUrl } = order
  const tracking = trackingUrl ? <OutsideLink url={trackingUrl} label={trackingNumber || undefined} /> : trackingNumber
  const facts: Fact[] = [
    [text.method, shippingMethod],
    [text.carrier, shippingProvider],
    [text.tracking, tracking],
  ]
  const isEmpty = facts.every(([, value]) => !value)
  return (
    <Section title={text.shipping}>
      <Stack gap="sm">
        {isEmpty ? <Hint>{text.noShipping}</Hint> : <Facts facts={facts} />}
        {canChange && <TrackingForm key={`${trackingNumber} ${trackingUrl}`} order={order} />}
      </Stack>
    </Section>
  )
}
