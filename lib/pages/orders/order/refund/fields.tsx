/** The first step of the refund dialog: the input form for the amount, the comment, taxes and the mail. */

import { Button, Checkbox, SegmentedControl, Stack, Text, Textarea, useMatches } from '@mantine/core'
import type { Order } from '../../../../client/index.ts'
import { decimalsOf } from '../../../../core/money.ts'
import { DialogButtons } from '../../../change/dialog.tsx'
import { DecimalInput } from '../../../form/decimal-input.tsx'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { useOrderDialog } from '../order-dialog.tsx'
import { refundableAmount } from '../payment-state.ts'
import { RefundLines } from './lines.tsx'
import { texts } from './texts.ts'
import { canSendMail, kinds, type RefundForm } from './values.ts'

interface FieldsProps {
  order: Order
  form: RefundForm
}

export function RefundFields({ order, form, isLoading }: FieldsProps & { isLoading: boolean }) {
  const text = useTexts(texts)
  const { close } = useOrderDialog()
  const hasMail = canSendMail(order)
  return (
    <Stack>
      <Amount order={order} form={form} />
      <Textarea
        label={text.comment}
        description={text.commentHint}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('comment')}
      />
      {order.taxes.length > 0 && (
        <Checkbox label={text.taxes} {...form.getInputProps('autoRefundTaxes', { type: 'checkbox' })} />
      )}
      <Checkbox
        label={hasMail ? text.mail(order.email) : text.noEmail}
        disabled={!hasMail}
        {...form.getInputProps('notifyCustomer', { type: 'checkbox' })}
      />
      <DialogButtons cancel={text.close} onCancel={() => close('refund')}>
        <Button type="submit" loading={isLoading}>
          {text.review}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

function Amount({ order, form }: FieldsProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const { kind } = form.values
  const { error } = form.getInputProps('amount')
  const orientation = useMatches({ base: 'vertical', xs: 'horizontal' } as const)
  const left = amount(refundableAmount(order), order.currency)
  return (
    <>
      <SegmentedControl
        fullWidth
        orientation={orientation}
        aria-label={text.title}
        data={kinds.map(value => ({ value, label: text.kinds[value](left) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'lines' && <RefundLines order={order} form={form} />}
      {kind === 'amount' && <AmountInput order={order} form={form} />}
      {kind !== 'amount' && error && (
        <Text role="alert" size="sm" c="red" tabIndex={-1} data-path="amount">
          {error}
        </Text>
      )}
    </>
  )
}

function AmountInput({ order, form }: FieldsProps) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const { currency } = order
  return (
    <DecimalInput
      label={text.amountIn(currency.toUpperCase())}
      description={text.leftNow(amount(refundableAmount(order), currency))}
      decimals={decimalsOf(currency)}
      data-autofocus
      {...form.getInputProps('amount')}
    />
  )
}
