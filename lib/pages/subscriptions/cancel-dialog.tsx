/**
 * The dialog that cancels a subscription: at once with the engine V1, or at the next billing date with the engine V3.
 */

import { List } from '@mantine/core'
import { ConfirmDialog } from '../change/confirm-dialog.tsx'
import { useRefusal } from '../change/refusal.tsx'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { type ShownSubscription, subscriptionQuery } from './subscription.ts'
import { texts } from './texts.ts'

interface CancelDialogProps {
  shown: ShownSubscription
  isOpen: boolean
  onClose: () => void
}

function useCancel({ shown, isOpen, onClose }: CancelDialogProps) {
  const { cancel } = useTexts(texts)
  const { api } = useSession()
  const { engine, id } = shown
  const { refusal, onRefused, clear } = useRefusal(isOpen)
  const change = useChange<ShownSubscription, object, object>({
    query: subscriptionQuery(api, engine, id),
    send: () =>
      engine === 'V1' ? api.subscriptions.cancel({ id }) : api.subscriptions.dashboardCancel({ id, version: engine }),
    done: engine === 'V1' ? cancel.done : cancel.requested,
    affected: [['subscriptions']],
    onDone: onClose,
    onRefused,
  })
  return { ...change, refusal, clear }
}

export function CancelDialog(props: CancelDialogProps) {
  const { shown, isOpen, onClose } = props
  const text = useTexts(texts)
  const { run, isPending, refusal, clear } = useCancel(props)
  return (
    <ConfirmDialog
      title={text.cancel.title}
      isOpen={isOpen}
      onClose={() => {
        clear()
        onClose()
      }}
      keep={text.cancel.keep}
      confirm={text.cancel.action}
      onConfirm={() => run({})}
      isPending={isPending}
      refusal={refusal}
    >
      <ChargePreview shown={shown} />
    </ConfirmDialog>
  )
}

function ChargePreview({ shown: { engine, name, customer, nextBillingDate } }: Pick<CancelDialogProps, 'shown'>) {
  const { cancel } = useTexts(texts)
  const { dateTime } = useFormats()
  const who = customer.billingAddressName || customer.email
  const isAtEnd = engine === 'V3' && nextBillingDate
  return (
    <List>
      <List.Item>{isAtEnd ? cancel.atEnd(name, who, dateTime(nextBillingDate)) : cancel.now(name, who)}</List.Item>
      <List.Item>{engine === 'V1' ? cancel.noCharge : cancel.noRefund}</List.Item>
      <List.Item>{cancel.final}</List.Item>
    </List>
  )
}
