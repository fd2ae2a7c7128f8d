/** The second step of the change dialog: the amounts that are charged now and next, before the request is sent. */

import { Alert, Button, List, Stack } from '@mantine/core'
import { DialogButtons } from '../change/dialog.tsx'
import { Refusal } from '../change/refusal.tsx'
import { Hint } from '../details/hint.tsx'
import { problemOf } from '../session/client.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { type ChargePreview, previewCharges } from './charge-preview.ts'
import { formatMoney } from './facts.tsx'
import type { ShownSubscription } from './subscription.ts'
import type { SubscriptionTexts } from './texts.ts'
import { texts } from './texts.ts'
import type { WantedChange } from './values.ts'

interface ReviewProps {
  shown: ShownSubscription
  wanted: WantedChange
  refusal: unknown
  isPending: boolean
  onBack: () => void
  onConfirm: () => void
}

export function ChangeReview({ shown, wanted, refusal, isPending, onBack, onConfirm }: ReviewProps) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { change } = text
  const charges = previewCharges(shown, wanted, new Date())
  const charged = formatMoney(formats, charges.now, shown.currency)
  const isUnanswered = problemOf(refusal)?.status === 504
  return (
    <Stack>
      <Alert
        color={charges.now > 0 ? 'orange' : 'gray'}
        title={charges.now > 0 ? change.chargeNow(charged) : change.noChargeNow}
      >
        <List size="sm">
          {sentencesOf({ shown, wanted, charges, text, formats }).map(sentence => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Alert>
      {charges.hasGateway && <Hint>{change.extras}</Hint>}
      <Refusal error={refusal} />
      <DialogButtons cancel={change.back} onCancel={onBack}>
        <Button onClick={onConfirm} loading={isPending} data-autofocus>
          {isUnanswered ? text.again : confirmText(charges, charged, text)}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

const confirmText = ({ now }: ChargePreview, charged: string, { change }: SubscriptionTexts) =>
  now > 0 ? change.confirm(charged) : change.save

interface Sentences {
  shown: ShownSubscription
  wanted: WantedChange
  charges: ChargePreview
  text: SubscriptionTexts
  formats: Formats
}

function sentencesOf({ shown, wanted: { schedule }, charges, text, formats }: Sentences): string[] {
  const { change, every, noGateway } = text
  const { next, isPaused, hasGateway } = charges
  const amount = formatMoney(formats, next.amount, shown.currency)
  return [
    ...(hasGateway ? [] : [`${noGateway}.`]),
    ...(isPaused ? [change.paused] : []),
    next.date ? change.nextPayment(amount, formats.dateTime(next.date)) : change.later(amount),
    `${change.after}: ${every(schedule.interval, schedule.intervalCount ?? 1)}.`,
  ]
}
