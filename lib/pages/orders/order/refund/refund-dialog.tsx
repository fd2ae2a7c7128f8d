/** The dialog that refunds an order in two steps: an input form, and a summary to confirm. */

import { Box } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Order } from '../../../../client/index.ts'
import { notifyRefusal } from '../../../change/notices.tsx'
import { fieldErrorsOf } from '../../../change/problem-details.tsx'
import { texts as changeTexts } from '../../../change/texts.ts'
import { showFaults, submitHandler } from '../../../form/faults.ts'
import { texts as formTexts } from '../../../form/texts.ts'
import { problemOf, useSession } from '../../../session/client.ts'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { orderQuery } from '../../queries.ts'
import { OrderDialog, useOrderDialog } from '../order-dialog.tsx'
import { canRefund, refundableAmount } from '../payment-state.ts'
import { RefundFields } from './fields.tsx'
import { RefundReview } from './review.tsx'
import type { RefundRequest } from './sent-refund.ts'
import { texts } from './texts.ts'
import type { RefundState } from './use-refund.ts'
import { amountOf, initialValues, maxCommentLength, type RefundValues, requestOf, unclearQuantities } from './values.ts'

interface RefundDialogProps {
  order: Order
  refund: RefundState
}

export function RefundDialog({ order, refund }: RefundDialogProps) {
  const text = useTexts(texts)
  return (
    <OrderDialog name="refund" title={text.title} size="lg" isAllowed={canRefund(order) && !refund.isRunning}>
      <RefundSteps order={order} refund={refund} />
    </OrderDialog>
  )
}

/** Returns `load`, which loads the order again, so that the second step shows the current refundable amount. */
function useReview(token: string) {
  const { api } = useSession()
  const changeText = useTexts(changeTexts)
  const cache = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const load = async (): Promise<Order | null> => {
    setLoading(true)
    try {
      return await cache.fetchQuery({ ...orderQuery(api, token), staleTime: 0 })
    } catch (error) {
      notifyRefusal(error, changeText)
      return null
    } finally {
      setLoading(false)
    }
  }
  return { isLoading, load }
}

/** Returns a function that returns an error text, or null if the amount can be refunded. */
function useAmountFault() {
  const text = useTexts(texts)
  const { unclear } = useTexts(formTexts)
  const { amount } = useFormats()
  return (order: Order, form: RefundValues): string | null => {
    const value = amountOf(order, form)
    if (Number.isNaN(value)) return unclear('1', 0)
    if (value <= 0) return form.kind === 'lines' ? text.nothingChosen : text.notPositive
    const left = refundableAmount(order)
    return value > left ? text.tooMuch(amount(left, order.currency)) : null
  }
}

function RefundSteps({ order, refund }: RefundDialogProps) {
  const text = useTexts(texts)
  const { withdrawal, close } = useOrderDialog()
  const { isLoading, load } = useReview(order.token)
  const faultOf = useAmountFault()
  const [request, review] = useState<RefundRequest | null>(null)
  const refused = refund.progress === 'refused' ? refund.request : null
  const problem = problemOf(refund.error)
  const form = useForm<RefundValues>({
    initialValues: initialValues(order, { refused, withdrawal }),
    initialErrors: refused && problem ? fieldErrorsOf(problem) : {},
    validate: values => ({
      ...unclearQuantities(values),
      amount: faultOf(order, values),
      comment: values.comment.trim().length > maxCommentLength ? text.commentTooLong(maxCommentLength) : null,
    }),
  })
  const showReview = async (values: RefundValues) => {
    const current = await load()
    const fault = current && faultOf(current, values)
    if (fault) showFaults(form, { amount: fault })
    else if (current) review(requestOf(current, values))
  }
  const send = (wanted: RefundRequest) => {
    refund.send(wanted)
    close('refund')
  }
  return request ? (
    <Step key="review">
      <RefundReview order={order} request={request} onBack={() => review(null)} onConfirm={() => send(request)} />
    </Step>
  ) : (
    <Step key="fields">
      <form onSubmit={submitHandler(form, showReview)} noValidate>
        <RefundFields order={order} form={form} isLoading={isLoading} />
      </form>
    </Step>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

/** Focuses each step when it appears, because the button that had the focus is removed. */
const Step = ({ children }: { children: ReactNode }) => (
  <Box ref={focus} tabIndex={-1} className="step">
    {children}
  </Box>
)
