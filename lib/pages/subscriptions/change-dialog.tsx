/** The dialog that changes a V1 subscription in two steps: an input form, and the resulting charges to confirm. */

import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ProblemError, Subscription } from '../../client/index.ts'
import { Dialog } from '../change/dialog.tsx'
import { fieldErrorsOf } from '../change/problem-details.tsx'
import { useRefusal } from '../change/refusal.tsx'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { ChangeFields } from './change-fields.tsx'
import { ChangeReview } from './change-review.tsx'
import { type ShownSubscription, subscriptionQuery, withReply } from './subscription.ts'
import { texts } from './texts.ts'
import {
  type ChangeValues,
  changeIn,
  faultsIn,
  formFieldNames,
  hasChanges,
  inputOf,
  valuesOf,
  type WantedChange,
} from './values.ts'

interface ChangeDialogProps {
  shown: ShownSubscription
  v1: Subscription
  isOpen: boolean
  onClose: () => void
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { shown, v1, isOpen, onClose } = props
  const text = useTexts(texts)
  return (
    <Dialog title={text.change.title} isOpen={isOpen} onClose={onClose}>
      {/* If another person changes the subscription, the new React key resets the form to the changed subscription. */}
      <Steps key={JSON.stringify(valuesOf(shown, v1))} {...props} />
    </Dialog>
  )
}

function useSave({ shown, v1, onClose }: ChangeDialogProps, onRefused: (problem: ProblemError) => boolean) {
  const { change, columns, facts } = useTexts(texts)
  const { api } = useSession()
  const { engine, id } = shown
  return useChange({
    query: subscriptionQuery(api, engine, id),
    send: (wanted: WantedChange, options) => api.subscriptions.update({ id, ...wanted }, { ...options, ifMatch: v1 }),
    /** If the reply was lost, the subscription was loaded instead. */
    accept: (changed: Subscription | ShownSubscription) => ('engine' in changed ? changed : withReply(shown, changed)),
    asInput: inputOf,
    done: change.done,
    labels: {
      state: columns.payment,
      price: facts.price,
      quantity: facts.quantity,
      interval: facts.interval,
      intervalCount: change.count,
      nextBillingDate: facts.next,
    },
    affected: [['subscriptions']],
    onDone: onClose,
    onRefused,
  })
}

function Steps(props: ChangeDialogProps) {
  const { shown, v1, onClose } = props
  const { timeZone } = useSession().account
  const subject = { shown, v1, timeZone }
  const text = useTexts(texts)
  const form = useForm<ChangeValues>({
    initialValues: valuesOf(shown, v1),
    validate: values => faultsIn(values, subject, text),
  })
  const [wanted, setWanted] = useState<WantedChange | null>(null)
  const { refusal, onRefused, clear } = useRefusal()
  const edit = () => {
    clear()
    setWanted(null)
  }
  const { run, isPending } = useSave(props, problem => {
    const errors = fieldErrorsOf(problem, formFieldNames)
    if (Object.keys(errors).length > 0) edit()
    form.setErrors(errors)
    return onRefused(problem)
  })
  const review = (values: ChangeValues) => {
    const change = changeIn(values, subject)
    clear()
    if (hasChanges(change, shown)) setWanted(change)
    else form.setFieldError('price', text.change.nothing)
  }
  if (!wanted) {
    const onSubmit = form.onSubmit(review)
    return <ChangeFields form={form} shown={shown} refusal={refusal} onSubmit={onSubmit} onCancel={onClose} />
  }
  return (
    <ChangeReview
      shown={shown}
      wanted={wanted}
      refusal={refusal}
      isPending={isPending}
      onBack={edit}
      onConfirm={() => run(wanted)}
    />
  )
}
