/** The dialog that deletes a customer. It lists what is deleted and what is kept. */

import { List } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Customer } from '../../client/index.ts'
import { ConfirmDialog } from '../change/confirm-dialog.tsx'
import { useRefusal } from '../change/refusal.tsx'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { customerQuery, nameOf } from './queries.ts'
import { texts } from './texts.ts'

interface DeleteDialogProps {
  customer: Customer
  isOpen: boolean
  onClose: () => void
}

function useDelete({ id }: Customer, isOpen: boolean) {
  const { remove, columns } = useTexts(texts)
  const { api } = useSession()
  const navigate = useNavigate()
  const { refusal, onRefused, clear } = useRefusal(isOpen)
  const change = useChange({
    query: customerQuery(api, id),
    send: (_: object, options) => api.customers.remove({ id }, options),
    done: remove.done,
    labels: { email: columns.email, status: columns.status },
    isRemoval: true,
    affected: [['customers', 'list']],
    onDone: () => void navigate({ to: '/customers', replace: true }),
    onRefused,
  })
  return { ...change, refusal, clear }
}

export function DeleteDialog({ customer, isOpen, onClose }: DeleteDialogProps) {
  const { remove, noName } = useTexts(texts)
  const { number } = useFormats()
  const { run, isPending, refusal, clear } = useDelete(customer, isOpen)
  const { ordersCount, subscriptionsCount } = customer.statistics
  return (
    <ConfirmDialog
      title={remove.title}
      isOpen={isOpen}
      onClose={() => {
        clear()
        onClose()
      }}
      keep={remove.keep}
      confirm={remove.action}
      onConfirm={() => run({})}
      isPending={isPending}
      refusal={refusal}
    >
      <List>
        <List.Item>{remove.what(nameOf(customer) || noName, customer.email)}</List.Item>
        <List.Item>{remove.sessions}</List.Item>
        <List.Item>{remove.orders(number(ordersCount), number(subscriptionsCount))}</List.Item>
        <List.Item>{remove.again}</List.Item>
        <List.Item>{remove.final}</List.Item>
      </List>
    </ConfirmDialog>
  )
}
