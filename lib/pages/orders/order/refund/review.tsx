/** The second step of the refund dialog: the exact amounts and effects, before the request is sent. */

import { Button, List, Stack, Text } from '@mantine/core'
import type { Order } from '../../../../client/index.ts'
import { fromMinorUnits, minorUnits, toMinorUnits } from '../../../../core/money.ts'
import { DialogButtons } from '../../../change/dialog.tsx'
import { useSession } from '../../../session/client.ts'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { usePaymentMethod } from '../payment.tsx'
import { hasGatewayPayment, refundableAmount } from '../payment-state.ts'
import { predictRefundTaxes } from './amounts.ts'
import type { RefundRequest } from './sent-refund.ts'
import { texts } from './texts.ts'

interface ReviewProps {
  order: Order
  request: RefundRequest
  onBack: () => void
  onConfirm: () => void
}

function useSentences(order: Order, { amount, autoRefundTaxes, notifyCustomer, comment }: RefundRequest): string[] {
  const text = useTexts(texts)
  const formats = useFormats()
  const { account } = useSession()
  const method = usePaymentMethod(order)
  const { currency } = order
  const money = (value: number) => formats.amount(value, currency)
  const buyer = order.billingAddress.fullName || order.cardHolderName || order.email
  const after = toMinorUnits(refundableAmount(order), currency) - toMinorUnits(amount, currency)
  const taxes = predictRefundTaxes(order, amount).map(tax => `${tax.taxName} ${money(tax.amount)}`)
  return [
    hasGatewayPayment(order) ? text.paysBack(money(amount), buyer, method) : text.recordsOnly(money(amount), buyer),
    text.leaves(money(fromMinorUnits(minorUnits(after), currency))),
    ...(after === 0 && order.status === 'Processed' ? [text.staysToShip] : []),
    ...(autoRefundTaxes ? [text.recordsTaxes(taxes.join(', '))] : []),
    ...(account.features.includes('creditNotes') ? [text.numbersCreditNote] : []),
    notifyCustomer ? text.sendsMail(order.email) : text.sendsNoMail,
    comment ? text.comments(comment) : text.commentsNothing,
  ]
}

export function RefundReview({ order, request, onBack, onConfirm }: ReviewProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const sentences = useSentences(order, request)
  const action = text.refundAmount(amount(request.amount, order.currency))
  return (
    <Stack>
      <Text fw={600}>{text.willHappen}</Text>
      <List size="sm" spacing="xs" className="breakable">
        {sentences.map(sentence => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Text size="sm">{text.notUndoable}</Text>
      <DialogButtons cancel={text.back} onCancel={onBack}>
        <Button color="red" onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
