/** The dialog that sets the status of an order and of its payment. It neither captures nor refunds the payment. */

import { Button, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Order } from '../../../client/index.ts'
import { DialogButtons } from '../../change/dialog.tsx'
import { submitHandler } from '../../form/faults.ts'
import { useTexts } from '../../session/language.ts'
import { texts as orderTexts } from '../texts.ts'
import { OrderDialog, useOrderDialog } from './order-dialog.tsx'
import { isAuthorized } from './payment-state.ts'
import { texts } from './texts.ts'
import { useOrderChange } from './use-order-change.ts'

interface OrderProps {
  order: Order
}

export function StatusDialog({ order }: OrderProps) {
  const text = useTexts(texts)
  return (
    <OrderDialog name="status" title={text.changeStatus}>
      {/* If another person changes a status, the new React key resets the form to it. */}
      <StatusForm key={`${order.status} ${order.paymentStatus}`} order={order} />
    </OrderDialog>
  )
}

type Statuses = Pick<Order, 'status' | 'paymentStatus'>

/**
 * Returns whether the API would capture the payment with these statuses. This dialog refuses such statuses, because a
 * capture has its own dialog.
 */
const isCapture = (order: Order, { status, paymentStatus }: Statuses) =>
  isAuthorized(order) && status === 'Processed' && paymentStatus === 'Paid'

/** Returns the statuses that differ from those of the order. A refund may change the payment status meanwhile. */
const changeOf = (order: Order, { status, paymentStatus }: Statuses) => ({
  ...(status !== order.status && { status }),
  ...(paymentStatus && paymentStatus !== order.paymentStatus && { paymentStatus }),
})

/** Returns the former values of the statuses that were changed. A payment status that was missing cannot be removed. */
function reverse(before: Order, change: Partial<Statuses>) {
  const status = change.status && { status: before.status }
  const payment = change.paymentStatus && before.paymentStatus && { paymentStatus: before.paymentStatus }
  return status || payment ? { ...status, ...payment } : undefined
}

const choicesOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

function StatusForm({ order }: OrderProps) {
  const text = useTexts(texts)
  const { statuses, payments, columns } = useTexts(orderTexts)
  const dialog = useOrderDialog()
  const close = () => dialog.close('status')
  const { run, isPending } = useOrderChange(order, { undo: reverse, done: text.statusChanged, onDone: close })
  const initialValues: Statuses = { status: order.status, paymentStatus: order.paymentStatus }
  const form = useForm({
    initialValues,
    validate: { paymentStatus: (_, values) => (isCapture(order, values) ? text.useCapture : null) },
  })
  return (
    <form onSubmit={submitHandler(form, values => run(changeOf(order, values)))}>
      <Stack>
        <Text size="sm">{text.statusHint}</Text>
        <Select
          label={columns.status}
          data={choicesOf(statuses)}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('status')}
        />
        <Select
          label={text.paymentStatus}
          data={choicesOf(payments)}
          allowDeselect={false}
          {...form.getInputProps('paymentStatus')}
        />
        <DialogButtons cancel={text.back} onCancel={close}>
          <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
            {text.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
