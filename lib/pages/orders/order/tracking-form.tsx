/** The input form for the tracking of an order. Its button marks the order as shipped, or saves the tracking. */

import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Order, OrderChange, ProblemError } from '../../../client/index.ts'
import { fieldErrorsOf } from '../../change/problem-details.tsx'
import { isWebAddress } from '../../details/outside-link.tsx'
import { showFaults, submitHandler } from '../../form/faults.ts'
import { useTexts } from '../../session/language.ts'
import { texts as orderTexts } from '../texts.ts'
import { texts } from './texts.ts'
import { useOrderChange } from './use-order-change.ts'

const maxLength = 2000

const fieldsOf = ({ status, trackingNumber, trackingUrl }: Order): OrderChange => ({
  status,
  trackingNumber: trackingNumber || null,
  trackingUrl: trackingUrl || null,
})

function useTrackingChange(order: Order, isShipping: boolean, onRefused: (problem: ProblemError) => void) {
  const text = useTexts(texts)
  const { shipped } = useTexts(orderTexts)
  return useOrderChange(order, {
    /**
     * Only the status is predicted. The tracking is the React key of the input form, so a predicted tracking number
     * would reset the form, and the typed text would be lost if the API then refused the change.
     */
    predict: (shown, { status = shown.status }) => ({ ...shown, status }),
    undo: fieldsOf,
    done: isShipping ? shipped : text.trackingSaved,
    onRefused,
  })
}

/** The button does not ask for confirmation, because the change can be undone. */
export function TrackingForm({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { ship } = useTexts(orderTexts)
  const isShipping = order.status === 'Processed'
  const tooLong = (value: string) => (value.length > maxLength ? text.tooLong(maxLength) : null)
  const form = useForm({
    initialValues: { trackingNumber: order.trackingNumber, trackingUrl: order.trackingUrl },
    validate: {
      trackingNumber: tooLong,
      trackingUrl: value => (value.trim() && !isWebAddress(value.trim()) ? text.notWebAddress : tooLong(value)),
    },
  })
  const { run, isPending } = useTrackingChange(order, isShipping, problem => showFaults(form, fieldErrorsOf(problem)))
  const send = ({ trackingNumber, trackingUrl }: typeof form.values) =>
    run({
      status: isShipping ? 'Shipped' : order.status,
      trackingNumber: trackingNumber.trim() || null,
      trackingUrl: trackingUrl.trim() || null,
    })
  if (!isShipping && order.status !== 'Shipped' && order.status !== 'Delivered') return null
  return (
    <form onSubmit={submitHandler(form, send)} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={text.trackingNumber}
          w={{ base: '100%', sm: 220 }}
          {...form.getInputProps('trackingNumber')}
        />
        <TextInput
          label={text.trackingUrl}
          type="url"
          flex="1 1 220px"
          placeholder="https://"
          {...form.getInputProps('trackingUrl')}
        />
        <Button
          type="submit"
          mt={{ base: 0, sm: 25 }}
          loading={isPending}
          disabled={!isShipping && !form.isDirty()}
          variant={isShipping ? 'filled' : 'default'}
        >
          {isShipping ? ship : text.saveTracking}
        </Button>
      </Group>
    </form>
  )
}
