/** A section of the order screen with the payment method, and the captured, refunded and remaining amounts. */

import { Stack } from '@mantine/core'
import type { Order } from '../../../client/index.ts'
import { Facts } from '../../details/facts.tsx'
import { Section } from '../../details/section.tsx'
import { useFormats } from '../../session/formats.ts'
import { labelOf, useTexts } from '../../session/language.ts'
import { PaymentStatus } from '../badges.tsx'
import { texts as orderTexts } from '../texts.ts'
import { canCapture, isPaid, paidAmount, refundableAmount } from './payment-state.ts'
import { Refunds } from './refunds.tsx'
import { texts } from './texts.ts'
import { AmountRow } from './totals.tsx'

interface OrderProps {
  order: Order
}

/** Returns a text such as "Visa ···· 4242", or the payment method if the card is unknown. */
export function usePaymentMethod({ cardType, creditCardLast4Digits, paymentMethod }: Order): string {
  const { methods } = useTexts(orderTexts)
  const method = labelOf(methods, paymentMethod)
  return creditCardLast4Digits ? `${cardType || method} ···· ${creditCardLast4Digits}`.trim() : method
}

export function Payment({ order }: OrderProps) {
  const text = useTexts(texts)
  const { paymentGatewayUsed, paymentTransactionId, paymentDetails, cardHolderName } = order
  return (
    <Section title={text.payment}>
      <Stack gap="md">
        <Facts
          facts={[
            [text.paymentStatus, <PaymentStatus key="status" order={order} />],
            [text.method, usePaymentMethod(order)],
            [text.cardHolder, cardHolderName],
            [text.gateway, paymentGatewayUsed],
            [text.transaction, paymentTransactionId],
            [text.instructions, paymentDetails?.instructions ?? paymentDetails?.display ?? null],
          ]}
        />
        <Amounts order={order} />
        <Refunds order={order} />
      </Stack>
    </Section>
  )
}

/**
 * Returns the name of the label of the paid amount. A deferred payment, such as payment by invoice, has the label
 * "Not paid", because the money arrives later.
 */
function paidLabelOf({ paymentStatus, capturedAmount }: Order): 'toPay' | 'paid' | 'captured' {
  if (paymentStatus === 'Deferred') return 'toPay'
  return capturedAmount === null ? 'paid' : 'captured'
}

function Amounts({ order }: OrderProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const { currency, finalGrandTotal, refundsAmount } = order
  const money = (value: number) => amount(value, currency)
  const unpaidLabel = canCapture(order) ? text.authorized : text.toPay
  return (
    <Stack gap={4} maw={420}>
      {!isPaid(order) && <AmountRow label={unpaidLabel} amount={money(finalGrandTotal)} isStrong />}
      {isPaid(order) && (
        <>
          <AmountRow label={text[paidLabelOf(order)]} amount={money(paidAmount(order))} />
          {refundsAmount > 0 && <AmountRow label={text.refunded} amount={money(-refundsAmount)} />}
          <AmountRow label={text.left} amount={money(refundableAmount(order))} isStrong />
        </>
      )}
    </Stack>
  )
}
