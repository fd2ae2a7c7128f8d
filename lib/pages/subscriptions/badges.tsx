/** Badges for the state of a subscription and for its newest payment. */

import { Badge, type MantineColor } from '@mantine/core'
import { useTexts } from '../session/language.ts'
import type { InvoiceState } from './queries.ts'
import type { ShownSubscription } from './subscription.ts'
import { texts } from './texts.ts'

const stateColors: Record<ShownSubscription['state'], MantineColor> = {
  Active: 'green',
  Paused: 'orange',
  CancellationRequested: 'orange',
  Canceled: 'gray',
  Stopped: 'gray',
  Finished: 'gray',
}

export function State({ state }: Pick<ShownSubscription, 'state'>) {
  const { states } = useTexts(texts)
  return <Badge color={stateColors[state]}>{states[state]}</Badge>
}

const paymentColors: Record<InvoiceState, MantineColor> = {
  Paid: 'green',
  Pending: 'orange',
  Unpaid: 'red',
  Declined: 'red',
  Void: 'gray',
}

export function LastPayment({ state }: { state: InvoiceState | null }) {
  const { payments } = useTexts(texts)
  return state && <Badge color={paymentColors[state]}>{payments[state]}</Badge>
}
