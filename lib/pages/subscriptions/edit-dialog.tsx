/** The dialog that changes a V1 subscription in two steps: an input form, and the resulting charges to confirm. */

import { useForm } from '@mantine/form'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProblemError, Subscription } from '../../client/index.ts'
import { Dialog } from '../change/dialog.tsx'
import { createTextComparison } from '../change/notices.tsx'
import { fieldErrorsOf } from '../change/problem-details.tsx'
import { useRefusal } from '../change/refusal.tsx'
import { useChange } from '../change/use-change.tsx'
import { showFaults, submitHandler } from '../form/faults.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { ChangeFields } from './edit-fields.tsx'
import { ChangeReview } from './edit-review.tsx'
import { formatMoney } from './facts.tsx'
import { type ShownSubscription, subscriptionQuery, withReply } from './subscription.ts'
import { texts } from './texts.ts'
import {
  asInput,
  type ChangeValues,
  changeIn,
  faultsIn,
  formFieldNames,
  hasChanges,
  valuesOf,
  type WantedChange,
} from './values.ts'

interface EditDialogProps {
  shown: ShownSubscription
  v1: Subscription
  isOpen: boolean
  onClose: () => void
}

export function EditDialog(props: EditDialogProps) {
  const { shown, v1, isOpen, onClose } = props
  const text = useTexts(texts)
  return (
    <Dialog title={text.change.title} isOpen={isOpen} onClose={onClose}>
      {/* If another person changes the subscription, the new React key resets the form to the changed subscription. */}
      <Steps key={JSON.stringify(valuesOf(shown, v1))} {...props} />
    </Dialog>
  )
}

/** Returns a function that describes what another person has changed, with the labels and texts of the screen. */
function useCompare() {
  const { every, facts, filters, states } = useTexts(texts)
  const formats = useFormats()
  const fieldsOf = ({ state, price, quantity, nextBillingDate, ...shown }: ShownSubscription) => ({
    state: states[state],
    price: formatMoney(formats, price, shown.currency),
    quantity: formats.number(quantity),
    interval: every(shown.interval, shown.intervalCount),
    next: nextBillingDate && formats.dateTime(nextBillingDate),
  })
  const { price, quantity, interval, next } = facts
  return createTextComparison({ state: filters.status, price, quantity, interval, next }, fieldsOf)
}

function useSave({ shown, v1, onClose }: EditDialogProps, onRefused: (problem: ProblemError) => boolean) {
  const { change } = useTexts(texts)
  const compare = useCompare()
  const { api } = useSession()
  const { engine, id } = shown
  return useChange({
    query: subscriptionQuery(api, engine, id),
    send: (wanted: WantedChange, options) => api.subscriptions.update({ id, ...wanted }, { ...options, ifMatch: v1 }),
    /** If the reply was lost, the subscription was loaded instead. */
    accept: (changed: Subscription | ShownSubscription) => ('engine' in changed ? changed : withReply(shown, changed)),
    asInput,
    done: change.done,
    compare,
    affected: [['subscriptions']],
    onDone: onClose,
    onRefused,
  })
}

function Steps(props: EditDialogProps) {
  const { shown, v1, isOpen, onClose } = props
  const { timeZone } = useSession().account
  const subject = { shown, v1, timeZone }
  const text = useTexts(texts)
  const form = useForm<ChangeValues>({
    initialValues: valuesOf(shown, v1),
    validate: values => faultsIn(values, subject, text),
  })
  const [wanted, setWanted] = useState<WantedChange | null>(null)
  const { refusal, onRefused, clear } = useRefusal(isOpen)
  const edit = () => {
    clear()
    setWanted(null)
  }
  const { run, isPending } = useSave(props, problem => {
    const errors = fieldErrorsOf(problem, formFieldNames)
    /** The fields of the first step are shown before one of them can get the focus. */
    if (Object.keys(errors).length > 0) flushSync(edit)
    showFaults(form, errors)
    return onRefused(problem)
  })
  const review = (values: ChangeValues) => {
    const change = changeIn(values, subject)
    clear()
    if (hasChanges(change, shown)) setWanted(change)
    else showFaults(form, { price: text.change.nothing })
  }
  if (!wanted) {
    const onSubmit = submitHandler(form, review)
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
